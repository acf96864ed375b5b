/** One row of the transcript, drawn again only when it changes: a reply that grows must not cost the length of the conversation. */

import { useMemo } from 'preact/hooks';
import { useUi } from './context.ts';
import { formatTime } from './dates.ts';
import { Mark } from './Mark.tsx';
import { Message } from './Message.tsx';
import { Notice } from './Notice.tsx';
import type { Row } from './rows.ts';

export interface RowViewProps {
  readonly row: Row;
  readonly fresh: boolean;
}

export function RowView({ row, fresh }: RowViewProps) {
  const { settings } = useUi();
  const { item, first, last, timed, current } = row;
  const { locale } = settings.value;
  return useMemo(
    () => (
      <>
        {timed && (
          <time class="row mark" dateTime={new Date(item.at).toISOString()}>
            {formatTime(item.at, Date.now(), locale)}
          </time>
        )}
        {item.kind === 'message' && <Message item={item} first={first} last={last} fresh={fresh} />}
        {item.kind === 'notice' && <Notice item={item} current={current} fresh={fresh} />}
        {item.kind === 'mark' && <Mark item={item} fresh={fresh} />}
      </>
    ),
    [item, first, last, timed, current, fresh, locale],
  );
}
