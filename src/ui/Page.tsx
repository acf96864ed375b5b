/**
 * A stretch of the transcript, looked at again only when one of its rows is another: what arrives at the end of a conversation must not cost
 * its length. What becomes of it far from where somebody reads is Keeper.tsx.
 */

import type { RefObject, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Ahead } from './Ahead.tsx';
import type { Arrivals } from './arrivals.ts';
import { Keeper } from './Keeper.tsx';
import { type PageOfRows, paginate } from './paging.ts';
import { RowView } from './RowView.tsx';
import { reusable, useNode } from './reusable.ts';
import type { Row } from './rows.ts';
import type { UiSettings } from './settings.ts';

/** Another object when all is to be drawn anew. */
export interface Look {
  readonly language: object;
  readonly settings: UiSettings;
}

interface PageProps {
  readonly page: PageOfRows;
  readonly news: Arrivals;
  readonly look: Look;
}

/** The drawing of a page that is as it was is the same as it was: one more message must not cost the number of pages. */
export function usePages(
  rows: readonly Row[],
  news: Arrivals,
  look: Look,
  log: RefObject<Element | null>,
): readonly (VNode | null)[] {
  const [due, setDue] = useState(0);
  const before = useRef<{ pages: readonly PageOfRows[]; look?: Look; drawn: (VNode | null)[] }>({
    pages: [],
    drawn: [],
  });
  return useMemo(() => {
    const old = before.current;
    // One that is only just opened has no height yet.
    const viewPx = () => log.current?.clientHeight || innerHeight;
    const pages = paginate(rows, old.pages, due, viewPx);
    const drawn = pages.map((page, place) => {
      const { ahead } = page;
      if (old.look === look && old.pages[place] === page) return old.drawn[place] as VNode | null;
      if (ahead === undefined) return reusable(<Page key={place} page={page} news={news} look={look} />);
      return ahead ? <Ahead key={place} pages={ahead} draw={setDue} /> : null;
    });
    before.current = { pages, look, drawn };
    return drawn;
  }, [rows, news, look, due]);
}

function Page({ page: { rows, busy, atOnce }, news, look }: PageProps) {
  const host = useRef<HTMLDivElement>(null);
  const [chosen, setLive] = useState(busy || atOnce);
  const live = chosen || busy;
  // What is drawn again when somebody comes back to it does not arrive again.
  const returns = useRef(false);
  returns.current ||= !live;
  const page = useNode(
    () => (
      <div ref={host} class="page">
        {live &&
          rows.map(row => (
            <RowView key={row.item.key} row={row} fresh={!returns.current && news.rises(row.item.key)} />
          ))}
      </div>
    ),
    [live, rows, news],
  );
  return (
    <>
      {page}
      <Keeper host={host} rows={rows} look={look} busy={busy} live={live} setLive={setLive} View={RowView} />
    </>
  );
}
