/** One row of the transcript, drawn again only when it changes: a reply that grows must not cost the length of the conversation. */

import { Late } from './Late.tsx';
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
    () => leads && <Late is="Lead" at={item.at} daysAgo={daysAgo} isNew={isNew} />,
    [leads, item.at, daysAgo, isNew],
  );
  return useNode(
    () => (
      <>
        {lead}
        {item.kind === 'message' ? (
          <Message {...row} item={item} fresh={fresh} />
        ) : (
          <Late is="Line" item={item} current={current} fresh={fresh} />
        )}
      </>
    ),
    [row, fresh],
  );
}
