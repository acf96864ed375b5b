/**
 * Tells a visitor who looks elsewhere that somebody has answered, once across all tabs: by sound, and in the title of a hidden page. How
 * these two work is sound.ts and title-flash.ts; which tab speaks is browser/speaker.ts.
 */

import { effect } from '@preact/signals-core';
import type { Speaker } from '../browser/speaker.ts';
import type { Chat } from '../client/chat.ts';
import type { T } from '../ui/words.ts';
import { createSound } from './sound.ts';
import { createTitleFlash } from './title-flash.ts';

export interface Notifications {
  /** Silence, and the page has its own title back. */
  dispose(): void;
}

export interface NotificationsParts {
  readonly chat: Chat;
  /** Contains launcher and panel: a click or a key in it allows sound, also one before this was made. */
  readonly root: ShadowRoot;
  /** Asked at each reply, and at each click until there was sound to be prepared. */
  isSoundOn(): boolean;
  /** The words of this moment. */
  words(): T;
  /** Enters this tab among the visitor's, not before there is a conversation. `silenced`: another tab speaks, or this one is looked at. */
  createSpeaker(silenced: () => void): Speaker;
}

/** What is told later than that is not sounded any more, in milliseconds. */
const SOON_MS = 1_000;

export function createNotifications({
  chat,
  root,
  isSoundOn,
  words,
  createSpeaker,
}: NotificationsParts): Notifications {
  const listening = new AbortController();
  const gone = listening.signal;
  let speaker: Speaker | undefined;
  /** Replies since this hidden tab speaks. Those before were told by another one, or seen. */
  let missed = 0;
  /** How often the page was shown or hidden, or another tab began to speak. */
  let changes = 0;
  const isSpeaker = () => Boolean(speaker?.isSpeaker());
  const sound = createSound({
    enabled: isSoundOn,
    isSpeaker,
    isOpen: () => chat.state.peek().open && !chat.unread.peek(),
  });
  const flash = createTitleFlash({ isSpeaker });

  function calm(): void {
    changes += 1;
    missed = 0;
    flash.show(0, '');
  }

  /** `news`: how many replies there are to be counted; what is none is told as one that waits. */
  function tell(news: number, late = false): void {
    if (gone.aborted) return;
    if (!late) sound.play();
    if (!document.hidden || !isSpeaker()) return;
    missed += news;
    // What comes just after the page was hidden may be taken for seen.
    const count = Math.max(chat.unread.peek(), missed, 1);
    flash.show(count, words()('titleWords', { count }));
  }

  /** Hidden just now, this may be the tab that speaks in a moment. What was seen meanwhile, or is told elsewhere, is no news any more. */
  function hear(news: number): void {
    if (!document.hidden || !speaker || isSpeaker()) {
      tell(news);
      return;
    }
    const [before, at] = [changes, performance.now()];
    void speaker.settled().then(() => changes === before && tell(news, performance.now() - at > SOON_MS));
  }

  for (const gesture of ['click', 'keydown']) root.addEventListener(gesture, sound.unlock, listening);
  document.addEventListener('visibilitychange', calm, listening);
  // Who wrote at once and turned away touches nothing again. Browsers that do not remember a gesture wait for the next.
  if (root.activeElement && navigator.userActivation?.hasBeenActive) sound.unlock();
  const undo = [
    () => listening.abort(),
    effect(() => {
      const { status } = chat.connection.value;
      if (status === 'idle') {
        speaker?.leave();
        speaker = undefined;
      }
      // One that is over already when the page is loaded brings nothing more.
      else if (status !== 'ended') speaker ??= createSpeaker(calm);
    }),
    chat.on('message', ({ from }) => {
      if (from !== 'user') hear(1);
    }),
    // Whoever waits for a person is told that one is there, or that none comes.
    chat.on('handoff', ({ stage }) => {
      if (/joined|failed|timeout/.test(stage)) hear(0);
    }),
    flash.dispose,
    sound.dispose,
  ];
  return {
    dispose() {
      for (const each of undo) each();
      speaker?.leave();
    },
  };
}
