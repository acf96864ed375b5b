/** Outbound Calling, bridge-ended and DNI (docs/PLATFORM.md). */

import { postBridgeEnded } from '../../contract/families/bridge.ts';
import { reserveNumber } from '../../contract/families/dni.ts';
import { getCallStatus, startCall } from '../../contract/families/outbound.ts';
import { call } from '../call/call.ts';
import type { Connection } from '../call/connection.ts';
import { PlatformError } from '../call/error.ts';
import { direct } from '../call/input.ts';
import type {
  BridgeEnded,
  BridgeEndedAnswer,
  CallStatus,
  OutboundCall,
  OutboundCallStarted,
  ReservedNumber,
} from './runtime-types.ts';

export interface WaitOptions {
  /** Milliseconds between two status calls, from 2000 to 5000. Default 2000. */
  readonly everyMs?: number;
  /** Called with each status that differs from the one before. */
  readonly onStatus?: (status: CallStatus) => void;
  readonly signal?: AbortSignal;
}

const EVERY_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** Number of failed status calls in a row after which `wait` rejects. */
const FAILURES = 6;

export const outboundCalls = (connection: Connection) => {
  const status = (callSid: string, signal?: AbortSignal): Promise<CallStatus> =>
    call(connection, getCallStatus, { params: { call_sid: callSid }, signal });
  return {
    /**
     * Places a call. Retried automatically only after 429 or 503 with Retry-After, because then no call was placed. Not retried if no response
     * came: the phone might ring twice.
     */
    call: (body: OutboundCall): Promise<OutboundCallStarted> => call(connection, startCall, { body }),
    /** Returns the status of a call. Rejected with 404 two hours after the call's end. */
    status: (callSid: string): Promise<CallStatus> => status(callSid),
    /**
     * Requests the status until the call has succeeded or failed, and returns the last status. After an error the pause doubles, up to half a minute.
     * Rejected after 404 and other errors that are not `retryable`, and after six failures in a row.
     */
    wait: (callSid: string, options: WaitOptions = {}): Promise<CallStatus> =>
      wait(connection, callSid, status, options),
  };
};

async function wait(
  connection: Connection,
  callSid: string,
  look: (callSid: string, signal?: AbortSignal) => Promise<CallStatus>,
  { everyMs = EVERY_MS, onStatus, signal }: WaitOptions,
): Promise<CallStatus> {
  const pauseMs = Math.min(Math.max(everyMs, 2_000), 5_000);
  let before = '';
  for (let failures = 0; ; ) {
    try {
      const now = await look(callSid, signal);
      failures = 0;
      if (now.status !== before) onStatus?.(now);
      before = now.status;
      if (now.status === 'success' || now.status === 'failure') return now;
    } catch (error) {
      failures += 1;
      if (!(error instanceof PlatformError) || !error.retryable || failures >= FAILURES) throw error;
    }
    await connection.wait(Math.min(pauseMs * 2 ** failures, LONGEST_PAUSE_MS), signal);
  }
}

export const bridgeCalls = (connection: Connection) => ({
  /** Reports that a bridged call has ended. Safe to repeat: the last notice counts. */
  ended: (body: BridgeEnded): Promise<BridgeEndedAnswer> => call(connection, postBridgeEnded, { body }),
});

export const dniCalls = (connection: Connection) => ({
  /**
   * Reserves a phone number for ten minutes, or until the first call to it. Rejected with 404 if all are reserved: then route the caller to a queue.
   */
  reserve: async (attributes: Readonly<Record<string, unknown>>): Promise<ReservedNumber> =>
    call(connection, reserveNumber, { body: { attributes: direct(reserveNumber, 'attributes', attributes) } }),
});
