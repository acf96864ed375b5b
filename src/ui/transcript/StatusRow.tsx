/** Draws a row of the transcript that is not a message: a notice from the platform, or an event. */

import type { Chat } from '../../client/api/chat.ts';
import type { MarkItem, NoticeItem } from '../../client/api/chat-state.ts';
import { useChat, useWords } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';
import { unspoofed } from '../i18n/translate.ts';
import { Notice } from '../status/Notice.tsx';
import { noticeAction, useAskAgain } from '../status/notice-action.ts';
import { EventRow } from './EventRow.tsx';

interface StatusRowProps {
  readonly item: MarkItem | NoticeItem;
  /** True if no message came later. */
  readonly current: boolean;
  readonly fresh: boolean;
}

export function StatusRow({ item, current, fresh }: StatusRowProps) {
  if (item.kind === 'mark') return <EventRow item={item} current={current} fresh={fresh} />;
  return <Told item={item} current={current} fresh={fresh} />;
}

function Told({ item, current, fresh }: { readonly item: NoticeItem } & Pick<StatusRowProps, 'current' | 'fresh'>) {
  const chat = useChat();
  const t = useWords();
  const { level, code, remedy, text } = item;
  const again = useAskAgain();
  // Shows the button that asks the agent to join for as long as a message waits for the agent, even if other messages follow the notice.
  const helps = useSelected(() => current || (remedy === 'rejoin' && isWaitedOn(chat, item)));
  return (
    <Notice
      level={level}
      // Shows a text that is not in the catalogue as the platform wrote it.
      text={code ? t(code) : unspoofed(text)}
      action={helps ? (code?.startsWith('handoff') ? again : noticeAction(item, chat)) : null}
      fresh={fresh}
    />
  );
}

function isWaitedOn({ state }: Chat, { key }: NoticeItem): boolean {
  const { connection, messages } = state.value;
  return connection.phase === 'joining' && messages.findLast(each => each.kind === 'notice')?.key === key;
}
