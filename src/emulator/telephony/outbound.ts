/** Outbound Calling. A call is first queued, then calling, then succeeds or fails, by the emulator's clock. */

import { getCallStatus, startCall, toE164 } from '../../contract/families/outbound.ts';
import { Problem } from '../model/problem.ts';
import { handle } from '../rest/call.ts';
import type { OutboundCall } from '../store/calls.ts';
import { endRecord } from '../store/changes.ts';
import { DEMO_PROJECT } from '../store/projects.ts';
import type { Core } from '../store/state.ts';
import { beginCallRecord } from './call-record.ts';

const QUEUED_MS = 2_000;
const ENDS_MS = 8_000;
const KEPT_MS = 2 * 3_600_000;
const AGENTS_NUMBER = '+441632960000';

export const outboundHandlers = [
  handle(startCall, (core, { at, body }) => {
    const call: OutboundCall = {
      sid: `OUT-${core.settings.random.uuid()}`,
      status: 'queued',
      reason: '',
      endedAt: null,
    };
    core.calls.set(call.sid, call);
    const number = toE164(body.to_number, body.country_code) ?? body.to_number;
    core.queue.add(at + QUEUED_MS, due => dial(core, call, due, number, body.metadata ?? {}));
    return { status: 200, body: { call_sid: call.sid } };
  }),

  handle(getCallStatus, (core, { at, params }) => {
    const call = core.calls.get(params.call_sid);
    const isKept = call && (call.endedAt === null || at < call.endedAt + KEPT_MS);
    if (!isKept) throw new Problem(404, 'There is no such call, or it ended more than two hours ago.');
    return { status: 200, body: { status: call.status, reason: call.reason } };
  }),
];

function dial(
  core: Core,
  call: OutboundCall,
  at: number,
  number: string,
  metadata: Readonly<Record<string, string>>,
): void {
  if (number.endsWith('00')) {
    fail(call, at, 'call queueing: max timeout limit exceeded');
    return;
  }
  call.status = 'calling';
  core.queue.add(at + ENDS_MS - QUEUED_MS, due => {
    if (number.endsWith('01')) fail(call, due, 'no answer');
    else succeed(core, call, { from: at, to: due }, number, metadata);
  });
}

function fail(call: OutboundCall, at: number, reason: string): void {
  Object.assign(call, { status: 'failure', reason, endedAt: at });
}

/** Records an answered call as a conversation. */
function succeed(
  core: Core,
  call: OutboundCall,
  time: { readonly from: number; readonly to: number },
  number: string,
  metadata: Readonly<Record<string, string>>,
): void {
  Object.assign(call, { status: 'success', endedAt: time.to });
  const state = { call_sid: call.sid, sip_headers: metadata };
  const numbers = { fromNumber: AGENTS_NUMBER, toNumber: number };
  const record = beginCallRecord(core, { at: time.from, projectId: DEMO_PROJECT, ...numbers, state });
  endRecord(record, time.to);
}
