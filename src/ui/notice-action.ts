/** What helps after an error that the platform reports: one button, or none where words are all there is. */

import type { Chat } from '../client/chat.ts';
import type { NoticeItem } from '../client/chat-state.ts';
import { t } from './strings.ts';

export interface Action {
  readonly label: string;
  run(): void;
}

export function noticeAction({ remedy }: NoticeItem, chat: Chat): Action | null {
  switch (remedy) {
    case 'wait':
    case 'resend':
      return { label: t('tryAgain'), run: () => sayAgain(chat) };
    case 'rejoin':
      return { label: t('tryAgain'), run: () => chat.rejoin() };
    case 'none':
      return null;
    default:
      return { label: t('startNew'), run: () => chat.startNew() };
  }
}

/** The visitor's last message once more; before there is one, the agent is asked to join. */
function sayAgain(chat: Chat): void {
  const mine = chat.messages.value.findLast(each => each.kind === 'message' && each.from === 'user');
  if (mine?.kind === 'message') chat.send(mine.text);
  else chat.rejoin();
}
