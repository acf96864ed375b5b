/**
 * Shows in the title of a hidden page that messages wait: the page's own title and "(2) New messages" alternate. The caller decides which
 * messages count, and which tab shows it.
 */

export interface TitleFlash {
  /** `count` messages wait, `words` follow the number: "New messages". Nothing is shown before the page is hidden; 0 ends it. */
  show(count: number, words: string): void;
  /** Restores the page's own title, for good. */
  dispose(): void;
}

export interface TitleFlashParts {
  /**
   * Returns true if this one of the visitor's tabs may notify; false in every tab while one of them is visible. Called at every change of
   * the title, so the answer may change at any time.
   */
  isSpeaker(): boolean;
}

/** Milliseconds that each title is shown. Browsers slow hidden pages to one timer a second, and after a while to one a minute. */
const TURN_MS = 2_000;

/** The chat that changes the title. Two chats of a page would take each other's title for the page's own. */
let holder: (() => void) | undefined;

export function createTitleFlash({ isSpeaker }: TitleFlashParts): TitleFlash {
  let waiting = 0;
  let words = '';
  /** The page's own title while `written` is shown. */
  let own = '';
  /** Read back, because titles lose spaces when they are set. */
  let written: string | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  /** Restores the page's title. A title that was not written here is the page's newest, and stays. */
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

  /** Leaves the title unchanged at first: a page that is being left is hidden, too, and its title goes into the browser's history. */
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
