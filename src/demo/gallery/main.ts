/**
 * The gallery: every state of the widget side by side, drawn by the real components from fixed data. For designers and testers; what is
 * shown is chosen in the address, so that a picture can be taken again.
 */

import { languages } from '../../entries/gallery.ts';
import { el, field } from '../page/elements.ts';
import { createFrame, drawn, type Frame } from './frame.ts';
import { addressOf, CHOICES, type ChoiceName, readWanted, type Wanted } from './query.ts';
import { STATES } from './states/all-states.ts';
import { NOW } from './states/gallery-state.ts';

// Pictures of yesterday and today are only alike when it is the same moment in both.
Date.now = () => NOW;

const NAMES: Record<ChoiceName, string> = { theme: 'Theme', locale: 'Language', width: 'Width', color: 'Colour' };

const wanted = readWanted(location.search);
void show(document.documentElement, document.querySelector('main') ?? document.body);

async function show(page: HTMLElement, place: HTMLElement): Promise<void> {
  page.dataset.theme = wanted.theme;
  page.dataset.width = wanted.width;
  page.toggleAttribute('data-single', wanted.single !== undefined);
  const frames: Frame[] = [];
  const sections = wanted.groups.map(({ title, states }) => {
    const own = states.map(state => createFrame(state, wanted));
    frames.push(...own);
    return el(
      'section',
      { id: idOf(title) },
      el('h2', {}, title),
      el('div', { className: 'wall' }, ...own.map(frame => frame.element)),
    );
  });
  if (!wanted.single) holdPage();
  place.append(...problems(), ...sections);
  document.querySelector('#controls')?.replaceChildren(controls(wanted));
  document.querySelector('#groups')?.replaceChildren(...groups(wanted));
  // Once here, its words are there at once for every frame.
  const tag = languages.tags.find(each => `${wanted.locale.toLowerCase()}-`.startsWith(`${each}-`));
  if (tag) await languages.load(tag, 0);
  for (const frame of frames) await frame.draw();
  // Opened menus have taken the focus, which is a reader's.
  document.activeElement?.closest<HTMLElement>('natter-chat')?.blur();
  await drawn();
  page.dataset.gallery = 'ready';
}

/** One widget is worth going to where it takes the focus; of fifty, each would take the page away from its reader. */
function holdPage(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { ...options, preventScroll: true });
  };
}

function idOf(title: string): string {
  return `group-${title.toLowerCase().replace(/\W+/g, '-')}`;
}

function problems(): readonly HTMLElement[] {
  if (wanted.unknown.length === 0) return [];
  const words = `No state is called ${wanted.unknown.join(', ')}. There are: ${STATES.map(each => each.name).join(', ')}.`;
  return [el('p', { className: 'problem', attrs: { role: 'alert' } }, words)];
}

/** A form that is sent with each change: the address is all there is to remember. */
function controls(now: Wanted): HTMLElement {
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

function groups(now: Wanted): readonly HTMLElement[] {
  if (now.single) return [el('a', { href: addressOf(now) }, 'All states')];
  return now.groups.map(({ title, states }) =>
    el('a', { href: `#${idOf(title)}` }, title, el('span', { className: 'count' }, `${states.length}`)),
  );
}
