/**
 * Notifies a visitor who looks elsewhere of a reply: by sound (sound.ts), and in the title of a hidden page (title-flash.ts). Every tab
 * that receives the reply does so, unless the visitor looks at another one (docs/TABS.md).
 */

import { effect } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';
import type { T } from '../../ui/i18n/translate.ts';
import { createSound } from './sound.ts';
import { createTitleFlash } from './title-flash.ts';

export interface Notifications {
  /** Stops the sound, and restores the page's own title. */
  dispose(): void;
}

export interface NotificationsParts {
  readonly chat: Chat;
  /** Contains launcher and panel. A click or a key in it allows sound, even one before this was created. */
  readonly root: ShadowRoot;
  /** Called at each reply, and at each click until sound has been prepared. */
  isSoundOn(): boolean;
  /** Returns the texts in the present language. */
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

  /** Adds `news` replies to the count. 0 adds none, but shows that one waits. */
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
  // A visitor may write at once, turn away and touch nothing again. In browsers without userActivation the sound waits for the next
  // gesture.
  if (root.activeElement && navigator.userActivation?.hasBeenActive) sound.unlock();
  const undo = [
    () => listening.abort(),
    // Clears the count when replies are read, here or in another tab.
    effect(() => {
      if (chat.unread.value === 0) calm();
    }),
    chat.on('message', ({ from }) => {
      if (from !== 'user') tell(1);
    }),
    // A waiting visitor is notified that a person joined, or that none comes.
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
