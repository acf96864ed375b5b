/**
 * Which of the tabs with one conversation may call for attention, by sound or title: of those in view the one that was turned to last, and
 * one of the hidden ones while none is in view. Not the tab that owns the conversation (tabs.ts), which may be any of them.
 */

import { browserEnvironment } from './environment.ts';

export interface Speaker {
  /** Settles within milliseconds when tabs are shown, hidden or gone. Without Web Locks every tab speaks for itself. */
  isSpeaker(): boolean;
  /** Resolves once it is known whether this tab speaks, however long the browser takes over it. */
  settled(): Promise<void>;
  /** Holds nothing and waits for nothing afterwards. */
  leave(): void;
}

/** While nobody has the voice, this long until it is asked for again; milliseconds. */
const PAUSE_MS = 100;

/** `key` is the conversation's own; two locks are named after it. `silenced` is called whenever this tab ceases to speak. */
export function createSpeaker(key: string, silenced = () => {}): Speaker {
  const locks = globalThis.navigator?.locks;
  if (!locks) return { isSpeaker: () => true, settled: async () => {}, leave: () => {} };
  /** Shared by the tabs in view; a hidden one gets it alone only when there are none. */
  const seen = `${key}:seen`;
  const voice = `${key}:voice`;
  let speaks = false;
  /** It has the voice, and finds out whether it may use it. */
  let asks = false;
  /** Everything asked for since the page was last shown, hidden or woken. */
  let spell = new AbortController();

  /** Speaks until it is over, another tab has taken the voice, or it turns out that this one may not. */
  async function speak(options: LockOptions, over: AbortSignal, mayI?: () => Promise<boolean>): Promise<void> {
    try {
      await locks.request(voice, options, async () => {
        asks = true;
        const may = !mayI || (await mayI());
        asks = false;
        if (!may || over.aborted) return;
        speaks = true;
        await ended(over);
      });
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
      if (!over.aborted) silence();
    }
  }

  async function whileSeen(over: AbortSignal): Promise<void> {
    // Asked for before the voice is taken: who loses it, hidden, finds this one in view.
    const inView = locks.request(seen, { mode: 'shared', signal: over }, () => ended(over));
    const speaking = async () => {
      await speak({ steal: true }, over);
      while (!over.aborted) await speak({ signal: over }, over);
    };
    await Promise.all([inView, speaking()]);
  }

  async function whileHidden(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await locks.request(seen, { signal: over }, () => {});
      // The voice may come long after that.
      await speak({ signal: over }, over, isNoneSeen);
    }
  }

  /** Those that still wait are in view, too: behind a hidden tab in the line. */
  async function isNoneSeen(): Promise<boolean> {
    const { held = [], pending = [] } = await locks.query();
    return ![...held, ...pending].some(({ name, mode }) => name === seen && mode === 'shared');
  }

  /** Another tab speaks, or will: one in view, or one that came first. */
  async function isTaken(): Promise<boolean> {
    const { held = [] } = await locks.query();
    return held.some(({ name, mode }) => name === voice || (name === seen && mode === 'shared')) && !asks;
  }

  async function settled(): Promise<void> {
    // Asked twice, because what was just given to this tab it may hear of after the answer.
    for (let taken = 0; taken < 2 && !speaks && !spell.signal.aborted; ) {
      if (await isTaken()) taken += 1;
      else await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
    }
  }

  function begin(): void {
    end();
    spell = new AbortController();
    const over = spell.signal;
    const work = document.hidden ? whileHidden(over) : whileSeen(over);
    // Denied by the visitor's settings, and to the other tabs as well.
    work.catch(() => {
      speaks ||= !over.aborted;
    });
  }

  function end(): void {
    spell.abort();
    silence();
  }

  function silence(): void {
    if (!speaks) return;
    speaks = false;
    silenced();
  }

  const unsubscribe = browserEnvironment().subscribe(signal => {
    // A page that holds locks is not put away for the way back, and one that stands still must not be the voice of all.
    if (signal === 'frozen') end();
    // Pages that go are hidden after that.
    else if (signal === 'visible' || signal === 'resumed' || (signal === 'hidden' && !spell.signal.aborted)) begin();
  });
  /** In view side by side: the visitor turns to this one. */
  const turnedTo = () => !speaks && !document.hidden && begin();
  addEventListener('focus', turnedTo);
  begin();
  return {
    isSpeaker: () => speaks,
    // Who is denied the locks speaks, or has left.
    settled: () => settled().catch(() => {}),
    leave() {
      removeEventListener('focus', turnedTo);
      unsubscribe();
      end();
    },
  };
}

/** For a lock that is to be held till then. */
function ended(over: AbortSignal): Promise<void> | void {
  if (!over.aborted) return new Promise(resolve => over.addEventListener('abort', () => resolve()));
}
