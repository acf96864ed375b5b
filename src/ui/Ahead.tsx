/**
 * The room of pages that are still to be drawn: of a history that comes at once, what is far from its end. They are drawn when the page has
 * nothing else to do, and as soon as somebody scrolls there. In one go: what Preact has once drawn remembers what stood beside it then.
 */

import { useEffect, useRef } from 'preact/hooks';
import { whenIdle } from './idle.ts';
import type { LateProps } from './late-parts.ts';
import { canTell, watchNearness } from './nearness.ts';
import { heightOf } from './paging.ts';

export function Ahead({ pages, draw }: LateProps['Ahead']) {
  const host = useRef<HTMLDivElement>(null);
  // After the end has been painted.
  useEffect(() => {
    const calm = whenIdle(draw);
    const leave = canTell() && host.current && watchNearness(host.current, near => near && draw());
    return () => {
      calm();
      if (leave) leave();
    };
  }, []);
  return <div ref={host} style={{ height: heightOf(pages) }} />;
}
