/** Keeps the reader's place: the transcript follows what is written only while it is scrolled to its very end. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from './signals.ts';

/** Fractional zoom leaves the end a pixel or two away. */
const END_PX = 4;

export function useFollow() {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const place = useRef(0);
  const atEnd = useSignal(true);

  function settle(): void {
    const view = log.current;
    if (!view || !following.current) return;
    view.scrollTop = view.scrollHeight;
    place.current = view.scrollTop;
  }

  useLayoutEffect(() => {
    if (!log.current || !content.current || !globalThis.ResizeObserver) return;
    // Streaming text, late pictures and the keyboard change heights without any render of the list; and to ask for the height after each
    // render would have the browser lay out a long transcript each time, instead of once before it paints.
    const observer = new ResizeObserver(settle);
    observer.observe(log.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  return {
    log,
    content,
    /** Whether the end is in sight. */
    atEnd,
    onScroll(): void {
      const view = log.current;
      if (!view || view.clientHeight === 0) return;
      if (view.scrollHeight - view.scrollTop - view.clientHeight <= END_PX) following.current = true;
      // Only a reader scrolls up. The end also gets out of reach when a line above takes room, and then it is to be followed.
      else if (view.scrollTop < place.current) following.current = false;
      place.current = view.scrollTop;
      atEnd.value = following.current;
    },
    /** Goes to the end and follows from there. */
    toEnd(): void {
      following.current = true;
      atEnd.value = true;
      settle();
    },
  };
}
