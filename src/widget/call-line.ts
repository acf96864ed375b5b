/**
 * Calls to a chat that is still to be fetched: they wait in line and are made once, in their order, when it has come; from then on each is
 * made at once. What a visitor sees meanwhile is deferred-chat.ts.
 */

import type { Chat } from '../client/chat.ts';

/** Answers what makes the chat. `tries` counts from 0 and tells one attempt from another. */
export type FetchEngine = (tries: number) => Promise<() => Chat>;

export interface LineEvents {
  loading(): void;
  /** `tries` so far have come to nothing. */
  failed(error: unknown, tries: number): void;
  /** Everything that stood in line has been called. */
  ready(chat: Chat): void;
}

export interface CallLine {
  call(run: (chat: Chat) => void): void;
  /** A call that comes to nothing if all wishes are given up before it was made. */
  wish(run: (chat: Chat) => unknown): void;
  giveUp(): void;
  /** The chat, once everything before has been called. */
  ready(): Chat | undefined;
  /** Fetches it, unless it is under way or here; once more, if that fails, when the network is back. */
  load(): void;
  /** Ends the chat if there is one, and everything else. */
  stop(): void;
}

export function createCallLine(fetchEngine: FetchEngine, tell: LineEvents): CallLine {
  const waiting: ((chat: Chat) => void)[] = [];
  let made: Chat | undefined;
  let ready: Chat | undefined;
  let busy = false;
  let stopped = false;
  let tries = 0;
  /** Raised when all that was wished is given up. */
  let era = 0;

  async function load(): Promise<void> {
    if (busy || stopped) return;
    busy = true;
    tell.loading();
    try {
      const make = await fetchEngine(tries++);
      if (stopped) return;
      made = make();
    } catch (error) {
      busy = false;
      if (stopped) return;
      tell.failed(error, tries);
      // It may have been the network, and who has written may have put the phone away.
      addEventListener('online', load, { once: true });
      return;
    }
    // Handlers that hear of one may call in their turn: that joins the end of the line.
    for (const run of waiting) run(made);
    ready = made;
    tell.ready(made);
  }

  function call(run: (chat: Chat) => void): void {
    if (ready) run(ready);
    else if (!stopped) waiting.push(run);
  }

  return {
    call,
    wish(run) {
      const begun = era;
      call(chat => begun === era && run(chat));
    },
    giveUp() {
      era += 1;
    },
    ready: () => ready,
    load: () => void load(),
    stop() {
      stopped = true;
      removeEventListener('online', load);
      made?.dispose();
    },
  };
}
