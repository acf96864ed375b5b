/** What one page is told of messages: each once, and none left out since there was a conversation. What else must hold is invariants.ts. */

import { effect } from '@preact/signals-core';
import type { Client } from '../../src/client/client.ts';
import { noticeId } from '../../src/session/news.ts';
import type { SessionState } from '../../src/session/state.ts';

export interface Ear {
  /** Messages that stand in the transcript and that the page has neither found there nor heard of. */
  missed(): readonly string[];
}

export function createEar(chat: Client, now: () => number, wrong: (what: string) => void): Ear {
  const openedAt = now();
  const heard = new Set<string>();
  /** What stood there when the page found the conversation. */
  let found: ReadonlySet<string> | undefined;
  effect(() => {
    const state = chat.machine.value;
    if (state.phase.name === 'idle') found = undefined;
    else found ??= new Set([...finished(state), ...state.outbox.map(({ id }) => id)]);
  });
  chat.on('message', ({ id }) => {
    if (heard.has(id)) wrong(`(o) the page is told of ${id} twice`);
    heard.add(id);
  });
  return {
    // What was said before there was this page may be found late.
    missed: () => finished(chat.machine.peek(), openedAt).filter(id => !heard.has(id) && !found?.has(id)),
  };
}

function finished({ conversation, past }: SessionState, after = 0): string[] {
  return [...past, ...conversation.view.items].flatMap(item =>
    item.kind === 'mark' || item.at <= after || (item.kind === 'message' && item.status === 'streaming')
      ? []
      : [item.kind === 'message' ? item.id : noticeId(item)],
  );
}
