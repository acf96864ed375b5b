/** The trouble of the connection in words, and how serious it is: shown by the banner, read aloud, and the reason to offer other ways. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { ChatState, Connection } from '../../client/api/chat-state.ts';
import type { Key } from '../i18n/catalogue.ts';

/** Breaks that usually heal by themselves: while they are being healed, no more is said than that. */
const PASSING: readonly Connection['code'][] = [null, 'connection_lost', 'offline', 'socket_refused'];

/** Pauses up to this long, in milliseconds, are nothing to bother a visitor with. */
const PASSING_PAUSE_MS = 2_500;

export interface Trouble {
  readonly words: Key;
  /** True if it usually heals by itself. */
  readonly passing: boolean;
  /** True if it has failed, or if the next attempt is a while away. */
  readonly lasts: boolean;
  /** True if the chat may not come back: other ways to reach the site are offered. */
  readonly broken: boolean;
}

/** Returns the trouble, or null. Between two attempts the connection has a code, during one it has none: the words stay until it is settled. */
export function createTrouble(state: ReadonlySignal<Pick<ChatState, 'connection'>>): ReadonlySignal<Trouble | null> {
  const connection = computed(() => state.value.connection);
  let cause: Connection['code'] = null;
  let long = false;
  let broken = false;
  return computed(() => {
    const { status, code, retryAt } = connection.value;
    const failed = status === 'failed';
    const retrying = status === 'reconnecting';
    cause = failed || retrying ? (code ?? cause) : null;
    // A longer pause than after the first two attempts: it does not heal as quickly as that.
    long = retrying && (long || (retryAt !== null && retryAt - Date.now() > PASSING_PAUSE_MS));
    broken = failed || (retrying && (broken || !PASSING.includes(code)));
    if (!failed && !retrying && status !== 'offline') return null;
    const passing = retrying && !long && PASSING.includes(cause);
    const words = passing ? 'is-reconnecting' : (cause ?? (failed ? 'broker_unreachable' : 'offline'));
    return { words, passing, lasts: failed || long, broken };
  });
}
