/** One state in its frame: a widget of its own over a chat that stands still, brought to where it is to be looked at. */

import { createLauncher, mount, readSettings, type Settings } from '../../entries/gallery.ts';
import { el } from '../dom.ts';
import { type GalleryState, QUIET } from './state.ts';
import { createStillChat } from './still-chat.ts';
import { addressOf, type Wanted } from './wanted.ts';

/** `draw` puts the widget in, once the frame is on the page: before that nothing has a size. */
export interface Frame {
  readonly element: HTMLElement;
  draw(): Promise<void>;
}

export function createFrame(state: GalleryState, wanted: Wanted): Frame {
  const stage = el('div', { className: 'stage' });
  const settings = settingsFor(state, wanted);
  const link = el('a', { href: addressOf(wanted, wanted.single ? undefined : state) }, state.title);
  const element = el(
    'div',
    { className: 'frame', id: state.name, attrs: { 'data-kind': kindOf(state) } },
    el('h3', {}, link),
    el('p', { className: 'note' }, state.note ?? ''),
    stage,
  );
  return { element, draw: () => draw(state, settings, stage, wanted) };
}

/** What the frame must have room for. */
function kindOf({ prompt, chat }: GalleryState): string {
  return prompt ? 'prompt' : chat?.open === false ? 'launcher' : 'panel';
}

function settingsFor(state: GalleryState, { theme, locale, color }: Wanted): Settings {
  const { settings, warnings } = readSettings({
    // Nothing is ever asked of it.
    broker: 'https://gallery.invalid',
    // Whoever tries a button decides nothing for the next look.
    remember: 'nothing',
    title: 'Harbour & Pine',
    renderMode: 'inline',
    theme,
    locale,
    color,
    ...state.settings,
  });
  if (!settings || warnings.length > 0)
    throw new Error(`${state.name}: ${warnings.map(each => each.message).join(' ')}`);
  return settings;
}

async function draw(state: GalleryState, settings: Settings, stage: HTMLElement, wanted: Wanted): Promise<void> {
  const host = stage.appendChild(document.createElement('natter-chat'));
  // Its stage holds what is fixed, on purpose: a widget that noticed would rise over the page.
  Object.defineProperty(host, 'offsetParent', { value: null });
  const root = host.attachShadow({ mode: 'open' });
  const chat = createStillChat({ ...QUIET, open: false });
  const launcher = settings.renderMode === 'floating' ? createLauncher(root, settings) : null;
  const { handle } = mount(settings, { host, launcher }, chat);
  if (!wanted.single) keepOpen(root);
  if (state.missed) {
    // It opens by itself a step later.
    await drawn();
    handle.close();
    chat.show({ ...QUIET, ...state.chat, open: false, unread: state.missed });
    await drawn();
    handle.open();
  }
  chat.show({ ...QUIET, ...state.chat });
  if (state.prompt) handle.prompt(state.prompt);
  await drawn();
  for (const selector of [...(state.press ?? []), ...((wanted.single && state.pressAlone) || [])]) {
    (await find(root, selector, state)).click();
    await drawn();
  }
  if (state.look) pretend(root, await find(root, state.look.of, state), state.look.as);
  // The reader's own scrolling, which the transcript tells from its own by its direction.
  if (state.scrolledUp) (await find(root, '[role=log]', state)).scrollTop = 0;
}

/** Two frames: what one of them has set off (sizes, scrolling) is on the screen after the other. */
export const drawn = (): Promise<void> =>
  new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** So long may a busy machine take to draw what was asked for, in milliseconds. */
const PATIENCE_MS = 30_000;

async function find(root: ShadowRoot, selector: string, { name }: GalleryState): Promise<HTMLElement> {
  // Not Date: it stands still here.
  const since = performance.now();
  for (;;) {
    const element = root.querySelector<HTMLElement>(selector);
    if (element) return element;
    if (performance.now() - since > PATIENCE_MS)
      throw new Error(`The state ${name} asks for "${selector}", which is not drawn.`);
    await drawn();
  }
}

/** A menu closes when the focus goes elsewhere. Side by side, the focus can be in one of them only, and all shall stay open. */
function keepOpen(root: ShadowRoot): void {
  root.addEventListener('focusout', event => event.stopPropagation(), { capture: true });
}

/** Gives an element the look of a state that only a pointer or a key can bring about: the same rules, for an attribute. */
function pretend(root: ShadowRoot, element: HTMLElement, as: string): void {
  const rules = root.adoptedStyleSheets.flatMap(sheet => [...sheet.cssRules]).map(rule => rule.cssText);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    rules
      .filter(rule => rule.includes(`:${as}`))
      .join('\n')
      .replaceAll(`:${as}`, '[data-look]'),
  );
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  element.dataset.look = as;
}
