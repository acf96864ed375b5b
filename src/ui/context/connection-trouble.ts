/** Describes trouble with the connection, and how serious it is: for the banner, for screen readers, and for the decision to offer other channels. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { ChatState, Connection } from '../../client/api/chat-state.ts';
import type { Key } from '../i18n/catalogue.ts';

/** Causes of breaks that are usually short. They are described only as reconnecting. */
const PASSING: readonly Connection['code'][] = [null, 'connection_lost', 'offline', 'socket_refused'];

/** Longest pause between attempts, in milliseconds, that still counts as a short break. */
const PASSING_PAUSE_MS = 2_500;

export interface Trouble {
  readonly words: Key;
  /** True for a break that is usually short. */
  readonly passing: boolean;
  /** True if attempts were given up, or if the next attempt is not due soon. */
  readonly lasts: boolean;
  /** True if the chat may not come back, so that other ways to reach the site are offered. */
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
    // A pause longer than the first two means that the break is not short.
    long = retrying && (long || (retryAt !== null && retryAt - Date.now() > PASSING_PAUSE_MS));
    broken = failed || (retrying && (broken || !PASSING.includes(code)));
    if (!failed && !retrying && status !== 'offline') return null;
    const passing = retrying && !long && PASSING.includes(cause);
    const words = passing ? 'is-reconnecting' : (cause ?? (failed ? 'broker_unreachable' : 'offline'));
    return { words, passing, lasts: failed || long, broken };
  });
}
