/** Messages between a test and the thread of its backend: calls and results. */

import type { Agent, PlatformControl } from '../emulator/control/actions.ts';
import type { SessionDetail, SessionSummary } from '../emulator/control/session-view.ts';
import type { FaultSpec } from '../emulator/faults/fault-specs.ts';
import type { ScriptName } from '../emulator/model/options.ts';

/** Options of `startBackend`. */
export interface BackendOptions {
  /**
   * Agent that answers: `echo` repeats each message, `shop` is the demo's scripted agent, `silent` accepts messages and never answers. Default
   * `echo`.
   */
  readonly script?: ScriptName;
  /** Multiplier for the agent's pauses: at 0 it answers at once, at 1 it pauses as a person would. Default 0. */
  readonly pace?: number;
  /** Origins of pages outside this machine that the broker allows. Pages of this machine (`http://localhost:…`) are always allowed. Default none. */
  readonly allowedOrigins?: readonly string[];
}

/** Reason for the end of a session. */
type EndReason = Parameters<PlatformControl['end']>[2];

/**
 * Calls by which a test changes the platform. A call with a wrong argument is rejected, and changes nothing. In all calls, `id` is the id of a
 * session.
 */
export interface BackendControl {
  /** Adds a fault, such as `{ kind: 'drop-before-echo', times: 1 }`. Without `times` it stays until `clearFaults()`. */
  addFault(fault: FaultSpec): Promise<void>;
  clearFaults(): Promise<void>;
  /** Returns all sessions, including those that have ended. */
  sessions(): Promise<readonly SessionSummary[]>;
  /** Returns a session with its history in wire form (docs/PROTOCOL.md, Server events). */
  session(id: string): Promise<SessionDetail>;
  /** Sends an event in wire form to every socket of the session, such as `{ type: 'EVENT_TYPE_SERVICE_AGENT_LEFT' }`. */
  inject(id: string, event: { readonly type: string; readonly payload?: object }): Promise<void>;
  /** Closes the session's sockets: with a close frame if a code is given, otherwise without one, as a broken network does. */
  drop(id: string, code?: number): Promise<void>;
  /** Makes the session expire, as it would after ten minutes without an event. */
  expire(id: string): Promise<void>;
  /** Ends the session. Without a reason it ends as if the agent had ended it. */
  end(id: string, reason?: EndReason): Promise<void>;
  /** Changes script and pace of the agent, and who plays the person of a hand-off. Omitted fields keep their values. Resolves with the new settings. */
  useAgent(change: Partial<Agent>): Promise<Agent>;
}

/** Calls of `Backend` that its thread executes. */
export interface BackendCalls extends BackendControl {
  say(...texts: readonly string[]): Promise<void>;
  advance(ms: number): Promise<void>;
}

export type CallName = keyof BackendCalls;

export const CALL_NAMES: readonly CallName[] = [
  'addFault',
  'clearFaults',
  'sessions',
  'session',
  'inject',
  'drop',
  'expire',
  'end',
  'useAgent',
  'say',
  'advance',
];

export interface Call {
  readonly id: number;
  readonly name: CallName | 'close';
  readonly args: readonly unknown[];
}

/** Result of a call. An error is passed as its message only, because class instances cannot be passed between threads. */
export type Result = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

export interface Addresses {
  readonly brokerUrl: string;
  readonly emulatorUrl: string;
}
