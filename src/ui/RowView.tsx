/** One row of the transcript, drawn again only when it changes: a reply that grows must not cost the length of the conversation. */

import { useMemo } from 'preact/hooks';
import { useLanguage } from './context.ts';
import { formatTime } from './dates.ts';
import { Late } from './Late.tsx';
import { Message } from './Message.tsx';
import type { Row } from './rows.ts';

export interface RowViewProps {
  readonly row: Row;
  readonly fresh: boolean;
}

export function RowView({ row, fresh }: RowViewProps) {
  const { item, first, last, timed, lang, current } = row;
  const { locale } = useLanguage();

  return useMemo(
    () => (
      <>
        {timed && <time class="row mark detail">{formatTime(item.at, Date.now(), locale)}</time>}
        {item.kind === 'message' ? (
          <Message item={item} first={first} last={last} lang={lang} fresh={fresh} />
        ) : (
          <Late is="Line" item={item} current={current} fresh={fresh} />
        )}
      </>
    ),
    [item, first, last, timed, lang, current, fresh, locale],
  );
}
