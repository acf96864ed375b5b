/** Tells whether the reader has a hand on what scrolls: browsers scroll beside the page, and tell of it late. */

/** Milliseconds without automatic scrolling after the reader's last input, plus a frame, which reports a scroll first. */
const REST_MS = 200;

const SIGNS = ['wheel', 'keydown', 'pointerdown', 'touchmove'];

export interface ReaderInput {
  areBusy(): boolean;
  /** The reader scrolls. */
  busy(): void;
  /** Ends the busy time at once. */
  rest(): void;
  stop(): void;
}

/** `settle` is called when they have come to rest. */
export function watchReaderInput(view: HTMLElement, settle: () => void): ReaderInput {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True while a mouse button or a finger is held down in the text: a visitor who selects may pause. */
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
  // Excludes scroll bars: browsers do not report their release.
  view.addEventListener(
    'pointerdown',
    ({ target }) => {
      isPressed = target !== view;
    },
    { passive: true, signal: gone.signal },
  );
  // A mouse may be let go of outside of the window: then its next move tells. A finger that begins to scroll is taken over by the browser.
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
