/**
 * Shows the inspector's log. Draws new entries once per animation frame, and scrolls to them if the reader is at the end. The log is a single tab
 * stop; arrow keys move within it. log-entry.ts makes the entries, log-store.ts stores them.
 */

import { button, el } from '../page/elements.ts';
import { type Filter, filterMatcher, type LogStore, type NumberedEntry } from './log-store.ts';

export interface LogView {
  readonly element: HTMLElement;
  filter(filter: Filter): void;
  /** Stops drawing while paused. Entries that arrive meanwhile appear afterwards. */
  pause(paused: boolean): void;
  /** Returns the number of entries that pass the filter. */
  shown(): number;
}

const GLYPHS = { in: '↓', out: '↑', input: '•', event: '◆', bench: '✱', role: '⇄', heard: '“' } as const;
const KIND_NAMES = {
  in: 'received',
  out: 'sent',
  input: 'input',
  event: 'event',
  bench: 'bench',
  role: 'role',
  heard: 'heard',
} as const;
/** Largest distance from the end, in pixels, that still counts as the end: scroll positions are fractional on some screens. */
const AT_END_PX = 8;

export function createLogView(store: LogStore, first: Filter, onDraw: () => void): LogView {
  const list = el('ol', { className: 'log-entries', attrs: { 'aria-label': 'Entries' } });
  const latest = button('Jump to the latest', () => toEnd(), 'jump-to-latest');
  const none = el('p', { className: 'empty' }, emptyLogText(0, 0));
  const element = el('div', { className: 'log' }, list, none, latest);
  const rows = new Map<number, HTMLLIElement>();
  const unfolded = new Set<number>();
  let passes = filterMatcher(first);
  let newest = 0;
  /** Number of the last entry that a paused log shows. */
  let lastShown = Number.POSITIVE_INFINITY;
  let scheduled = false;
  /** True if the reader has scrolled to the end. A resize does not change it, although it moves the end. */
  let following = true;
  let lastTop = 0;
  /**
   * The entry that the reader has just folded or unfolded. Distinguishes `toggle` events that the reader has caused from those caused by redrawing.
   */
  let toggled: Element | null = null;
  latest.hidden = true;

  function draw(): void {
    scheduled = false;
    const kept = store.all();
    if (lastShown < newest + 1 && kept.length > 0) return;
    dropBefore(kept[0]?.number ?? Number.POSITIVE_INFINITY);
    for (const entry of store.takeChanged()) updateRow(rows.get(entry.number), entry);
    const fresh = kept.filter(({ number }) => number > newest && number <= lastShown).filter(passes);
    list.append(...fresh.map(addRow));
    newest = Math.min(kept.at(-1)?.number ?? newest, lastShown);
    none.textContent = emptyLogText(kept.length, rows.size);
    if (!list.contains(document.activeElement))
      makeTabStop(list, list.lastElementChild?.querySelector('summary') ?? null);
    if (following) toEnd();
    else if (fresh.length > 0) latest.hidden = false;
    onDraw();
  }

  function addRow(entry: NumberedEntry): HTMLLIElement {
    const made = logRow(entry, unfolded, details => details === toggled && bringIntoView(list, details));
    rows.set(entry.number, made);
    return made;
  }

  /** Removes entries that the store has dropped, without moving the entries in view. */
  function dropBefore(number: number): void {
    const gone = [...rows].filter(([each]) => each < number);
    if (gone.length === 0) return;
    const before = list.scrollHeight;
    for (const [each, made] of gone) {
      made.remove();
      rows.delete(each);
      unfolded.delete(each);
    }
    if (!following) list.scrollTop -= before - list.scrollHeight;
  }

  function toEnd(): void {
    list.scrollTop = list.scrollHeight;
    following = true;
    latest.hidden = true;
  }

  function stay(): void {
    if (following) toEnd();
  }

  function scrolled(): void {
    const atEnd = isAtEnd(list);
    // Stops following only if the reader scrolls up. On the way down, a new entry may have moved the end.
    if (atEnd || list.scrollTop < lastTop) following = atEnd;
    if (atEnd) latest.hidden = true;
    lastTop = list.scrollTop;
  }

  store.subscribe(() => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(draw);
  });
  list.addEventListener('scroll', scrolled, { passive: true });
  if (globalThis.ResizeObserver) {
    new ResizeObserver(() => {
      stay();
      // Scrolls again after the entries in view have taken their new heights.
      requestAnimationFrame(stay);
    }).observe(list);
  }
  list.addEventListener('toggle', event => rememberFolding(event.target, unfolded), true);
  list.addEventListener('click', ({ target }) => {
    toggled = target instanceof Element ? target.closest('details') : null;
  });
  list.addEventListener('keydown', event => moveFocus(list, event));
  list.addEventListener('focusin', event => makeTabStop(list, event.target));
  return {
    element,
    filter(filter) {
      passes = filterMatcher(filter);
      rows.clear();
      list.replaceChildren();
      newest = 0;
      draw();
      toEnd();
    },
    pause(paused) {
      lastShown = paused ? newest : Number.POSITIVE_INFINITY;
      draw();
    },
    shown: () => rows.size,
  };
}

function emptyLogText(kept: number, shown: number): string {
  if (shown > 0) return '';
  return kept > 0 ? 'Nothing passes the filter.' : 'Nothing yet. Open the chat, and every frame appears here.';
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollHeight - list.scrollTop - list.clientHeight < AT_END_PX;
}

// ---------------------------------------------------------------- one entry

function logRow(
  entry: NumberedEntry,
  unfolded: ReadonlySet<number>,
  opened: (details: HTMLElement) => void,
): HTMLLIElement {
  const [clock, fraction] = logTimeText(entry.at);
  const details = el(
    'details',
    {},
    el(
      'summary',
      { tabIndex: -1 },
      el('time', {}, clock, el('span', {}, fraction)),
      el(
        'span',
        { className: 'glyph', title: KIND_NAMES[entry.kind], attrs: { 'aria-hidden': 'true' } },
        GLYPHS[entry.kind],
      ),
      el('span', { className: 'visually-hidden' }, KIND_NAMES[entry.kind]),
      el('b', {}, entry.title),
      el('span', { className: 'detail' }, entry.detail),
      el('span', { className: 'bytes' }, entry.bytes === null ? '' : logSizeText(entry.bytes)),
    ),
  );
  // Creates the contents when the entry is first unfolded, because there may be two thousand entries, and most are never opened.
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(logRowData(current.get(item) ?? entry));
    if (details.open) opened(details);
  });
  details.open = unfolded.has(entry.number);
  const item = el('li', { className: `kind-${entry.kind}` }, details);
  item.dataset.entry = `${entry.number}`;
  return item;
}

/** The current entry of each row whose entry has changed since it was drawn. */
const current = new WeakMap<HTMLLIElement, NumberedEntry>();

/** Updates a row in place, which keeps the focus and unfolded contents. */
function updateRow(item: HTMLLIElement | undefined, entry: NumberedEntry): void {
  const [detail, bytes, contents] = ['.detail', '.bytes', 'pre'].map(each => item?.querySelector(each));
  if (!item || !detail || !bytes) return;
  current.set(item, entry);
  detail.textContent = entry.detail;
  bytes.textContent = entry.bytes === null ? '' : logSizeText(entry.bytes);
  if (contents) contents.textContent = contentsText(entry);
}

function logRowData(entry: NumberedEntry): HTMLElement {
  const attrs = { role: 'region', 'aria-label': `Contents of ${entry.title}` };
  return el('pre', { tabIndex: 0, attrs }, contentsText(entry));
}

function contentsText({ data }: NumberedEntry): string {
  return typeof data === 'string' ? data : JSON.stringify(data, null, 2);
}

function logTimeText(at: number): readonly [string, string] {
  const date = new Date(at);
  const clock = date.toLocaleTimeString('en-GB', { hour12: false });
  return [clock, `.${`${date.getMilliseconds()}`.padStart(3, '0')}`];
}

function logSizeText(bytes: number): string {
  return bytes < 10_000
    ? `${bytes.toLocaleString('en-GB')} B`
    : `${Math.round(bytes / 1000).toLocaleString('en-GB')} kB`;
}

function rememberFolding(target: EventTarget | null, unfolded: Set<number>): void {
  if (!(target instanceof HTMLDetailsElement)) return;
  const number = Number(target.parentElement?.dataset.entry);
  if (target.open) unfolded.add(number);
  else unfolded.delete(number);
}

/** Scrolls an unfolded entry into view. */
function bringIntoView(list: HTMLElement, details: HTMLElement): void {
  const [inside, outside] = [details.getBoundingClientRect(), list.getBoundingClientRect()];
  const hidden = inside.bottom - outside.bottom;
  if (hidden > 0) list.scrollTop += Math.min(hidden, inside.top - outside.top);
}

// ---------------------------------------------------------------- keys

const KEYS: Readonly<Record<string, (all: readonly HTMLElement[], here: number) => HTMLElement | undefined>> = {
  ArrowDown: (all, here) => all[here + 1],
  ArrowUp: (all, here) => all[here - 1],
  PageDown: (all, here) => all[Math.min(here + 10, all.length - 1)],
  PageUp: (all, here) => all[Math.max(here - 10, 0)],
  Home: all => all[0],
  End: all => all.at(-1),
};

function moveFocus(list: HTMLElement, event: KeyboardEvent): void {
  const move = KEYS[event.key];
  if (!move || !(event.target instanceof HTMLElement) || event.target.localName !== 'summary') return;
  event.preventDefault();
  const all = [...list.querySelectorAll('summary')];
  move(all, all.indexOf(event.target))?.focus();
}

/** Makes this entry the log's tab stop. */
function makeTabStop(list: HTMLElement, target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target.localName !== 'summary') return;
  for (const each of list.querySelectorAll<HTMLElement>('summary[tabindex="0"]')) each.tabIndex = -1;
  target.tabIndex = 0;
}
