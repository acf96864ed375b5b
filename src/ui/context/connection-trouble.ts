/**
 * Trouble with the connection in words, and how serious it is. The banner shows it, it is read aloud, and it decides if other channels are
 * offered.
 */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { ChatState, Connection } from '../../client/api/chat-state.ts';
import type { Key } from '../i18n/catalogue.ts';

/** Breaks that usually heal by themselves: they are only called reconnecting. */
const PASSING: readonly Connection['code'][] = [null, 'connection_lost', 'offline', 'socket_refused'];

/** Pauses up to this length, in milliseconds, are too short to bother a visitor with. */
const PASSING_PAUSE_MS = 2_500;

export interface Trouble {
  readonly words: Key;
  /** True if it usually heals by itself. */
  readonly passing: boolean;
  /** True if it has failed, or if the next attempt is not due soon. */
  readonly lasts: boolean;
  /** True if the chat may not come back: other ways to reach the site are offered. */
  readonly broken: boolean;
}

/** No trouble, but slow. */
const PROVING: Trouble = { words: 'proving', passing: true, lasts: false, broken: false };

/**
 * Returns the trouble, or null. The connection has a code between two attempts but none during one, so the last words stay until it is
 * settled.
 */
export function createTrouble(state: ReadonlySignal<Pick<ChatState, 'connection'>>): ReadonlySignal<Trouble | null> {
  const connection = computed(() => state.value.connection);
  let cause: Connection['code'] = null;
  let long = false;
  let broken = false;
  return computed(() => {
    const { status, phase, code, retryAt } = connection.value;
    if (phase === 'authorizing' && code) return PROVING;
    const failed = status === 'failed';
    const retrying = status === 'reconnecting';
    cause = failed || retrying ? (code ?? cause) : null;
    // A pause longer than those after the first two attempts means that it does not heal quickly.
    long = retrying && (long || (retryAt !== null && retryAt - Date.now() > PASSING_PAUSE_MS));
    broken = failed || (retrying && (broken || !PASSING.includes(code)));
    if (!failed && !retrying && status !== 'offline') return null;
    const passing = retrying && !long && PASSING.includes(cause);
    const words = passing ? 'is-reconnecting' : (cause ?? (failed ? 'broker_unreachable' : 'offline'));
    return { words, passing, lasts: failed || long, broken };
  });
}
