/**
 * A stretch of the transcript, looked at again only when one of its rows is another: what arrives at the end of a conversation must not cost
 * its length. The browser leaves out laying out the pages that are out of sight (conversation.css); searching and reading aloud find them.
 */

import { useMemo } from 'preact/hooks';
import type { Arrivals } from './arrivals.ts';
import { RowView } from './RowView.tsx';
import type { Row } from './rows.ts';

export interface PageProps {
  readonly rows: readonly Row[];
  readonly news: Arrivals;
}

export function Page({ rows, news }: PageProps) {
  return useMemo(
    () => (
      <div class="page">
        {rows.map(row => (
          <RowView key={row.item.key} row={row} fresh={news.has(row.item.key)} />
        ))}
      </div>
    ),
    rows.flatMap(({ item, first, last, timed, lang, current }) => [item, first, last, timed, lang, current]),
  );
}
