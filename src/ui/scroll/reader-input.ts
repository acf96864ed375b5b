/** Detects if the reader is scrolling: browsers scroll in another thread, and report it late. */

/** Milliseconds after the reader's last input without automatic scrolling. One more frame must pass, which reports the scroll. */
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

/** Calls `settle` when the reader has come to rest. */
export function watchReaderInput(view: HTMLElement, settle: () => void): ReaderInput {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True while a mouse button or a finger is held down in the text, because a visitor who selects may pause. */
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
  // A mouse button may be released outside of the window; the next move shows it. When a finger begins to scroll, the browser takes over.
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
