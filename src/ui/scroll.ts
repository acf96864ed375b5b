/**
 * Keeps the reader's place: the transcript follows what is written only while it is scrolled to its very end. Whoever comes back to new
 * messages finds the line above the first of them (NewFrom.tsx): at the top of the view where more is new than fits into it.
 */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusedBeside } from './focus.ts';
import { useSignal } from './signals.ts';

/** Fractional zoom leaves the end a pixel or two away. */
const END_PX = 4;

/** Between the top of the view and the line. */
const ABOVE_PX = 8;

/** A finger begins as a pointer does. */
const HANDS = ['wheel', 'keydown', 'pointerdown'];

/** For so long after that nothing is followed: where scrolling is smooth it has to get under way, and whoever sets the place ends it. */
const START_MS = 150;

/** For so long after a view has become narrower its pages get other heights, one after the other. */
const TURN_MS = 1_000;

/** So often in that time what is written gets shorter at most: proposed answers go, and dots, twice. Who drags it moves it more often. */
const SHIFTS = 3;

/** How far down the view can be. */
const rangeOf = (view: Element) => view.scrollHeight - view.clientHeight;

const isAtEnd = (view: Element) => rangeOf(view) - view.scrollTop <= END_PX;

type Timer = ReturnType<typeof setTimeout>;

/** What a reader begins, for `START_MS` and a frame, which tells of a scroll first: where frames are slow, none may have come before. */
function useStart() {
  const timer = useRef<Timer | undefined>(undefined);
  function stop(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
  }
  useLayoutEffect(() => stop, []);
  return {
    isOn: () => timer.current !== undefined,
    begin(then: () => void): void {
      stop();
      const own = setTimeout(() => requestAnimationFrame(() => timer.current === own && then()), START_MS);
      timer.current = own;
    },
    stop,
  };
}

/**
 * The Home key, or what Macs have for it. A browser that gets there step by step goes astray: what comes to its true height on the way moves
 * its goal as well, by as much as it moves what is being read.
 */
function toBeginning(event: Event): void {
  const { key, shiftKey, altKey, metaKey } = event as KeyboardEvent;
  if (shiftKey || altKey || event.defaultPrevented || !(key === 'Home' || (metaKey && key === 'ArrowUp'))) return;
  event.preventDefault();
  (event.currentTarget as Element).scrollTop = 0;
}

/**
 * Whether the reader is known by what they do to want the end, or to be off from it, whenever the browser gets there, which scrolls beside the page:
 * it may do so long after, or have told of it before. A finger that rests on a touchpad tells nothing, nor does a pinch, which is a wheel as well,
 * or a wheel with Shift, which goes sideways.
 */
function wantsEnd(event: Event): boolean | undefined {
  const { key, deltaX, deltaY, ctrlKey, shiftKey, currentTarget } = event as KeyboardEvent & WheelEvent;
  const view = currentTarget as Element;
  if (
    view.scrollTop &&
    !ctrlKey &&
    !shiftKey &&
    (key === 'ArrowUp' || key === 'PageUp' || deltaY + Math.abs(deltaX) < -END_PX)
  )
    return false;
  return (deltaY > 0 && isAtEnd(view)) || undefined;
}

/**
 * Tells from when to when a mouse or a finger is held down in the text: whoever selects drags it to where it scrolls, and may wait on the way.
 * Not on a scroll bar, of which nobody is told when it is let go of.
 */
function watchPress(view: Element, press: (down: boolean) => void, options: AddEventListenerOptions): void {
  const pressed = ({ target }: Event) => {
    if (target === view) return;
    const over = new AbortController();
    // It may be let go of out of the window: then the next move tells.
    const release = ({ buttons }: PointerEvent) => {
      if (buttons) return;
      over.abort();
      press(false);
    };
    press(true);
    // The browser takes a finger over that begins to scroll.
    for (const type of ['pointerup', 'pointermove', 'pointercancel'] as const)
      addEventListener(type, release, { capture: true, signal: over.signal });
  };
  view.addEventListener('pointerdown', pressed, options);
}

interface Told {
  start(event: Event): void;
  press(down: boolean): void;
  onScroll(): void;
  settle(): void;
}

/** What a view tells of: a hand that may scroll it, that it has scrolled, and other heights. The answer ends it. */
function watch(view: Element, tell: Told): () => void {
  const gone = new AbortController();
  const options = { passive: true, signal: gone.signal };
  for (const type of HANDS) view.addEventListener(type, tell.start, options);
  watchPress(view, tell.press, options);
  view.addEventListener('keydown', toBeginning, { signal: gone.signal });
  view.addEventListener('scroll', tell.onScroll, options);
  // Streaming text, late pictures and the keyboard change heights without any render of the list; and to ask for the height after each
  // render would have the browser lay out a long transcript each time, instead of once before it paints.
  const observer = globalThis.ResizeObserver && new ResizeObserver(tell.settle);
  for (const each of [view, view.firstElementChild]) if (each) observer?.observe(each);
  return () => {
    gone.abort();
    observer?.disconnect();
  };
}

/** Asked of a view now and then: whether a phone was turned a moment ago, say, or all enlarged. The browser then moves the view by more than anybody reads. */
function useTurning(): (view: Element) => boolean {
  const width = useRef(0);
  const turnedAt = useRef(-TURN_MS);
  return view => {
    // Of one panel in two windows the width may be the same.
    const now = view.clientWidth + innerWidth;
    if (width.current && now !== width.current) turnedAt.current = performance.now();
    width.current = now;
    return performance.now() - turnedAt.current < TURN_MS;
  };
}

/**
 * Asked where a view has moved up by so much without a hand. What becomes shorter moves it, and what comes in the same moment hides that it was at
 * its end: no reader did that. But who searches the page, or has it read aloud, gets far; and who drags what was pressed a while ago does so again.
 */
function useShift(): (view: Element, up: number) => boolean {
  const moves = useRef({ since: -TURN_MS, times: 0 }).current;
  return ({ clientHeight }, up) => {
    // Heights are told in whole pixels.
    if (up <= 1) return true;
    const now = performance.now();
    if (now - moves.since > TURN_MS) {
      moves.since = now;
      moves.times = 0;
    }
    return up < clientHeight / 3 && ++moves.times <= SHIFTS;
  };
}

/** How much of its height what is below it has given back since the last time: a field, say, whose long draft has been sent. That moves a view up by as much. */
function useGiven(): (view: Element) => number {
  const height = useRef(Infinity);
  return ({ clientHeight }) => {
    const given = Math.max(0, clientHeight - height.current);
    height.current = clientHeight;
    return given;
  };
}

/**
 * Takes back what the last event has led to, where something else has taken that for itself, in the chat or in the page: it scrolls nothing here.
 * Of many in a row each, when the next one comes. Where the view has moved, as the Home key has it moved, it counts.
 */
function useRecall(place: { readonly current: number }, following: { current: boolean }): (next?: Event) => void {
  const last = useRef<readonly [event?: Event | undefined, before?: boolean, top?: number]>([]);
  return next => {
    const [event, before, top] = last.current;
    if (event?.defaultPrevented && place.current === top) following.current = before as boolean;
    last.current = [next, following.current, place.current];
  };
}

/** Where a view is to be that follows: at its end, or no further than the line above what is new. */
function goalOf(view: Element, toLine: boolean): number {
  const line = toLine && view.querySelector<HTMLElement>('.new');
  // Not by rectangles: where the panel is enlarged they are in the page's pixels, and these are not.
  return line ? line.offsetTop + (line.parentElement?.offsetTop ?? 0) - ABOVE_PX : rangeOf(view);
}

/** A line that comes or goes above the transcript moves its top, and not what is being read. */
function useTop(): (view: Element, isRead: boolean) => void {
  const top = useRef(0);
  return (view, isRead) => {
    const { offsetParent, offsetTop } = view.parentElement as HTMLElement;
    if (!offsetParent) return;
    const by = offsetTop - top.current;
    if (isRead && by) view.scrollTop += by;
    top.current = offsetTop;
  };
}

/** Of `log`, whose first child has all that stands in it. `newFrom`: the first message that nobody has seen, or the empty string. */
export function useFollow(log: RefObject<HTMLElement | null>, newFrom: string) {
  const following = useRef(true);
  /** How far down it was, and could be, when that was last looked at. */
  const place = useRef(0);
  const range = useRef(0);
  const keepPlace = useTop();
  /** The reader has done something since that scrolls, perhaps. */
  const hand = useRef(false);
  /** It holds a mouse or a finger down in the text: nothing is followed until it lets go. */
  const isPressed = useRef(false);
  const starting = useStart();
  const recall = useRecall(place, following);
  const isTurning = useTurning();
  const isShift = useShift();
  const givenTo = useGiven();
  /** It follows no further than the line, until it has been at the end. */
  const held = useRef(false);
  const atEnd = useSignal(true);

  function showEnd(): void {
    // A button that goes from under the focus takes it along to the composer, and Tab then leads past that.
    if (!focusedBeside(log.current as HTMLElement)?.matches('.jump')) atEnd.value = following.current && !held.current;
  }

  function settle(): void {
    const view = log.current;
    if (!view) return;
    keepPlace(view, !following.current);
    // The reader's scroll may have begun, and nobody been told of it yet.
    if (!following.current || isPressed.current || starting.isOn()) return;
    if (hand.current && view.scrollTop < place.current) return;
    const to = goalOf(view, held.current);
    // Even to where it stands: whoever sets the place ends what is getting under way.
    if (Math.abs(to - view.scrollTop) >= 1) view.scrollTop = to;
    place.current = view.scrollTop;
    range.current = rangeOf(view);
    isTurning(view);
    givenTo(view);
    hand.current = false;
    if (view.clientHeight > 0 && isAtEnd(view)) held.current = false;
    showEnd();
  }

  function follow(): void {
    recall();
    following.current = true;
    hand.current = false;
    begun();
  }

  /** What the reader has begun is under way by now, or comes to nothing. */
  function begun(): void {
    starting.stop();
    recall();
    settle();
  }

  function begin(): void {
    hand.current = true;
    starting.begin(begun);
  }

  function start(event: Event): void {
    recall(event);
    begin();
    following.current = wantsEnd(event) ?? following.current;
    showEnd();
  }

  function press(down: boolean): void {
    isPressed.current = down;
    begin();
  }

  function onScroll(): void {
    const view = log.current;
    if (!view?.clientHeight) return;
    const turning = isTurning(view);
    const given = givenTo(view);
    const up = place.current - view.scrollTop;
    // Where it is smooth and frames are slow, the first of them may not have led from the end.
    if (starting.isOn() && up) begin();
    // Whoever has only begun to leave it is there still.
    if (isAtEnd(view) && (following.current || up < 0 || range.current > rangeOf(view))) {
      following.current = true;
      held.current = false;
    } else if (
      following.current &&
      !(hand.current || isPressed.current) &&
      (given || range.current !== rangeOf(view)) &&
      (turning || isShift(view, up - given))
    )
      settle();
    // Only a reader scrolls up, or on from the line. The end also gets out of reach when a line above takes room, and then it is to be followed.
    else if (up > 0 || (held.current && up < 0)) following.current = false;
    place.current = view.scrollTop;
    range.current = rangeOf(view);
    showEnd();
  }

  useLayoutEffect(() => {
    // Who reads further up stays there: in a panel that is only just opened nobody does yet.
    held.current = newFrom !== '' && following.current;
    if (held.current) follow();
  }, [newFrom]);

  useLayoutEffect(() => (log.current ? watch(log.current, { start, press, onScroll, settle }) : undefined), []);

  return {
    /** Whether the end is in sight. */
    atEnd,
    onScroll,
    /** Goes to the end and follows from there. */
    toEnd(): void {
      held.current = false;
      follow();
      atEnd.value = true;
    },
  };
}
