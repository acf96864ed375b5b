/** One state in its frame: a widget over a static chat, and the steps that lead to the state. */

import type { NatterHandle } from '../../entries/element.ts';
import { createLauncher, mount, readSettings, type Settings } from '../../entries/gallery.ts';
import { type Utterance, watchLiveRegions } from '../log/heard.ts';
import { el } from '../page/elements.ts';
import { brokerOf } from './answers.ts';
import { type GalleryQuery, toSearch } from './query.ts';
import { type GalleryState, QUIET } from './states/gallery-state.ts';
import { createStaticChat } from './static-chat.ts';

/** A frame. Add it to the page before calling `draw`, which mounts the widget; otherwise the widget has no size. */
export interface Frame {
  readonly state: GalleryState;
  readonly element: HTMLElement;
  draw(): Promise<void>;
  setTheme(theme: string): void;
  /** Removes the widget from the page. */
  remove(): void;
}

/** Calls `hear` for everything that a screen reader would read out. */
export function createFrame(state: GalleryState, query: GalleryQuery, hear?: (utterance: Utterance) => void): Frame {
  const stage = el('div', { className: 'stage' });
  const settings = settingsFor(state, query);
  const link = el('a', { href: toSearch(query, query.single ? undefined : state) }, state.title);
  const element = el(
    'div',
    { className: 'frame', id: state.name, attrs: { 'data-kind': kindOf(state) } },
    el('h3', {}, link),
    el('p', { className: 'note' }, state.note ?? ''),
    stage,
  );
  let handle: NatterHandle | undefined;
  return {
    state,
    element,
    async draw() {
      handle = await draw(state, settings, stage, query, hear);
    },
    setTheme: theme => handle?.setTheme(theme as 'light'),
    remove() {
      handle?.destroy();
      element.remove();
    },
  };
}

/** Returns the kind of the frame, for its size. */
function kindOf({ prompt, chat, wide }: GalleryState): string {
  if (wide) return 'wide';
  return prompt ? 'prompt' : chat?.open === false ? 'launcher' : 'panel';
}

function settingsFor(state: GalleryState, { theme, locale, color }: GalleryQuery): Settings {
  const { settings, warnings } = readSettings({
    broker: brokerOf(state),
    // Stores nothing; otherwise a pressed button would affect the next visit.
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

async function draw(
  state: GalleryState,
  settings: Settings,
  stage: HTMLElement,
  query: GalleryQuery,
  hear?: (utterance: Utterance) => void,
): Promise<NatterHandle> {
  const host = stage.appendChild(document.createElement('natter-chat'));
  // Hides from the widget that the stage is a containing block for fixed elements. Otherwise it would move to the top layer.
  Object.defineProperty(host, 'offsetParent', { value: null });
  const root = host.attachShadow({ mode: 'open' });
  if (hear) watchLiveRegions(root, hear);
  const chat = createStaticChat({ ...QUIET, open: false }, state.offers);
  const launcher = settings.renderMode === 'floating' ? createLauncher(root, settings) : null;
  const { handle } = mount(settings, { host, launcher }, chat);
  if (!query.single) keepMenusOpen(root);
  if (state.missed) {
    // Waits for the next frame, in which the panel has opened automatically.
    await afterPaint();
    handle.close();
    chat.show({ ...QUIET, ...state.chat, open: false, unread: state.missed });
    await afterPaint();
    handle.open();
  }
  chat.show({ ...QUIET, ...state.chat });
  if (state.prompt) handle.prompt(state.prompt);
  await afterPaint();
  if (state.shows) await find(root, state.shows, state);
  for (const selector of [...(state.press ?? []), ...((query.single && state.pressIfSingle) || [])]) {
    (await find(root, selector, state)).click();
    await afterPaint();
  }
  if (state.drop) await dropFiles(await find(root, '.panel:has(.attach)', state), state.drop);
  if (state.look) simulateState(root, await find(root, state.look.of, state), state.look.as);
  // Scrolls up as the reader would; the transcript does not see a difference.
  if (state.scrolledUp) (await find(root, '[role=log]', state)).scrollTop = 0;
  const panel = root.querySelector<HTMLElement>('.panel');
  if (panel && query.direction) panel.dir = query.direction;
  return handle;
}

/** Waits two animation frames, because sizes and scroll positions that the first one sets are painted in the second. */
export const afterPaint = (): Promise<void> =>
  new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Milliseconds to wait for an element, enough for a busy machine. */
const PATIENCE_MS = 30_000;

async function find(root: ShadowRoot, selector: string, { name }: GalleryState): Promise<HTMLElement> {
  // Uses `performance`, because the gallery has frozen the clock of Date.
  const since = performance.now();
  for (;;) {
    const element = root.querySelector<HTMLElement>(selector);
    if (element) return element;
    if (performance.now() - since > PATIENCE_MS)
      throw new Error(`The state ${name} asks for "${selector}", which is not drawn.`);
    await afterPaint();
  }
}

async function dropFiles(panel: HTMLElement, files: readonly File[]): Promise<void> {
  // Waits for the first painting, because the panel adds its listeners after that.
  await afterPaint();
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  panel.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await afterPaint();
}

/** Keeps a menu open when it loses the focus, because several frames show an open menu. */
function keepMenusOpen(root: ShadowRoot): void {
  root.addEventListener('focusout', event => event.stopPropagation(), { capture: true });
}

/** Applies the rules of a pseudo-class such as `:hover` to an element, by replacing the pseudo-class with an attribute. */
function simulateState(root: ShadowRoot, element: HTMLElement, as: string): void {
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
