/**
 * Renders the rows of the transcript in groups. A group is rendered again only if one of its rows changes. A new message therefore costs the same
 * in a short and in a long conversation.
 */

import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { TimelineItem } from '../../client/api/chat-state.ts';
import { memoVNode, useNode } from '../kit/memo-vnode.ts';
import { Message } from '../message/Message.tsx';
import type { NewItems } from '../rows/new-items.ts';
import type { Row } from '../rows/rows.ts';
import { DaySeparator } from './DaySeparator.tsx';
import { StatusRow } from './StatusRow.tsx';

const GROUP_ITEMS = 20;

interface Group {
  readonly rows: readonly Row[];
  readonly node: VNode;
}

interface Drawn {
  readonly look: object;
  readonly groups: ReadonlyMap<number, Group>;
}

/** `rows` are the rows of `items` from index `first` on. Passing a new `look` object renders all of them again. */
export function useRowGroups(
  rows: readonly Row[],
  items: readonly TimelineItem[],
  first: number,
  news: NewItems,
  look: object,
): readonly VNode[] {
  const before = useRef<Drawn>({ look, groups: new Map() });
  return useMemo(() => {
    const old = before.current.look === look ? before.current.groups : new Map<number, Group>();
    const groups = new Map<number, Group>();
    for (const [index, own] of split(rows, items, first)) {
      const known = old.get(index);
      const now = own.map((row, place) => asBefore(row, known?.rows[place]));
      const isSame = known?.rows.length === now.length && now.every((row, place) => row === known.rows[place]);
      groups.set(index, isSame ? known : { rows: now, node: memoVNode(<Rows key={index} rows={now} news={news} />) });
    }
    before.current = { look, groups };
    return [...groups.values()].map(({ node }) => node);
  }, [rows, first, news, look]);
}

/** Splits the rows by the indexes of their items. These indexes stay the same when older rows are rendered. */
function split(rows: readonly Row[], items: readonly TimelineItem[], first: number): ReadonlyMap<number, Row[]> {
  const groups = new Map<number, Row[]>();
  let place = first;
  for (const row of rows) {
    while (place < items.length - 1 && items[place] !== row.item) place++;
    const index = Math.floor(place / GROUP_ITEMS);
    const group = groups.get(index);
    if (group) group.push(row);
    else groups.set(index, [row]);
  }
  return groups;
}

function asBefore(row: Row, old: Row | undefined): Row {
  if (!old) return row;
  for (const key in row) if (row[key as keyof Row] !== old[key as keyof Row]) return row;
  return old;
}

function Rows({ rows, news }: { readonly rows: readonly Row[]; readonly news: NewItems }) {
  return (
    <div class="rows">
      {rows.map(row => (
        <RowView key={row.item.key} row={row} fresh={news.rises(row.item.key)} />
      ))}
    </div>
  );
}

interface RowViewProps {
  readonly row: Row;
  readonly fresh: boolean;
}

/** Renders a row, and renders it again only if it changes. A growing reply therefore costs the same in a long conversation. */
function RowView({ row, fresh }: RowViewProps) {
  const { item, daysAgo, isNew, current } = row;
  const leads = daysAgo !== null || isNew;
  // Renders the lines above the message separately; otherwise they would be rendered again whenever a reply grows.
  const lead = useNode(
    () => leads && <DaySeparator at={item.at} daysAgo={daysAgo} isNew={isNew} />,
    [leads, item.at, daysAgo, isNew],
  );
  return useNode(
    () => (
      <>
        {lead}
        {item.kind === 'message' ? (
          <Message {...row} item={item} fresh={fresh} />
        ) : (
          <StatusRow item={item} current={current} fresh={fresh} />
        )}
      </>
    ),
    [row, fresh],
  );
}
