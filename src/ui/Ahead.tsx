/**
 * The room of pages that are still to be drawn: of a history that comes at once, what is far from its end. Some of them are drawn each time
 * that the page has nothing else to do, the last first, and all as soon as somebody scrolls there.
 */

import { useEffect, useRef } from 'preact/hooks';
import { whenIdle } from './idle.ts';
import { canTell, watchNearness } from './nearness.ts';
import { heightOf } from './paging.ts';

/** `pages`: as many as it keeps room for. `draw`: how many at the end are to be drawn, paging.ts. */
export interface AheadProps {
  readonly pages: number;
  draw(due: number | ((before: number) => number)): void;
}

/**
 * More would be felt where somebody writes meanwhile. With fewer a conversation would take more room: what Preact has once drawn remembers
 * what stood beside it then.
 */
const SOME = 64;

export function Ahead({ pages, draw }: AheadProps) {
  const host = useRef<HTMLDivElement>(null);
  // After the end has been painted; and again when these have been.
  useEffect(() => whenIdle(() => draw(due => due + SOME)));
  useEffect(
    () =>
      canTell() && host.current
        ? watchNearness(host.current, near => {
            if (near) draw(Infinity);
          })
        : undefined,
    [],
  );
  return <div ref={host} style={{ height: heightOf(pages) }} />;
}
