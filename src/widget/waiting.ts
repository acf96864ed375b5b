/**
 * What a visitor wrote before there was an engine to keep it: it stands in sessionStorage until it is handed over, so that a reload in
 * that moment loses nothing. What is shown of it, and how it gets to the engine, is deferred-chat.ts.
 */

import { lastKept, waitingKey } from '../browser/marker.ts';
import type { Custom } from '../client/chat.ts';
import type { Settings } from './options.ts';

export interface WaitingMessage {
  readonly id: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What goes along with it. */
  readonly metadata?: Custom | undefined;
}

export interface Waiting {
  readonly messages: readonly WaitingMessage[];
  readonly draft: string;
  /** The panel was open. */
  readonly open: boolean;
}

export interface WaitingRoom {
  /** What an earlier page load has left. */
  left(): Waiting | undefined;
  /** Keeps what waits now; without any words in it, nothing stays. */
  keep(waiting: Waiting): void;
  /** Removes this and every sign of a kept conversation, at once: no page that comes next goes on with it. */
  forget(): void;
}

/** With `remember: nothing` no word outlives the page, waiting or not. Where the browser denies it, words live as long as the page, too. */
export function createWaitingRoom({ broker, widgetId, remember }: Settings): WaitingRoom {
  const key = waitingKey(broker, widgetId);
  const stays = remember !== 'nothing';
  /** What stands there, without the instant before it: nothing as a rule, and then storage, which is slow to wake, is left alone. */
  let body = '';

  function keep(waiting: Waiting): void {
    const next = stays && (waiting.draft || waiting.messages.length) ? JSON.stringify(waiting) : '';
    // Nobody has written anything since: what was left is not made younger by looking at it.
    if (next === body) return;
    body = next;
    write();
  }

  function write(): void {
    try {
      if (body) sessionStorage.setItem(key, Date.now() + body);
      else sessionStorage.removeItem(key);
    } catch {
      // Denied or full: as if there were no such thing.
    }
  }

  // What stands there is of a time when more was allowed.
  if (!stays) setTimeout(write);

  return {
    left() {
      try {
        body = (stays && sessionStorage.getItem(key)?.replace(/^\d+/, '')) || '';
        return body ? read(JSON.parse(body)) : undefined;
      } catch {
        return undefined;
      }
    },
    keep,
    forget() {
      body = '';
      lastKept(broker, widgetId, true);
    },
  };
}

/** Throws on what was not written here. */
function read({ messages, draft, open }: Waiting): Waiting {
  if (![draft, ...messages.flatMap(({ id, text }) => [id, text])].every(each => `${each}` === each)) throw new Error();
  return { messages, draft, open };
}
