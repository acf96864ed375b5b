/**
 * Draws the bubble beside the launcher with plain DOM calls. It contains the page's invitation to chat, or a reply that arrived while the panel was
 * closed. Clicking its text opens the chat; a button dismisses it.
 */

import styles from './prompt-bubble.css?inline';

export interface Prompt {
  /** Shows the text, and replaces an earlier one. The empty string removes the bubble. Does nothing while the panel is open. */
  show(text: string): void;
  /** Shows the beginning of a reply below its author's name. Does nothing while the panel is open. */
  preview(reply: Reply): void;
  /** Removes the reply that is shown, if any. */
  endPreview(): void;
  /** Must be called when the panel is opened or closed. Opening removes the bubble. */
  setOpen(open: boolean): void;
  dispose(): void;
}

export interface Reply {
  readonly author: string;
  /** Address of the author's picture; null for none. */
  readonly face: string | null;
  readonly text: string;
}

export interface PromptParts {
  /** The launcher's root, whose styles give the bubble the launcher's side and colour. */
  readonly root: ShadowRoot;
  /** The launcher, which is already in the root. It gets the focus after the bubble is dismissed. */
  readonly launcher: HTMLElement;
  /** The site's own name and picture, for its invitations; the empty string and null for none. */
  readonly site: Pick<Reply, 'author' | 'face'>;
  /** Opens the chat. */
  open(): void;
  /** Returns the name of the dismiss button. Called again when a signal that it reads changes. */
  dismissWords(): string;
  /** Functions of the application. This file is in a separate chunk, which must not import anything from it. */
  readonly kit: Pick<typeof import('@preact/signals-core'), 'effect'> &
    Pick<typeof import('../look/adopt-styles.ts'), 'adoptStyles' | 'dropStyles'> &
    Pick<typeof import('../look/svg-icon.ts'), 'drawing'>;
}

/** Length of the longest text that is shown whole. Longer ones are cut off. */
const MAX_LETTERS = 300;
const MAX_PREVIEW_LETTERS = 90;
const CROSS = 'm7 7 10 10m0-10-10 10';

/** Texts that the visitor has dismissed. All widgets of the page share them, including those that are created later. */
const dismissed = new Set<string>();

export function createPrompt({ root, launcher, site, open, dismissWords, kit }: PromptParts): Prompt {
  const { effect, adoptStyles, dropStyles, drawing } = kit;
  const sheet = adoptStyles(root, styles);
  const said = new Set<string>();
  let shown = '';
  let isPreview = false;
  let isOpen = false;

  const box = document.createElement('div');
  // Uses the direction of the text, not of the page.
  box.dir = 'auto';
  // Adds the live region before its content; otherwise screen readers would not read it.
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
    isPreview = false;
    box.className = 'prompt';
  }

  function put(words: string, ...content: readonly (Node | string)[]): void {
    shown = words;
    text.replaceChildren(...content);
    region.append(text);
    box.append(close);
    box.className = 'prompt shown';
  }

  function dismiss(): void {
    // Does not remember a dismissed reply, because another reply may have the same text.
    if (!isPreview) dismissed.add(shown);
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
      isPreview = false;
      // Announces a text only the first time, not whenever the bubble reappears.
      region.setAttribute('aria-live', said.has(words) ? 'off' : 'polite');
      said.add(words);
      put(words, ...heading(site), shortened(words, MAX_LETTERS));
    },
    preview({ text: words, ...reply }) {
      if (isOpen) return;
      isPreview = true;
      region.setAttribute('aria-live', 'polite');
      put(words, ...heading(reply), shortened(words, MAX_PREVIEW_LETTERS));
    },
    endPreview() {
      if (isPreview) hide();
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

/** Cuts a text between letters. Splits only the beginning of a long text into letters. */
function shortened(words: string, most: number): string {
  const letters = [...words.slice(0, 4 * most)];
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : words;
}

/** Returns the author's picture and name, if there are any. */
function heading({ author, face }: Pick<Reply, 'author' | 'face'>): readonly HTMLElement[] {
  const name = document.createElement('b');
  name.textContent = author;
  return author ? [...portrait(face), name] : portrait(face);
}

/** Returns the author's picture, which removes itself if it cannot be loaded. */
function portrait(face: string | null): readonly HTMLImageElement[] {
  if (!face) return [];
  const image = document.createElement('img');
  image.alt = '';
  image.referrerPolicy = 'no-referrer';
  image.onerror = () => image.remove();
  image.src = face;
  return [image];
}
