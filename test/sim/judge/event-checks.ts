/** Message events of one page: each message once, and none missing since the conversation began. All other checks are in invariants.ts. */

import { effect } from '@preact/signals-core';
import type { Client } from '../../../src/client/client.ts';
import type { SessionState } from '../../../src/session/state/state.ts';
import { noticeId } from '../../../src/session/transcript/message-keys.ts';

export interface Ear {
  /** Messages in the transcript that the page neither found there nor was told of. */
  missed(): readonly string[];
}

export function createEar(chat: Client, now: () => number, wrong: (what: string) => void): Ear {
  const openedAt = now();
  const heard = new Set<string>();
  /**
   * Messages that were in the transcript when the page found the conversation. A page can find one again after losing it to a tab that has
   * none, or read in the record that another tab has ended the chat.
   */
  const found = new Set<string>();
  let looks = true;
  let hadSocket = false;
  effect(() => {
    const state = chat.machine.value;
    const { name } = state.phase;
    const rests = name === 'idle';
    const readEnd = name === 'ended' && !hadSocket;
    hadSocket = ['active', 'replaying', 'joining'].includes(name) || (name === 'ended' && hadSocket);
    if ((looks && !rests) || readEnd)
      for (const id of [...finished(state), ...state.outbox.map(each => each.id)]) found.add(id);
    looks = rests;
  });
  chat.on('message', ({ id }) => {
    if (heard.has(id)) wrong(`(o) the page is told of ${id} twice`);
    heard.add(id);
  });
  return {
    // Messages from before the page was opened may appear late.
    missed: () => finished(chat.machine.peek(), openedAt).filter(id => !heard.has(id) && !found.has(id)),
  };
}

function finished({ conversation, past }: SessionState, after = 0): string[] {
  return [...past, ...conversation.view.items].flatMap(item =>
    item.kind === 'mark' || item.at <= after || (item.kind === 'message' && item.status === 'streaming')
      ? []
      : [item.kind === 'message' ? item.id : noticeId(item)],
  );
}
