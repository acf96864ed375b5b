/**
 * The gallery, for designers and testers: every state of the widget side by side, rendered by the real components from fixed data. The address
 * contains all choices, so a screenshot can be repeated.
 */

import {
  languages,
  loadCalls,
  loadHome,
  loadOptional,
  loadPastChats,
  loadReplyParts,
  loadStatus,
} from '../../entries/gallery.ts';
import { el, field } from '../page/elements.ts';
import { answerAsBroker } from './answers.ts';
import { afterPaint, createFrame, type Frame } from './frame.ts';
import { createHeardPane } from './heard-pane.ts';
import { chooseMedia, watchMedia } from './media.ts';
import { CHOICES, type ChoiceName, type GalleryQuery, readQuery, toSearch } from './query.ts';
import { STATES } from './states/all-states.ts';
import { NOW } from './states/gallery-state.ts';

// Freezes the clock, to make screenshots of different days comparable.
Date.now = () => NOW;
answerAsBroker(STATES);
watchMedia();

const NAMES: Record<ChoiceName, string> = {
  theme: 'Theme',
  locale: 'Language',
  direction: 'Direction',
  width: 'Width',
  color: 'Colour',
  zoom: 'Zoom',
  motion: 'Motion',
  contrast: 'Contrast',
};
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });
/** Choices that redraw the widgets. The others apply to the widgets that are there. */
const REDRAWING: readonly ChoiceName[] = ['locale', 'color', 'direction'];

const page = document.documentElement;
const place = document.querySelector('main') ?? document.body;
let query = readQuery(location.search);
let frames: readonly Frame[] = [];
const search = el('input', { type: 'search', name: 'find', value: query.find });
const found = el('span', { className: 'count', attrs: { role: 'status' } });
/** Number of changes so far. A slow change compares it, because it must not draw over a later one. */
let changes = 0;

if (!query.single) preventFocusScroll();
void show();

/** Draws all frames again. */
async function show(): Promise<void> {
  const change = ++changes;
  delete page.dataset.gallery;
  applyLook();
  page.toggleAttribute('data-single', query.single !== undefined);
  for (const frame of frames) frame.remove();
  const heard = query.single ? createHeardPane() : undefined;
  const drawn: Frame[] = [];
  const sections = query.groups.map(({ title, states }) => {
    const own = states.map(state => createFrame(state, query, heard?.hear));
    drawn.push(...own);
    return el(
      'section',
      { id: idOf(title) },
      el('h2', {}, title),
      el('div', { className: 'wall' }, ...own.map(frame => frame.element)),
    );
  });
  frames = drawn;
  place.replaceChildren(...problems(), ...sections, ...(heard ? [heard.element] : []));
  document.querySelector('#controls')?.replaceChildren(controls(query));
  document.querySelector('#groups')?.replaceChildren(...groups(query));
  filter();
  // Loads everything once. Every frame then has its first screen, its optional parts, its cards and its texts at once.
  await Promise.all([loadHome(), loadOptional(), loadPastChats(), loadReplyParts(), loadCalls(), loadStatus()]);
  const tag = languages.tags.find(each => `${query.locale.toLowerCase()}-`.startsWith(`${each}-`));
  if (tag) await languages.load(tag, 0);
  for (const frame of drawn) {
    if (change !== changes) return;
    await frame.draw();
  }
  // Removes the focus from the menu that was opened last.
  document.activeElement?.closest<HTMLElement>('natter-chat')?.blur();
  await afterPaint();
  page.dataset.gallery = 'ready';
}

/** Applies the choices that need no redrawing. */
function applyLook(): void {
  page.dataset.theme = query.theme;
  page.dataset.width = query.width;
  place.style.zoom = `${Number(query.zoom) / 100}`;
  chooseMedia(query);
  for (const frame of frames) frame.setTheme(query.theme);
}

/** Hides the frames whose state has none of the words of the search field, and groups without frames. */
function filter(): void {
  const words = query.find.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ state, element }: Frame): boolean => {
    const group = element.closest('section')?.querySelector('h2')?.textContent;
    const text = `${state.name} ${state.title} ${state.note ?? ''} ${group}`.toLowerCase();
    return words.every(word => text.includes(word));
  };
  for (const frame of frames) frame.element.hidden = !matches(frame);
  for (const section of place.querySelectorAll('section'))
    section.hidden = section.querySelector('.frame:not([hidden])') === null;
  const shown = frames.filter(frame => !frame.element.hidden).length;
  found.textContent = words.length > 0 ? `${shown} of ${frames.length}` : '';
}

/** Applies the choices of the form, and writes them into the address. */
function choose(form: HTMLFormElement): void {
  const before = query;
  const given = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`]));
  query = readQuery(`?${given}`);
  history.replaceState(null, '', `?${given}`);
  if (REDRAWING.some(name => query[name] !== before[name])) return void show();
  applyLook();
  filter();
}

/** If only one state is shown, the left and right arrow keys lead to its neighbours. A slash leads to the search field. */
document.addEventListener('keydown', event => {
  if (event.key === '/' && !(event.target as Element).closest('natter-chat, select, input')) {
    event.preventDefault();
    search.focus();
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  // Ignores keys that are pressed inside the widget or a field.
  if (!query.single || step === undefined || (event.target as Element).closest('natter-chat, select, input')) return;
  const next = STATES[STATES.indexOf(query.single) + step];
  if (next) location.assign(toSearch(query, next));
});

/** Keeps the page from scrolling to each of the fifty widgets when it takes the focus. */
function preventFocusScroll(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { ...options, preventScroll: true });
  };
}

function idOf(title: string): string {
  return `group-${title.toLowerCase().replace(/\W+/g, '-')}`;
}

function problems(): readonly HTMLElement[] {
  if (query.unknown.length === 0) return [];
  const words = `No state is called ${query.unknown.join(', ')}. There are: ${STATES.map(each => each.name).join(', ')}.`;
  return [el('p', { className: 'problem', attrs: { role: 'alert' } }, words)];
}

/** Returns the form with the choices. */
function controls(now: GalleryQuery): HTMLElement {
  const form = el('form', { method: 'get', attrs: { 'aria-label': 'Look' } });
  for (const name of Object.keys(CHOICES) as ChoiceName[]) {
    const values = new Set<string>([...CHOICES[name], now[name]]);
    const options = [...values].map(value =>
      el('option', { value, selected: value === now[name] }, labelOf(name, value)),
    );
    form.append(field(NAMES[name], el('select', { name }, ...options)));
  }
  if (!now.single) form.append(field('Find', search), found);
  const asked = new URLSearchParams(location.search);
  for (const name of ['state', 'only']) {
    const value = asked.get(name);
    if (value) form.append(el('input', { type: 'hidden', name, value }));
  }
  form.addEventListener('input', () => choose(form));
  // Keeps Enter in the search field from loading the page again.
  form.addEventListener('submit', event => event.preventDefault());
  return form;
}

function labelOf(name: ChoiceName, value: string): string {
  // The address may have a tag that is none.
  const isListed = name === 'locale' && CHOICES.locale.includes(value);
  return (isListed ? LANGUAGE_NAMES.of(value) : value) || 'default';
}

function groups(now: GalleryQuery): readonly HTMLElement[] {
  if (now.single) {
    const index = STATES.indexOf(now.single);
    const neighbours = [
      ['Previous', STATES[index - 1]],
      ['Next', STATES[index + 1]],
    ] as const;
    return [
      el('a', { href: toSearch(now) }, 'All states'),
      ...neighbours.flatMap(([words, state]) =>
        state ? [el('a', { href: toSearch(now, state) }, `${words}: ${state.title}`)] : [],
      ),
    ];
  }
  return now.groups.map(({ title, states }) =>
    el('a', { href: `#${idOf(title)}` }, title, el('span', { className: 'count' }, `${states.length}`)),
  );
}
