/** One row of the transcript, rendered again only if it changes: a growing reply must not cost the length of the conversation. */

import { useNode } from '../kit/memo-vnode.ts';
import { Message } from '../message/Message.tsx';
import type { Row } from '../rows/rows.ts';
import { DaySeparator } from './DaySeparator.tsx';
import { StatusRow } from './StatusRow.tsx';

export interface RowViewProps {
  readonly row: Row;
  readonly fresh: boolean;
}

export function RowView({ row, fresh }: RowViewProps) {
  const { item, daysAgo, isNew, current } = row;

  const leads = daysAgo !== null || isNew;
  // A reply that grows does not begin another day.
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
