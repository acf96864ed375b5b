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
