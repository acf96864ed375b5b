/** The parts of a tab, and the messages between tabs. */

import type { Effect } from '../../session/state/effects.ts';
import type { Fact, Intent } from '../../session/state/inputs.ts';
import type { SessionState, Sight } from '../../session/state/state.ts';
import type { Ports, Storage } from '../api/ports.ts';
import type { Keeper } from './snapshot-writer.ts';

/**
 * State of a tab. `away`: nothing has begun, or the page is frozen. `starting`: the record is being read. `awake`: connected. `resting`: hidden and
 * without a socket.
 */
export type Role = 'away' | 'starting' | 'awake' | 'resting';

/** Version of the messages between tabs. Messages of another version are ignored. */
export const FORM = 8;

/** Kinds of messages between tabs. If one is lost, tabs react later, but no message of the visitor is lost. */
export type Hint = 'looked' | 'here' | 'left' | 'changed' | 'forgotten' | 'alive';

export interface Said {
  readonly form: number;
  readonly from: string;
  readonly say: Hint;
  readonly at: number;
  /** Time at which the sending tab was looked at last. */
  readonly lookedAt: number;
  /** True if the sending tab has the chat in view. */
  readonly sees: boolean;
}

/** Calls of a tab to its client. */
export interface Steering {
  own(input: Intent | Fact): void;
  perform(effect: Effect): void;
  state(): SessionState;
  sight(): Sight;
  ticket(): string;
  setTicket(ticket: string): void;
  /** Replaces the ticket, and drops the current token, which belongs to the old ticket. */
  switchTicket(ticket: string): void;
  roleChanged(role: Role): void;
}

export interface TabParts {
  readonly ports: Ports;
  readonly storage: Storage;
  readonly keeper: Keeper;
  readonly steering: Steering;
  /** Called if this tab's own record could not be written. */
  failed(error: unknown): void;
}

/** Returns true for a call of the visitor or the host page. */
export function isIntent({ type }: Intent | Fact): boolean {
  return type === 'draftChanged' || type.endsWith('Requested');
}
