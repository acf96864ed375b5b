/** What the visitor has said, as it is drawn until rows.ts has come, and with it what could answer: one group. */

import type { TimelineItem } from '../client/chat-state.ts';
import type { Row } from './rows.ts';

export const plainRow = (item: TimelineItem, place: number, items: readonly TimelineItem[]): Row => ({
  item,
  first: !place,
  last: !items[place + 1],
  timed: false,
  daysAgo: null,
  isNew: false,
  lang: undefined,
  current: false,
});
