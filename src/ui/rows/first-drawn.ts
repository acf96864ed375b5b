/**
 * Decides which part of a conversation is rendered: the newest 200 items, and 200 more each time the reader asks for older ones. Older rows are
 * removed only if about 400 items are rendered and the reader is at the end. If many items arrive at once, the last 40 are rendered first.
 */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { TimelineItem } from '../../client/api/chat-state.ts';
import { whenIdle } from '../kit/when-idle.ts';

const STEP = 200;
/** Enough rows to fill the tallest panel. */
const AT_ONCE = 40;

export interface Before {
  readonly first: number;
  /** Number of items. */
  readonly count: number;
}

/** Returns the index of the first item to render. `newFrom`: see UnreadDivider.tsx. */
export function firstDrawn(
  items: readonly TimelineItem[],
  { first, count }: Before,
  newFrom: string,
  isAtEnd: boolean,
): number {
  // Lowers the limit if many items arrive at once, because a history may arrive in several frames.
  const most = items.length - count > AT_ONCE ? STEP : 2 * STEP - 1;
  const isLong = isAtEnd && items.length > count && items.length - first > most;
  const from = Math.min(isLong ? items.length : first, Math.max(0, items.length - AT_ONCE));
  const fresh = newFrom ? items.findIndex(({ key }) => key === newFrom) : -1;
  return fresh < 0 ? from : Math.min(from, fresh);
}

export interface Drawn {
  readonly first: number;
  /** Renders older items, if there are any. */
  showEarlier(): void;
}

export function useDrawn(items: readonly TimelineItem[], newFrom: string, isAtEnd: { current: boolean }): Drawn {
  const [, draw] = useState({});
  const first = useRef(0);
  const count = useRef(0);
  first.current = firstDrawn(items, { first: first.current, count: count.current }, newFrom, isAtEnd.current);
  count.current = items.length;
  const isPart = first.current > 0 && items.length - first.current < STEP;
  /** Renders at least this many of the newest items. Never removes items that are already rendered. */
  const show = (newest: number) => {
    first.current = Math.max(0, Math.min(first.current, count.current - newest));
    draw({});
  };
  useEffect(() => (isPart ? whenIdle(() => show(STEP)) : undefined), [isPart, first.current]);
  return { first: first.current, showEarlier: () => show(count.current - first.current + STEP) };
}
