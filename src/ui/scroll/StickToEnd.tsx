/** Keeps the reading position (reading-position.ts). Shows the button that scrolls to the end while the last line is out of view. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '../context/use-signal.ts';
import { focusedBeside } from '../focus/focus.ts';
import { JumpToLatest } from './JumpToLatest.tsx';
import { createReadingPosition, type ReadingPosition } from './reading-position.ts';

interface StickToEndProps {
  readonly log: RefObject<HTMLElement | null>;
  /** See UnreadDivider.tsx. */
  readonly newFrom: string;
  /** Key of the visitor's last message that is being sent. */
  readonly sent: string | undefined;
  /** Key of the last message from others. `isNews`: see `rises` in new-items.ts. */
  readonly said: string | undefined;
  readonly isNews: boolean;
  /** Set to true while the last line is in view. */
  readonly isAtEnd: { current: boolean };
  readonly hasFirstScreen: boolean;
}

interface Before {
  sent: string | undefined;
  said: string | undefined;
  newFrom: string;
  /** The last message in the transcript. */
  last?: HTMLElement;
}

export function StickToEnd({ log, newFrom, sent, said, isNews, isAtEnd, hasFirstScreen }: StickToEndProps) {
  const position = useRef<ReadingPosition | null>(null);
  const atEnd = useSignal(true);
  const before = useRef<Before>({ sent, said, newFrom: '' }).current;
  /** True after the visitor has sent a message, until the first reply. */
  const awaits = useRef(false);

  const tell = (isSeen: boolean) => {
    isAtEnd.current = isSeen;
    // Does not remove the button while it has the focus: the focus would move to the composer, and Tab would continue from there.
    if (!focusedBeside(log.current as HTMLElement)?.matches('.jump')) atEnd.value = isSeen;
  };

  useLayoutEffect(() => {
    const view = log.current;
    const [content, reserve] = (view?.children ?? []) as ArrayLike<HTMLElement> & Iterable<HTMLElement>;
    if (!view || !content || !reserve) return undefined;
    const own = createReadingPosition(view, content, reserve, tell);
    position.current = own;
    own.toEnd();
    return own.stop;
  }, []);

  // Shows the top of the first screen, because it is read from there. It may be fetched later than the greeting.
  useLayoutEffect(() => {
    const intro = log.current?.querySelector<HTMLElement>('.intro');
    if (hasFirstScreen && intro && isAtEnd.current) position.current?.show(intro);
  }, [hasFirstScreen]);

  useLayoutEffect(() => {
    const view = log.current;
    const line = newFrom !== before.newFrom && isAtEnd.current ? view?.querySelector<HTMLElement>('.new') : null;
    if (line) position.current?.show(line);
    before.newFrom = newFrom;
    if (!view || (sent === before.sent && said === before.said)) return;
    const rows = [...view.querySelectorAll<HTMLElement>('.rows > .message')];
    const own = rows.findLast(row => row.matches('.user'));
    if (sent && sent !== before.sent && own) {
      awaits.current = true;
      position.current?.showSent(own);
      // A greeting does not scroll the first screen.
    } else if (said !== before.said && isAtEnd.current && !line && !hasFirstScreen) {
      const reply = isNews && firstReply(rows, before.last);
      // Scrolls to the end if the message is not new, or if many arrived at once. A reply to the visitor's message grows below that message without
      // scrolling.
      if (!reply) position.current?.toEnd();
      else if (!awaits.current) position.current?.show(reply);
    }
    if (said !== before.said) awaits.current = false;
    Object.assign(before, { sent, said, last: rows.at(-1) });
  });

  const toEnd = () => {
    position.current?.toEnd();
    atEnd.value = true;
  };
  const onFocusOut = () => {
    atEnd.value = isAtEnd.current;
  };
  return atEnd.value ? null : <JumpToLatest toEnd={toEnd} onFocusOut={onFocusOut} />;
}

/** Returns the first row after `last` that is not a message of the visitor. */
function firstReply(rows: readonly HTMLElement[], last: HTMLElement | undefined): HTMLElement | undefined {
  const place = last ? rows.indexOf(last) : -1;
  return place < 0 ? rows.at(-1) : rows.slice(place + 1).find(row => !row.matches('.user'));
}
