/**
 * The bubble beside the launcher by which a page invites to chat, in plain DOM: its text, which opens the chat, and a button that dismisses
 * it.
 */

import { effect } from '@preact/signals-core';
import { adoptStyles, dropStyles } from '../look/adopt-styles.ts';
import { drawing } from '../look/svg-icon.ts';
import styles from './prompt-bubble.css?inline';

export interface Prompt {
  /** Shows the text, in place of an earlier one; the empty text removes the bubble. Nothing happens while the panel is open. */
  show(text: string): void;
  /** To be called when the panel was opened or closed: an open panel removes the bubble. */
  setOpen(open: boolean): void;
  dispose(): void;
}

export interface PromptParts {
  /** The launcher's root: the bubble has the launcher's side and colour. */
  readonly root: ShadowRoot;
  /** The launcher, which is already in the root. It gets the focus after the bubble is dismissed. */
  readonly launcher: HTMLElement;
  /** Opens the chat. */
  open(): void;
  /** Returns the name of the button that dismisses. Signals that it reads are followed. */
  dismissWords(): string;
}

/** Longer texts are cut off: nobody would read them anyway. */
const MAX_LETTERS = 300;
const CROSS = 'm7 7 10 10m0-10-10 10';

/** Texts that the visitor has dismissed on this page, for all its widgets, even after a restart. */
const dismissed = new Set<string>();

export function createPrompt({ root, launcher, open, dismissWords }: PromptParts): Prompt {
  const sheet = adoptStyles(root, styles);
  const said = new Set<string>();
  let shown = '';
  let isOpen = false;

  const box = document.createElement('div');
  // The direction of its words, whatever that of the page.
  box.dir = 'auto';
  // The region exists before its content; otherwise screen readers would not read it.
  const region = document.createElement('div');
  region.setAttribute('aria-live', 'polite');
  const text = button('prompt-text', 'prompt', () => {
    hide();
    open();
  });
  text.setAttribute('aria-haspopup', 'dialog');
  const close = button('prompt-close', 'prompt-close', dismiss);
  close.append(drawing(CROSS));
  const stopNaming = effect(() => {
    close.setAttribute('aria-label', dismissWords());
  });
  box.onkeydown = event => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    dismiss();
  };
  box.append(region);
  root.append(box);
  hide();

  function hide(): void {
    // Polyfills on old pages may replace `remove` with one that throws for a detached element.
    if (shown) {
      text.remove();
      close.remove();
    }
    shown = '';
    box.className = 'prompt';
  }

  function dismiss(): void {
    dismissed.add(shown);
    const focusInside = box.contains(root.activeElement);
    hide();
    if (focusInside) launcher.focus();
  }

  return {
    show(given) {
      const words = `${given ?? ''}`.trim();
      if (isOpen || words === shown) return;
      if (!words || dismissed.has(words)) {
        hide();
        return;
      }
      shown = words;
      // Read out only the first time, not whenever the bubble comes back.
      region.setAttribute('aria-live', said.has(words) ? 'off' : 'polite');
      said.add(words);
      text.textContent = shortened(words);
      region.append(text);
      box.append(close);
      box.className = 'prompt shown';
    },
    setOpen(now) {
      isOpen = now;
      if (now) hide();
    },
    dispose() {
      stopNaming();
      box.remove();
      dropStyles(root, sheet);
    },
  };
}

function button(className: string, part: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.setAttribute('part', part);
  made.onclick = onClick;
  return made;
}

/** Shortens by whole letters, without splitting a huge text into letters. */
function shortened(words: string): string {
  const letters = [...words.slice(0, 4 * MAX_LETTERS)];
  return letters.length > MAX_LETTERS
    ? `${letters
        .slice(0, MAX_LETTERS - 1)
        .join('')
        .trimEnd()}…`
    : words;
}
