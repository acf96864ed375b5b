/** One row of the transcript, rendered again only if it changes: a growing reply must not cost the length of the conversation. */

import { Lead } from './Lead.tsx';
import { Line } from './Line.tsx';
import { Message } from './Message.tsx';
import { useNode } from './reusable.ts';
import type { Row } from './rows.ts';

export interface RowViewProps {
  readonly row: Row;
  readonly fresh: boolean;
}

export function RowView({ row, fresh }: RowViewProps) {
  const { item, daysAgo, isNew, current } = row;

  const leads = daysAgo !== null || isNew;
  // A reply that grows does not begin another day.
  const lead = useNode(
    () => leads && <Lead at={item.at} daysAgo={daysAgo} isNew={isNew} />,
    [leads, item.at, daysAgo, isNew],
  );
  return useNode(
    () => (
      <>
        {lead}
        {item.kind === 'message' ? (
          <Message {...row} item={item} fresh={fresh} />
        ) : (
          <Line item={item} current={current} fresh={fresh} />
        )}
      </>
    ),
    [row, fresh],
  );
}
