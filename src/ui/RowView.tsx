/** One row of the transcript, drawn again only when it changes: a reply that grows must not cost the length of the conversation. */

import { useMemo } from 'preact/hooks';
import { useChat, useSettings } from './context.ts';
import { formatTime } from './dates.ts';
import { Mark } from './Mark.tsx';
import { Message } from './Message.tsx';
import { Notice } from './Notice.tsx';
import { noticeAction } from './notice-action.ts';
import type { Row } from './rows.ts';
import { t } from './strings.ts';

export interface RowViewProps {
  readonly row: Row;
  readonly fresh: boolean;
}

export function RowView({ row, fresh }: RowViewProps) {
  const chat = useChat();
  const { item, first, last, timed, current } = row;
  const { locale } = useSettings();

  function draw() {
    if (item.kind === 'mark') return <Mark item={item} fresh={fresh} />;
    if (item.kind === 'message') return <Message item={item} first={first} last={last} fresh={fresh} />;
    const { level, code, remedy, text } = item;
    return (
      <Notice
        level={level}
        // Texts that the catalogue does not know are shown as the platform wrote them.
        text={code ? t(code) : text}
        code={remedy === 'contact' ? code : undefined}
        action={current ? noticeAction(item, chat) : null}
        fresh={fresh}
      />
    );
  }

  return useMemo(
    () => (
      <>
        {timed && <time class="row mark detail">{formatTime(item.at, Date.now(), locale)}</time>}
        {draw()}
      </>
    ),
    [item, first, last, timed, current, fresh, locale],
  );
}
