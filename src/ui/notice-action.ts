/** What helps after an error that the platform reports: one button, or none where words are all there is. */

import type { Chat } from '../client/chat.ts';
import type { NoticeItem } from '../client/chat-state.ts';
import type { Key } from './catalogue.ts';

export interface Action {
  readonly words: Key;
  run(): void;
}

export function noticeAction({ remedy }: NoticeItem, chat: Chat): Action | null {
  if (remedy === 'none' || (remedy === 'wait' && isAnswered(chat))) return null;
  if (remedy === 'new_session' || remedy === 'contact') return { words: 'startNew', run: () => chat.startNew() };
  return {
    words: 'tryAgain',
    run() {
      // The visitor's last message once more; before there is one, or where that is what helps, the agent is asked to join.
      const mine = chat.messages.value.findLast(each => each.kind === 'message' && each.from === 'user');
      if (remedy !== 'rejoin' && mine?.kind === 'message') chat.send(mine.text);
      else chat.rejoin();
    },
  };
}

/** Nothing of the visitor's can have been lost. */
function isAnswered({ messages }: Chat): boolean {
  const last = messages.peek().findLast(each => each.kind === 'message');
  return last?.kind === 'message' && last.from !== 'user' && last.status === 'complete';
}
