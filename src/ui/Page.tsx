/**
 * A stretch of the transcript, looked at again only when one of its rows is another: what arrives at the end of a conversation must not cost
 * its length. What becomes of it far from where somebody reads is Keeper.tsx.
 */

import { useMemo, useRef, useState } from 'preact/hooks';
import type { Arrivals } from './arrivals.ts';
import { useUi } from './context.ts';
import { Late } from './Late.tsx';
import { RowView } from './RowView.tsx';
import type { Row } from './rows.ts';

export interface PageProps {
  readonly rows: readonly Row[];
  readonly news: Arrivals;
  /** It is near the end of the transcript, where things happen. */
  readonly last: boolean;
  /** Another object when all is to be drawn anew: the language, the settings. */
  readonly look: object;
}

export function Page({ rows, news, last, look }: PageProps) {
  const { parts } = useUi();
  const host = useRef<HTMLDivElement>(null);
  const [chosen, setLive] = useState(last || !parts.peek());
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
    [live, rows],
  );
  return (
    <>
      {page}
      <Late is="Keeper" host={host} rows={rows} look={look} last={last} live={live} setLive={setLive} />
    </>
  );
}
