/**
 * The gallery, for designers and testers: every state of the widget side by side, drawn by the real components from fixed data. The address contains
 * all choices, so that a screenshot can be repeated.
 */

import { languages, loadHome, loadOptional, loadPastChats, loadReplyParts } from '../../entries/gallery.ts';
import { el, field } from '../page/elements.ts';
import { afterPaint, createFrame, type Frame } from './frame.ts';
import { CHOICES, type ChoiceName, type GalleryQuery, readQuery, toSearch } from './query.ts';
import { STATES } from './states/all-states.ts';
import { NOW } from './states/gallery-state.ts';

// A frozen clock makes screenshots of different days comparable.
Date.now = () => NOW;

const NAMES: Record<ChoiceName, string> = { theme: 'Theme', locale: 'Language', width: 'Width', color: 'Colour' };

const query = readQuery(location.search);
void show(document.documentElement, document.querySelector('main') ?? document.body);

async function show(page: HTMLElement, place: HTMLElement): Promise<void> {
  page.dataset.theme = query.theme;
  page.dataset.width = query.width;
  page.toggleAttribute('data-single', query.single !== undefined);
  const frames: Frame[] = [];
  const sections = query.groups.map(({ title, states }) => {
    const own = states.map(state => createFrame(state, query));
    frames.push(...own);
    return el(
      'section',
      { id: idOf(title) },
      el('h2', {}, title),
      el('div', { className: 'wall' }, ...own.map(frame => frame.element)),
    );
  });
  if (!query.single) preventFocusScroll();
  place.append(...problems(), ...sections);
  document.querySelector('#controls')?.replaceChildren(controls(query));
  document.querySelector('#groups')?.replaceChildren(...groups(query));
  // Loaded once, so that every frame has its first screen, its optional parts, its cards and its texts at once.
  await Promise.all([loadHome(), loadOptional(), loadPastChats(), loadReplyParts()]);
  const tag = languages.tags.find(each => `${query.locale.toLowerCase()}-`.startsWith(`${each}-`));
  if (tag) await languages.load(tag, 0);
  for (const frame of frames) await frame.draw();
  // Removes the focus from the menu that was opened last.
  document.activeElement?.closest<HTMLElement>('natter-chat')?.blur();
  await afterPaint();
  page.dataset.gallery = 'ready';
}

/** Keeps the page from scrolling to each of fifty widgets that takes the focus. */
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

/** Returns the form of choices. Each change submits it, because the address holds all state. */
function controls(now: GalleryQuery): HTMLElement {
  const form = el('form', { method: 'get', attrs: { 'aria-label': 'Look' } });
  for (const name of Object.keys(CHOICES) as ChoiceName[]) {
    const values = new Set<string>([...CHOICES[name], now[name]]);
    const options = [...values].map(value =>
      el('option', { value, selected: value === now[name] }, value || 'default'),
    );
    form.append(field(NAMES[name], el('select', { name }, ...options)));
  }
  const asked = new URLSearchParams(location.search);
  for (const name of ['state', 'only']) {
    const value = asked.get(name);
    if (value) form.append(el('input', { type: 'hidden', name, value }));
  }
  form.addEventListener('change', () => form.submit());
  return form;
}

function groups(now: GalleryQuery): readonly HTMLElement[] {
  if (now.single) return [el('a', { href: toSearch(now) }, 'All states')];
  return now.groups.map(({ title, states }) =>
    el('a', { href: `#${idOf(title)}` }, title, el('span', { className: 'count' }, `${states.length}`)),
  );
}
