/** Detects from input events that the reader is scrolling, because scroll events are fired late. */

/**
 * Milliseconds without automatic scrolling after the reader's last input. One more frame must pass after them, in which the browser reports the
 * scroll.
 */
const REST_MS = 200;

const SIGNS = ['wheel', 'keydown', 'pointerdown', 'touchmove'];

export interface ReaderInput {
  areBusy(): boolean;
  /** Begins the time without automatic scrolling, or prolongs it. */
  busy(): void;
  /** Ends that time at once. */
  rest(): void;
  stop(): void;
}

/** Calls `settle` when the reader has stopped scrolling. */
export function watchReaderInput(view: HTMLElement, settle: () => void): ReaderInput {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True while a mouse button or a finger is held down in the text, for example by a visitor who pauses while selecting. */
  let isPressed = false;
  const gone = new AbortController();

  function rest(): void {
    clearTimeout(timer);
    timer = undefined;
  }
  function busy(): void {
    rest();
    const own = setTimeout(() => requestAnimationFrame(() => timer === own && over()), REST_MS);
    timer = own;
  }
  function over(): void {
    rest();
    if (!isPressed) settle();
  }
  // Ignores presses on the view itself: they are on its scroll bar, and browsers do not report their release.
  view.addEventListener(
    'pointerdown',
    ({ target }) => {
      isPressed = target !== view;
    },
    { passive: true, signal: gone.signal },
  );
  // Also listens for moves: they reveal that a mouse button was released outside the window. When a finger begins to scroll, the browser sends
  // `pointercancel`.
  const release = ({ buttons }: PointerEvent) => {
    if (!isPressed || buttons) return;
    isPressed = false;
    busy();
  };
  for (const type of ['pointerup', 'pointermove', 'pointercancel'] as const)
    addEventListener(type, release, { capture: true, passive: true, signal: gone.signal });
  for (const type of SIGNS) view.addEventListener(type, busy, { passive: true, signal: gone.signal });

  return {
    areBusy: () => isPressed || timer !== undefined,
    busy,
    rest,
    stop() {
      gone.abort();
      rest();
    },
  };
}
