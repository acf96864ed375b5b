/** Returns the button to show with an error from the platform, or null if the visitor cannot do anything about it. */

import type { Chat } from '../../client/api/chat.ts';
import type { NoticeItem } from '../../client/api/chat-state.ts';
import { useChat, useChatState, useWords } from '../context/hooks.ts';
import type { Key } from '../i18n/catalogue.ts';

export interface Action {
  readonly words: Key;
  run(): void;
}

export function noticeAction({ remedy, about }: NoticeItem, chat: Chat): Action | null {
  if (remedy === 'none' || (remedy === 'wait' && isAnswered(chat))) return null;
  if (remedy === 'new_session' || remedy === 'contact') return { words: 'startNew', run: () => chat.startNew() };
  return {
    words: 'tryAgain',
    run() {
      // Sends the message with the id `about` again, or else the visitor's last one. If there is none, or if `remedy` says so, asks the agent to
      // join instead.
      const mine = chat.messages.value.filter(each => each.kind === 'message').filter(({ from }) => from === 'user');
      const lost = mine.find(({ id }) => id === about) ?? mine.at(-1);
      if (remedy !== 'rejoin' && lost) chat.send(lost.text);
      else chat.rejoin();
    },
  };
}

/** Returns the action that asks for a person again. It sends a message in the visitor's name, because only the agent can start a hand-off. */
export function useAskAgain(): Action | null {
  const chat = useChat();
  const t = useWords();
  // False if a person has joined, is about to join, or has stayed because the next one could not be reached.
  const alone = /agent|none/.test(useChatState('party'));
  return alone ? { words: 'tryAgain', run: () => void chat.send(t('wantPerson')) } : null;
}

/** Returns true if the last message is a complete reply. No message of the visitor was lost then. */
function isAnswered({ messages }: Chat): boolean {
  const last = messages.peek().findLast(each => each.kind === 'message');
  return last?.kind === 'message' && last.from !== 'user' && last.status === 'complete';
}
