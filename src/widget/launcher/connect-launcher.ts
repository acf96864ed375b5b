/** Connects a launcher with a chat: its icon, its clicks, and the focus when the panel closes. */

import { effect } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';
import { focusedOnPage } from '../../ui/focus/focus.ts';
import type { PanelLanguage } from '../../ui/i18n/panel-language.ts';
import type { T } from '../../ui/i18n/translate.ts';
import type { Launcher } from './launcher.ts';

/** Connects the launcher; the returned function disconnects it. `panel` contains the panel, `speech` has its texts. */
export function attachLauncher(
  launcher: Launcher,
  chat: Chat,
  speech: PanelLanguage,
  root: ShadowRoot,
  panel: HTMLElement,
): () => void {
  launcher.onClick = () => chat.toggle();
  /** Element of the page that opened the chat, such as a button. */
  let opener: HTMLElement | false = false;
  const undo = [
    effect(() => {
      const { open } = chat.state.value;
      const { t, tag } = speech.language.value;
      // Checks for the focus before the panel is removed together with it. A focus elsewhere on the page stays there.
      const focusInside = !open && opener && panel.contains(root.activeElement);
      // While the panel is open, new messages are visible, so the badge does not count them.
      const count = open ? 0 : chat.unread.value;
      const name = t(open ? 'close' : 'open');
      launcher.setOpen(open, count ? `${name}, ${t('jumpNew', { count })}` : name, tag);
      launcher.setUnread(count);
      if (focusInside) {
        // Closes modal dialogs in the panel, because they would hold the focus.
        for (const dialog of panel.querySelectorAll('dialog')) dialog.close?.();
        // If the site hides the launcher, the focus returns to the site's own button.
        (launcher.element.hidden ? (opener as HTMLElement) : launcher.element).focus();
      }
      opener = open && (opener || (focusedOnPage() as HTMLElement));
    }),
  ];
  return () => {
    launcher.onClick = () => {};
    for (const each of undo) each();
  };
}

/**
 * Shows on a closed launcher that the chat is not connected: with a hollow dot (launcher-badge.css), and for screen readers with the words of the
 * header. Tracks signals that `words` reads. The returned function stops it.
 */
export function tellAway(launcher: HTMLElement, { connection }: Chat, words: () => T): () => void {
  return effect(() => {
    const { status } = connection.value;
    const away = status === 'offline' || status === 'failed';
    launcher.toggleAttribute('data-away', away);
    // Sets a description and not the name, because the name says what a click does.
    if (away) launcher.setAttribute('aria-description', words()(`is-${status}`));
    else launcher.removeAttribute('aria-description');
  });
}
