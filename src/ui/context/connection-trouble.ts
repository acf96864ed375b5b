/** Describes trouble with the connection, and how serious it is: for the banner, for screen readers, and for the decision to offer other channels. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { ChatState, Connection } from '../../client/api/chat-state.ts';
import type { Key } from '../i18n/catalogue.ts';

/** Causes of interruptions that are usually short. The banner says only that the chat is reconnecting. */
const PASSING: readonly Connection['code'][] = [null, 'connection_lost', 'offline', 'socket_refused'];

/** Longest pause between attempts, in milliseconds, that still counts as a short interruption. */
const PASSING_PAUSE_MS = 2_500;

export interface Trouble {
  readonly words: Key;
  /** True for an interruption that is usually short. */
  readonly passing: boolean;
  /** True if the chat has stopped trying, or if the next attempt is not due soon. */
  readonly lasts: boolean;
  /** True if the chat may not come back. Other ways to reach the site are then shown. */
  readonly broken: boolean;
}

/** Shown while a slow proof of work or captcha delays the connection; not an error. */
const PROVING: Trouble = { words: 'proving', passing: true, lasts: false, broken: false };

/**
 * Returns the trouble, or null. The connection has a code between two attempts but not during one. The last words therefore stay until the attempt
 * has succeeded or failed.
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
    // A pause longer than the first two means that the interruption is not short.
    long = retrying && (long || (retryAt !== null && retryAt - Date.now() > PASSING_PAUSE_MS));
    broken = failed || (retrying && (broken || !PASSING.includes(code)));
    if (!failed && !retrying && status !== 'offline') return null;
    const passing = retrying && !long && PASSING.includes(cause);
    const words = passing ? 'is-reconnecting' : (cause ?? (failed ? 'broker_unreachable' : 'offline'));
    return { words, passing, lasts: failed || long, broken };
  });
}
