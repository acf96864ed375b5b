/**
 * Shows the number of new messages in the title of a hidden page: the page's own title and "(2) New messages" alternate. The caller decides which
 * messages count, and which tab shows them.
 */

export interface TitleFlash {
  /** Shows the number of new messages, followed by `words`, such as "New messages", while the page is hidden. A `count` of 0 restores the title. */
  show(count: number, words: string): void;
  /** Restores the page's own title and stops. */
  dispose(): void;
}

export interface TitleFlashParts {
  /**
   * Returns true if this tab may notify the visitor. While any tab is visible, it returns false in all of them. Called before each change of the
   * title.
   */
  isSpeaker(): boolean;
}

/** Milliseconds for which each title is shown. Browsers limit hidden pages to one timer a second, and after a while to one a minute. */
const TURN_MS = 2_000;

/** The chat that is changing the title. Only one may do so at a time; otherwise two chats would take each other's text for the page's own title. */
let holder: (() => void) | undefined;

export function createTitleFlash({ isSpeaker }: TitleFlashParts): TitleFlash {
  let waiting = 0;
  let words = '';
  /** The page's own title while `written` is shown. */
  let own = '';
  /** The title as the browser returns it after it was set, which may have fewer spaces. */
  let written: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  /** Restores the page's title, unless the page has set a new one meanwhile. */
  function restore(): void {
    if (document.title === written) document.title = own;
    written = undefined;
    if (holder === turn) holder = undefined;
  }

  function turn(): void {
    if ((holder ?? turn) !== turn) return;
    const isOurs = document.title === written;
    const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    if (!isOurs) own = document.title;
    if (isSpeaker() && (still || !isOurs)) {
      document.title = `(${waiting}) ${still ? own : words}`;
      written = document.title;
      holder = turn;
    } else restore();
  }

  function stop(): void {
    clearInterval(timer);
    restore();
  }

  /** Waits before the first change, because a page that is being left is hidden as well, and its title goes into the browser's history. */
  function follow(): void {
    stop();
    if (document.hidden && waiting > 0) timer = setInterval(turn, TURN_MS);
  }

  document.addEventListener('visibilitychange', follow);
  return {
    show(count, what) {
      waiting = count;
      words = what;
      follow();
      if (document.hidden && waiting > 0) turn();
    },
    dispose() {
      document.removeEventListener('visibilitychange', follow);
      stop();
    },
  };
}
