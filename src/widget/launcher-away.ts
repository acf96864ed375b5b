/** A closed launcher whose chat cannot be reached says so: a hollow dot for the eyes (launcher-badge.css), the header's words for the ears. */

import { effect } from '@preact/signals-core';
import type { Chat } from '../client/api/chat.ts';
import type { T } from '../ui/words.ts';

/** Keeps it so until the answer is called; signals that `words` reads are followed. */
export function tellAway(launcher: HTMLElement, { connection }: Chat, words: () => T): () => void {
  return effect(() => {
    const { status } = connection.value;
    const away = status === 'offline' || status === 'failed';
    launcher.toggleAttribute('data-away', away);
    // The name is launcher-wiring.ts's: it says what a click does.
    if (away) launcher.setAttribute('aria-description', words()(`is-${status}`));
    else launcher.removeAttribute('aria-description');
  });
}
