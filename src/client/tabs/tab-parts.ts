/** The parts of a tab, and the messages between tabs. */

import type { Effect } from '../../session/state/effects.ts';
import type { Fact, Intent } from '../../session/state/inputs.ts';
import type { SessionState, Sight } from '../../session/state/state.ts';
import type { Ports, Storage } from '../api/ports.ts';
import type { Keeper } from './snapshot-writer.ts';

/** `away`: nothing has begun, or the page is put away. `resting`: hidden, and without a socket. */
export type Role = 'away' | 'starting' | 'awake' | 'resting';

/** Tabs of different versions do not understand each other. */
export const FORM = 8;

/** Messages between tabs. A lost one costs time, never a message of the visitor's. */
export type Hint = 'looked' | 'here' | 'left' | 'changed' | 'forgotten' | 'alive';

export interface Said {
  readonly form: number;
  readonly from: string;
  readonly say: Hint;
  readonly at: number;
  /** When the tab that says it was looked at last. */
  readonly lookedAt: number;
  /** It has the chat in view. */
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
  /** Another token is to be had for this ticket; the one in use is of no more use. */
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

/** Something that the visitor or the page has asked for. */
export function isIntent({ type }: Intent | Fact): boolean {
  return type === 'draftChanged' || type.endsWith('Requested');
}
