/** HTTP bodies of the broker's endpoints for the platform's other interfaces: its state, calls to the visitor, and numbers to call. */

import { readObject, readString } from './json-fields.ts';

/**
 * State of the platform for visitors. `slow`: replies take longer than usual. `busy`: unusually many conversations. `trouble`: calls or functions fail.
 */
export type PlatformLevel = 'ok' | 'slow' | 'busy' | 'trouble';

/** Levels from the mildest on. */
export const PLATFORM_LEVELS: readonly PlatformLevel[] = ['ok', 'busy', 'slow', 'trouble'];

/** Response of GET /status. */
export interface StatusAnswer {
  readonly level: PlatformLevel;
}

export const statusAnswerToWire = ({ level }: StatusAnswer): object => ({ level });

/** Returns undefined for a level that this version does not know. */
export function readStatusAnswer(value: unknown): StatusAnswer | undefined {
  const body = readObject(value);
  const name = body && readString(body, 'level');
  const level = PLATFORM_LEVELS.find(each => each === name);
  return level === undefined ? undefined : { level };
}

/** State of a call to the visitor. `connected` and `failed` are final. */
export type CallState = 'queued' | 'calling' | 'connected' | 'failed';

/** Reason why a call has failed, in one word, because the platform's own words are in English and for operators. */
export type CallFailureReason = 'no_answer' | 'busy' | 'lines_busy' | 'unknown';

/** Response of GET /call-me/{id}. */
export interface CallAnswer {
  readonly status: CallState;
  /** Set for `failed`. */
  readonly reason?: CallFailureReason;
}

/** Response of GET /call-me: the countries whose numbers can be called, and their calling codes without the plus sign. */
export interface CallCountries {
  readonly countries: readonly { readonly country: string; readonly code: string }[];
}

/** Response of POST /call-us: a number that is reserved for this visitor for a while. */
export interface ReservedNumber {
  /** In the form E.164, for `tel:` links. */
  readonly number: string;
  /** The same in groups, for people. */
  readonly formatted: string;
  /** Seconds until the reservation ends. */
  readonly expiresIn: number;
}

export const reservedNumberToWire = ({ number, formatted, expiresIn }: ReservedNumber): object => ({
  number,
  formatted,
  expires_in: expiresIn,
});
