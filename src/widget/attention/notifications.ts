/**
 * Tells a visitor who looks elsewhere about a reply: by sound (sound.ts), and in the title of a hidden page (title-flash.ts). Every tab that receives
 * the reply does so, unless the visitor looks at another one (docs/TABS.md).
 */

import { effect } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';
import type { T } from '../../ui/i18n/translate.ts';
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
}

export function createNotifications({ chat, root, isSoundOn, words }: NotificationsParts): Notifications {
  const listening = new AbortController();
  /** Replies since the page was hidden. */
  let missed = 0;
  const isSpeaker = () => chat.mayRing?.() ?? true;
  const sound = createSound({
    enabled: isSoundOn,
    isSpeaker,
    isOpen: () => chat.state.peek().open && !chat.unread.peek(),
  });
  const flash = createTitleFlash({ isSpeaker });

  function calm(): void {
    missed = 0;
    flash.show(0, '');
  }

  /** Adds `news` replies to the count; 0 counts as one that waits. */
  function tell(news: number): void {
    sound.play();
    if (!document.hidden || !isSpeaker()) return;
    missed += news;
    // A message that comes just after the page was hidden may count as seen.
    const count = Math.max(chat.unread.peek(), missed, 1);
    flash.show(count, words()('titleWords', { count }));
  }

  for (const gesture of ['click', 'keydown']) root.addEventListener(gesture, sound.unlock, listening);
  document.addEventListener('visibilitychange', calm, listening);
  // A visitor may write at once, turn away and touch nothing again. Browsers that do not remember a gesture wait for the next.
  if (root.activeElement && navigator.userActivation?.hasBeenActive) sound.unlock();
  const undo = [
    () => listening.abort(),
    // Read here, or in another tab.
    effect(() => {
      if (chat.unread.value === 0) calm();
    }),
    chat.on('message', ({ from }) => {
      if (from !== 'user') tell(1);
    }),
    // A visitor who waits is told that a person joined, or that none comes.
    chat.on('handoff', ({ stage }) => {
      if (/joined|failed|timeout/.test(stage)) tell(0);
    }),
    flash.dispose,
    sound.dispose,
  ];
  return {
    dispose() {
      for (const each of undo) each();
    },
  };
}
