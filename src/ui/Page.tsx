/**
 * A stretch of the transcript, looked at again only when one of its rows is another: what arrives at the end of a conversation must not cost
 * its length. What becomes of it far from where somebody reads is Keeper.tsx.
 */

import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Arrivals } from './arrivals.ts';
import type { Parts } from './late-parts.ts';
import { RowView } from './RowView.tsx';
import { isAtEnd, type Pages, type Row, toPages } from './rows.ts';

/** Another object when all is to be drawn anew. */
export interface Look {
  readonly language: object;
  readonly settings: object;
  /** Once it has come. A hundred pages that looked for it themselves would be felt. */
  readonly keeper: Parts['Keeper'] | undefined;
}

interface PageProps {
  readonly rows: readonly Row[];
  readonly news: Arrivals;
  /** It is near the end of the transcript, where things happen. */
  readonly last: boolean;
  readonly look: Look;
}

/** The drawing of a page that is as it was is the same as it was: one more message must not cost the number of pages. */
export function usePages(rows: readonly Row[], news: Arrivals, look: Look): readonly VNode<PageProps>[] {
  const pages = useRef<Pages>([]);
  const drawn = useRef<readonly VNode<PageProps>[]>([]);
  return useMemo(() => {
    pages.current = toPages(rows, pages.current);
    const now: VNode<PageProps>[] = [];
    for (const page of pages.current) {
      const place = now.length;
      const last = isAtEnd(place, pages.current);
      const before = drawn.current[place];
      const same = before && before.props.rows === page && before.props.last === last && before.props.look === look;
      now.push(same ? before : <Page key={place} rows={page} news={news} last={last} look={look} />);
    }
    drawn.current = now;
    return now;
  }, [rows, news, look]);
}

function Page({ rows, news, last, look }: PageProps) {
  const { keeper: Keeper } = look;
  const host = useRef<HTMLDivElement>(null);
  const [chosen, setLive] = useState(last || !Keeper);
  const live = chosen || last;
  // What is drawn again when somebody comes back to it does not arrive again.
  const returns = useRef(false);
  returns.current ||= !live;
  const page = useMemo(
    () => (
      <div ref={host} class="page">
        {live &&
          rows.map(row => <RowView key={row.item.key} row={row} fresh={!returns.current && news.has(row.item.key)} />)}
      </div>
    ),
    [live, rows, news],
  );
  return (
    <>
      {page}
      {Keeper && <Keeper host={host} rows={rows} look={look} last={last} live={live} setLive={setLive} />}
    </>
  );
}
