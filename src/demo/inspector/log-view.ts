/**
 * The inspector's list on the page: draws what is new once per frame, stays where the reader is unless that is the end, and is one stop of
 * the Tab key, with arrow keys inside. What a line says is line.ts, which ones there are lines.ts.
 */

import { button, el } from '../page/elements.ts';
import { type Filter, type Lines, matcher, type NumberedLine } from './log-store.ts';

export interface LineList {
  readonly element: HTMLElement;
  /** Shows these lines from now on. */
  filter(filter: Filter): void;
  /** While paused the list stays as it is; what comes meanwhile is shown afterwards. */
  pause(paused: boolean): void;
  /** Lines that pass the filter now. */
  shown(): number;
}

const GLYPHS = { in: '↓', out: '↑', input: '•', event: '◆', bench: '✱', role: '⇄' } as const;
const KIND_WORDS = {
  in: 'received',
  out: 'sent',
  input: 'input',
  event: 'event',
  bench: 'bench',
  role: 'role',
} as const;
/** Nearer to the end than this is at the end: scroll positions are fractions on some screens. */
const AT_END_PX = 8;

export function createLineList(lines: Lines, first: Filter, drawn: () => void): LineList {
  const list = el('ol', { className: 'lines', attrs: { 'aria-label': 'Entries' } });
  const latest = button('Jump to the latest', () => toEnd(), 'latest');
  const none = el('p', { className: 'none' }, emptyWords(0, 0));
  const element = el('div', { className: 'stream' }, list, none, latest);
  const rows = new Map<number, HTMLLIElement>();
  const unfolded = new Set<number>();
  let passes = matcher(first);
  let newest = 0;
  /** The last line that a paused list may show. */
  let until = Number.POSITIVE_INFINITY;
  let scheduled = false;
  /** The reader is at the end and wants to stay there. Asked of the reader's own scrolling: lines get taller when the list gets narrower. */
  let following = true;
  let lastTop = 0;
  /** The line that a reader has folded or unfolded, unlike those that were drawn anew. */
  let clicked: Element | null = null;
  latest.hidden = true;

  function draw(): void {
    scheduled = false;
    const kept = lines.all();
    if (until < newest + 1 && kept.length > 0) return;
    dropBefore(kept[0]?.number ?? Number.POSITIVE_INFINITY);
    const fresh = kept.filter(({ number }) => number > newest && number <= until).filter(passes);
    list.append(...fresh.map(addRow));
    newest = Math.min(kept.at(-1)?.number ?? newest, until);
    none.textContent = emptyWords(kept.length, rows.size);
    if (!list.contains(document.activeElement)) makeStop(list, list.lastElementChild?.querySelector('summary') ?? null);
    if (following) toEnd();
    else if (fresh.length > 0) latest.hidden = false;
    drawn();
  }

  function addRow(line: NumberedLine): HTMLLIElement {
    const made = rowOf(line, unfolded, details => details === clicked && bringIntoView(list, details));
    rows.set(line.number, made);
    return made;
  }

  /** Takes away what is no longer kept. A reader further up keeps the lines before their eyes. */
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
    // Only upwards is the reader's wish: on the way down there may always be one line more.
    if (atEnd || list.scrollTop < lastTop) following = atEnd;
    if (atEnd) latest.hidden = true;
    lastTop = list.scrollTop;
  }

  lines.subscribe(() => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(draw);
  });
  list.addEventListener('scroll', scrolled, { passive: true });
  if (globalThis.ResizeObserver) {
    new ResizeObserver(() => {
      stay();
      // Once more when the lines that came into view have been measured anew.
      requestAnimationFrame(stay);
    }).observe(list);
  }
  list.addEventListener('toggle', event => remember(event.target, unfolded), true);
  list.addEventListener('click', ({ target }) => {
    clicked = target instanceof Element ? target.closest('details') : null;
  });
  list.addEventListener('keydown', event => rove(list, event));
  list.addEventListener('focusin', event => makeStop(list, event.target));
  return {
    element,
    filter(filter) {
      passes = matcher(filter);
      rows.clear();
      list.replaceChildren();
      newest = 0;
      draw();
      toEnd();
    },
    pause(paused) {
      until = paused ? newest : Number.POSITIVE_INFINITY;
      draw();
    },
    shown: () => rows.size,
  };
}

function emptyWords(kept: number, shown: number): string {
  if (shown > 0) return '';
  return kept > 0 ? 'Nothing passes the filter.' : 'Nothing yet. Open the chat, and every frame appears here.';
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollHeight - list.scrollTop - list.clientHeight < AT_END_PX;
}

// ---------------------------------------------------------------- one line

function rowOf(
  line: NumberedLine,
  unfolded: ReadonlySet<number>,
  opened: (details: HTMLElement) => void,
): HTMLLIElement {
  const [clock, fraction] = timeWords(line.at);
  const details = el(
    'details',
    {},
    el(
      'summary',
      { tabIndex: -1 },
      el('time', {}, clock, el('span', {}, fraction)),
      el(
        'span',
        { className: 'glyph', title: KIND_WORDS[line.kind], attrs: { 'aria-hidden': 'true' } },
        GLYPHS[line.kind],
      ),
      el('span', { className: 'said' }, KIND_WORDS[line.kind]),
      el('b', {}, line.title),
      el('span', { className: 'detail' }, line.detail),
      el('span', { className: 'bytes' }, line.bytes === null ? '' : sizeWords(line.bytes)),
    ),
  );
  // Made when it is looked at: two thousand texts that nobody reads cost more than the lines.
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(depths(line));
    if (details.open) opened(details);
  });
  details.open = unfolded.has(line.number);
  const item = el('li', { className: `kind-${line.kind}` }, details);
  item.dataset.line = `${line.number}`;
  return item;
}

function depths({ data, title }: NumberedLine): HTMLElement {
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2);
  return el('pre', { tabIndex: 0, attrs: { role: 'region', 'aria-label': `Contents of ${title}` } }, text);
}

function timeWords(at: number): readonly [string, string] {
  const date = new Date(at);
  const clock = date.toLocaleTimeString('en-GB', { hour12: false });
  return [clock, `.${`${date.getMilliseconds()}`.padStart(3, '0')}`];
}

function sizeWords(bytes: number): string {
  return bytes < 10_000
    ? `${bytes.toLocaleString('en-GB')} B`
    : `${Math.round(bytes / 1000).toLocaleString('en-GB')} kB`;
}

function remember(target: EventTarget | null, unfolded: Set<number>): void {
  if (!(target instanceof HTMLDetailsElement)) return;
  const number = Number(target.parentElement?.dataset.line);
  if (target.open) unfolded.add(number);
  else unfolded.delete(number);
}

/** What unfolds below the edge comes into view. */
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

function rove(list: HTMLElement, event: KeyboardEvent): void {
  const move = KEYS[event.key];
  if (!move || !(event.target instanceof HTMLElement) || event.target.localName !== 'summary') return;
  event.preventDefault();
  const all = [...list.querySelectorAll('summary')];
  move(all, all.indexOf(event.target))?.focus();
}

/** Only one line is a stop of the Tab key: the one that was visited last. */
function makeStop(list: HTMLElement, target: EventTarget | null): void {
  if (!(target instanceof HTMLElement) || target.localName !== 'summary') return;
  for (const each of list.querySelectorAll<HTMLElement>('summary[tabindex="0"]')) each.tabIndex = -1;
  target.tabIndex = 0;
}
