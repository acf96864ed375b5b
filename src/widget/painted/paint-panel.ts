/**
 * Paints the panel with plain DOM calls immediately after the press: the visitor can type before anything has been fetched. Elements, classes and
 * their order equal those of the application's first render (ui/Panel.tsx). The application takes over these nodes, which preserves text, caret and
 * the composition of an input method. The composer is the only `section`, because no other element must be taken for it.
 */

import { byFinger } from '../../ui/focus/by-finger.ts';
import { isComposed } from '../../ui/focus/ime.ts';
import { initials } from '../../ui/i18n/initials.ts';
import { adoptStyles } from '../look/adopt-styles.ts';
import { drawing } from '../look/svg-icon.ts';
import { type Placeholder, placeholderFor } from './placeholder.ts';
import styles from './shell.css?inline';

export interface PaintedPanel {
  /** Element that holds the panel, in the shadow root. */
  readonly container: HTMLElement;
  show(open: boolean): void;
  focus(): void;
  /** Shows `words`, which describe a failed fetch, with a button that tries again. Removes both if `words` is empty. */
  tell(words: string): void;
  /** Style sheet of the painted panel. It is removed when the application takes over (take-over.ts). */
  readonly sheet: CSSStyleSheet;
}

export interface PanelParts {
  readonly source: Readonly<Record<string, unknown>>;
  open(): void;
  close(): void;
  send(text: string): void;
  retry(): void;
}

const CROSS = 'm6.5 6.5 11 11m0-11-11 11';
const ARROW = 'M12 19V5.5M6 11.5l6-6 6 6';

function add<K extends keyof HTMLElementTagNameMap>(
  parent: Node,
  tag: K,
  name = '',
  part = name,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = name;
  if (part) element.setAttribute('part', part);
  parent.appendChild(element);
  return element;
}

export function paintPanel(root: ShadowRoot, { source, open, close, send, retry }: PanelParts): PaintedPanel {
  const sheet = adoptStyles(root, styles);
  // Converts a value of any kind to text.
  const textOf = (name: string) => String(source[name] ?? '').trim();
  const title = textOf('title') || 'Chat';
  const [mode] = /inline|fullscreen/.exec(textOf('renderMode')) ?? ['floating'];
  const color = textOf('color');
  const placeholder = placeholderFor(textOf('locale'));
  const container = add(root, 'div', 'root', '');
  const { style } = container;
  style.colorScheme = textOf('theme');
  style.setProperty('--n-own', color && CSS.supports('color', color) ? color : '#2456c7');
  const panel = add(container, 'div', `panel ${mode} ${textOf('position')}`, 'panel');
  panel.setAttribute('role', 'dialog');
  panel.setAttribute('aria-label', title);
  panel.tabIndex = -1;
  panel.lang = placeholder.tag;
  panel.dir = placeholder.dir;

  if (mode === 'floating' || textOf('showHeader') !== 'false') {
    const header = add(panel, 'div', 'header');
    add(header, 'span', 'avatar').textContent = initials(title);
    add(add(header, 'div', 'identity', ''), 'h2', 'title').textContent = title;
    if (mode === 'floating') {
      const button = add(header, 'button', 'icon', 'close');
      button.setAttribute('aria-label', 'Close');
      button.append(drawing(CROSS));
      button.onclick = close;
    }
  }
  const log = add(add(panel, 'div', 'log-frame', ''), 'div', 'log');
  const items = add(log, 'div', 'items', '');
  // Paints a placeholder for the greeting.
  add(items, 'div', 'bubble skeleton', '');
  // Paints no field if the application will ask something first.
  const text =
    source.consent !== 'required' &&
    !source.preChat &&
    paintComposer(panel, placeholder, words => {
      add(items, 'div', 'bubble', '').textContent = words;
      log.scrollTop = log.scrollHeight;
      send(words);
    });
  // Inline and fullscreen panels have no launcher, so a press in the panel begins the conversation.
  if (mode !== 'floating') panel.onclick = open;
  panel.onkeydown = event => {
    if (event.key !== 'Escape' || isComposed(event) || mode !== 'floating') return;
    event.stopPropagation();
    close();
  };

  return {
    container,
    sheet,
    show: open => {
      panel.hidden = !open;
    },
    focus: () => ((!byFinger() && text) || panel).focus({ preventScroll: true }),
    tell(said) {
      items.querySelector('p')?.remove();
      if (!said) return;
      const alert = add(items, 'p');
      alert.setAttribute('role', 'alert');
      alert.append(`${said} `);
      const again = add(alert, 'button', 'button');
      again.textContent = 'Try again';
      again.onclick = retry;
    },
  };
}

function paintComposer(panel: Element, { tag, words }: Placeholder, send: (text: string) => void): HTMLTextAreaElement {
  const field = add(add(panel, 'section', 'composer'), 'div', 'field');
  const grow = add(field, 'div', 'grow', '');
  const text = add(grow, 'textarea', '', 'input');
  text.rows = 1;
  text.placeholder = words;
  text.setAttribute('aria-label', tag === 'en' ? 'Message' : words);
  text.enterKeyHint = 'send';
  const button = add(field, 'button', 'send');
  button.append(drawing(ARROW));
  button.setAttribute('aria-label', 'Send');

  function changed(): void {
    grow.dataset.text = `${text.value}\n`;
    button.disabled = !text.value.trim();
    text.dir = text.value && 'auto';
  }

  function submit(event: Event): void {
    const { value } = text;
    event.preventDefault();
    text.focus();
    if (!value.trim()) return;
    text.value = '';
    changed();
    send(value);
  }

  changed();
  text.oninput = changed;
  button.onclick = submit;
  // Keeps the focus in the field; otherwise a phone's keyboard would close.
  button.onmousedown = event => event.preventDefault();
  // Hides key presses from the page, which may use letters as shortcuts.
  text.onkeypress = keepLetter;
  text.onkeydown = event => {
    keepLetter(event);
    if (event.key === 'Enter' && !event.shiftKey && !isComposed(event)) submit(event);
  };
  return text;
}

function keepLetter(event: KeyboardEvent): void {
  if (!(event.key[1] || event.ctrlKey || event.metaKey)) event.stopPropagation();
}
