/** What a visitor reads when the platform reports an error, and what the notice offers. Platform texts that we do not know are shown as they are. */

import type { Chat } from '../client/chat.ts';
import type { NoticeItem, SystemErrorKind } from '../client/chat-state.ts';
import type { Key } from './strings.ts';
import { t } from './strings.ts';

const WORDS: Record<SystemErrorKind, Key> = {
  invalid_event: 'noticeOurs',
  event_not_allowed: 'noticeOurs',
  high_load: 'noticeBusy',
  start_failed: 'noticeStart',
  no_response: 'noticeNoResponse',
  agent_error: 'noticeAgentError',
  session_not_found: 'noticeGone',
  session_unavailable: 'noticeUnavailable',
  connector_not_found: 'noticeNoChannel',
  conversation_not_found: 'noticeLostPlace',
  conversation_missing: 'noticeLostPlace',
  handoff_connect_failed: 'noticeNoPerson',
  live_forward_failed: 'noticeNotForwarded',
  handoff_not_initiated: 'noticeNoPerson',
};

export function noticeWords(item: NoticeItem): string {
  return item.code ? t(WORDS[item.code]) : item.text;
}

export interface Action {
  readonly label: string;
  readonly run: () => void;
}

/** The one button that helps, or null when words are all there is. */
export function noticeAction(item: NoticeItem, chat: Chat): Action | null {
  switch (item.remedy) {
    case 'wait':
    case 'resend':
      return { label: t('tryAgain'), run: () => sayAgain(chat) };
    case 'rejoin':
      return { label: t('tryAgain'), run: () => chat.rejoin() };
    case 'new_session':
    case 'contact':
      return { label: t('startNew'), run: () => chat.startNew() };
    case 'none':
      return null;
  }
}

/** The visitor's last message once more; before there is one, the agent is asked to join. */
function sayAgain(chat: Chat): void {
  const mine = chat.messages.value.findLast(each => each.kind === 'message' && each.from === 'user');
  if (mine?.kind === 'message') chat.send(mine.text);
  else chat.rejoin();
}
