/**
 * Keeps a page of the transcript that is far from what is seen: it is drawn when there is time, and then stays as mere elements, without
 * the components that made them. So a long conversation costs neither time nor memory for all its length, and can still be searched, read
 * aloud and selected. What has been drawn is not replaced because it is seen (kept-page.tsx). The browser leaves out laying out what is out
 * of sight (replies.css).
 */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { whenIdle } from './idle.ts';
import { type KeeperProps, useKeptPage } from './kept-page.tsx';
import { canTell, watchNearness } from './nearness.ts';
import { ROW_PX } from './paging.ts';
import type { Row } from './rows.ts';
import { selectedAround } from './selection.ts';
import { useToday } from './today.ts';

export function Keeper(props: KeeperProps) {
  const { host, rows, busy, live, setLive } = props;
  const [near, setNear] = useState(!canTell());
  const [day, setDay] = useState<number | false>(false);
  const { drawn, current, taken, take, rest } = useKeptPage(props, day);
  const due = useRef(!current);
  due.current = !current;
  /** Drawn for nobody: there was time. */
  const ahead = useRef(false);

  // What may be jumped to has its true height before anybody sees it.
  useLayoutEffect(() => void host.current?.classList.toggle('far', !busy), [busy]);

  useLayoutEffect(() => {
    const tell = (isNear: boolean) => {
      setNear(isNear);
      // In the same moment, in which the reader's place is held.
      if (isNear && due.current) setLive(true);
      // How wide it is has been told to nobody.
      else if (isNear && host.current?.querySelector('.scroller')) take();
    };
    return host.current && canTell() ? watchNearness(host.current, tell) : undefined;
  }, []);

  useLayoutEffect(() => {
    const page = host.current;
    if (!page) return;
    const height = `${rows.length * ROW_PX}px`;
    page.style.containIntrinsicHeight = `auto ${height}`;
    page.style.minHeight = drawn ? '' : height;
  }, [drawn, rows.length]);

  useEffect(() => {
    const turn = () => {
      const awake = live || taken;
      const page = host.current;
      if (!page || (awake && isHeld(page))) return;
      ahead.current = !awake;
      if (awake) rest(page);
      else setLive(true);
    };
    if (busy || (near && !current)) setLive(true);
    // Neither way before the reader's eyes.
    else if (!near && (live || taken ? rows.every(isSettled) : !current)) {
      // Behind all the pages that are still to be drawn it would stay as dear as they are until the last of them is.
      if (!live || !ahead.current) return whenIdle(turn);
      turn();
    }
    return undefined;
  });
  return rows.some(row => row.daysAgo !== null) ? <DayWatch tell={setDay} /> : null;
}

/** By itself, because of many pages few have a day to tell of. Draws nothing. */
function DayWatch({ tell }: { tell(day: number): void }) {
  const day = useToday();
  useLayoutEffect(() => tell(day), [day]);
  return null;
}

const isSettled = ({ item, current }: Row): boolean =>
  !current && !(item.kind === 'message' && /streaming|sending|queued/.test(item.status));

/** Known to its components alone: a picture that has failed, how far something wide has been scrolled, what is said for a moment. */
const OWN = '.picture > svg, .more-before, [role=status]:not(:empty)';

/** Something in it would be lost: the focus, a selection that reaches into it, what components alone know. */
const isHeld = (page: HTMLElement): boolean =>
  selectedAround(page)?.intersectsNode(page) || page.matches(':focus-within') || page.querySelector(OWN) !== null;
