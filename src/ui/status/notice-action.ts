/** Returns the button that helps after an error of the platform; none if there is nothing to do. */

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
      // Sends the visitor's message `about` again, else the last one. Asks the agent to join if there is none, or if joining helps.
      const mine = chat.messages.value.filter(each => each.kind === 'message').filter(({ from }) => from === 'user');
      const lost = mine.find(({ id }) => id === about) ?? mine.at(-1);
      if (remedy !== 'rejoin' && lost) chat.send(lost.text);
      else chat.rejoin();
    },
  };
}

/**
 * Returns the action that asks for a person with a message of the visitor's own: the agent asks for people, and the visitor asks the agent.
 */
export function useAskAgain(): Action | null {
  const chat = useChat();
  const t = useWords();
  // Otherwise a person has joined, is on the way, or stays because the next one could not be reached.
  const alone = /agent|none/.test(useChatState('party'));
  return alone ? { words: 'tryAgain', run: () => void chat.send(t('wantPerson')) } : null;
}

/** Returns true if no message of the visitor can be lost. */
function isAnswered({ messages }: Chat): boolean {
  const last = messages.peek().findLast(each => each.kind === 'message');
  return last?.kind === 'message' && last.from !== 'user' && last.status === 'complete';
}
