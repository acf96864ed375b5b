/** Keeps the view at the end of the transcript or at the reader's place (scroll.ts), with the way back to the end where that is out of sight. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Jump } from './Jump.tsx';
import { useFollow } from './scroll.ts';

interface FollowProps {
  readonly log: RefObject<HTMLElement | null>;
  /** See NewFrom.tsx. */
  readonly newFrom: string;
  /** The last message that is on its way. */
  readonly sent: string | undefined;
}

export function Follow({ log, newFrom, sent }: FollowProps) {
  const { atEnd, onScroll, toEnd } = useFollow(log, newFrom);

  // Whoever sends wants to see it: that is the one jump that is not asked for by its button.
  const shown = useRef(sent);
  useLayoutEffect(() => {
    if (sent && sent !== shown.current) toEnd();
    shown.current = sent;
  });

  return atEnd.value ? null : <Jump toEnd={toEnd} onFocusOut={onScroll} />;
}
