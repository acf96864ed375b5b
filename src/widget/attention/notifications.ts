/**
 * Notifies the visitor of replies while the visitor is not looking at the chat: by sound (sound.ts), and in the title of a hidden page
 * (title-flash.ts). Each tab that receives the reply notifies, unless the visitor is looking at another tab (docs/TABS.md).
 */

import { effect } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';
import type { T } from '../../ui/i18n/translate.ts';
import type { createSound, Sound } from './sound.ts';
import { createTitleFlash } from './title-flash.ts';

export interface Notifications {
  /** Stops the sound, and restores the page's own title. */
  dispose(): void;
}

export interface NotificationsParts {
  readonly chat: Chat;
  /** Contains launcher and panel. Browsers allow sound only after a click or a key press, which this root receives. */
  readonly root: ShadowRoot;
  /** Returns true if sounds are wanted. Called for each reply, and for each click until the sound is unlocked. */
  isSoundOn(): boolean;
  /** Fetches the sound, when it is first wanted. Resolves with undefined if it cannot be fetched. */
  loadSound(): Promise<typeof createSound | undefined>;
  /** Returns the texts in the present language. */
  words(): T;
}

export function createNotifications({ chat, root, isSoundOn, loadSound, words }: NotificationsParts): Notifications {
  const listening = new AbortController();
  /** Replies since the page was hidden. */
  let missed = 0;
  const isSpeaker = () => chat.mayRing?.() ?? true;
  let sound: Sound | undefined;
  let isLoading = false;
  const flash = createTitleFlash({ isSpeaker });

  /** Unlocks the sound. Fetches it first if it is wanted for the first time. */
  async function unlock(): Promise<void> {
    if (!sound && !isLoading && isSoundOn()) {
      isLoading = true;
      const create = await loadSound();
      isLoading = false;
      if (listening.signal.aborted) return;
      sound = create?.({ enabled: isSoundOn, isSpeaker, isOpen: () => chat.state.peek().open && !chat.unread.peek() });
      // The gesture may be over. Browsers without userActivation have to wait for the next one.
      if (!navigator.userActivation?.hasBeenActive) return;
    }
    sound?.unlock();
  }

  function calm(): void {
    missed = 0;
    flash.show(0, '');
  }

  /** Notifies of `news` replies. Also called with 0, when a person has joined or will not come. */
  function tell(news: number): void {
    sound?.play();
    if (!document.hidden || !isSpeaker()) return;
    missed += news;
    // Shows at least 1, because a message that arrives just after the page was hidden may already count as read.
    const count = Math.max(chat.unread.peek(), missed, 1);
    flash.show(count, words()('titleWords', { count }));
  }

  for (const gesture of ['click', 'keydown']) root.addEventListener(gesture, unlock, listening);
  document.addEventListener('visibilitychange', calm, listening);
  // Unlocks the sound now if the visitor has already written in the panel, because no further gesture may follow.
  if (root.activeElement && navigator.userActivation?.hasBeenActive) void unlock();
  const undo = [
    () => listening.abort(),
    // Clears the count when replies are read, here or in another tab.
    effect(() => {
      if (chat.unread.value === 0) calm();
    }),
    chat.on('message', ({ from }) => {
      if (from !== 'user') tell(1);
    }),
    // Notifies a waiting visitor that a person has joined, or that none will come.
    chat.on('handoff', ({ stage }) => {
      if (/joined|failed|timeout/.test(stage)) tell(0);
    }),
    flash.dispose,
    () => sound?.dispose(),
  ];
  return {
    dispose() {
      for (const each of undo) each();
    },
  };
}
