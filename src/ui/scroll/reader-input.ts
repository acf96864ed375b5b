/** Detects from input events that the reader is scrolling, because scroll events come late. */

/** Milliseconds without automatic scrolling after the reader's last input. One more frame must pass, in which the browser reports the scroll. */
const REST_MS = 200;

const SIGNS = ['wheel', 'keydown', 'pointerdown', 'touchmove'];

export interface ReaderInput {
  areBusy(): boolean;
  /** Begins the busy time, or prolongs it. */
  busy(): void;
  /** Ends the busy time at once. */
  rest(): void;
  stop(): void;
}

/** Calls `settle` when the reader has stopped scrolling. */
export function watchReaderInput(view: HTMLElement, settle: () => void): ReaderInput {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True while a mouse button or a finger is held down in the text. A visitor who selects text may pause. */
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
  // A press on the view itself is on its scroll bar, whose release browsers do not report.
  view.addEventListener(
    'pointerdown',
    ({ target }) => {
      isPressed = target !== view;
    },
    { passive: true, signal: gone.signal },
  );
  // A mouse button may be released outside of the window, which the next move shows. When a finger begins to scroll, the browser sends
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
