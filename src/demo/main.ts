/** The demo page's script: the only button of the shop, and the test bench. It uses the widget as any page does, through `window.Natter`. */

import type { NatterHandle } from '../entries/element.ts';
import { createAgentPanel } from './bench/agent-panel.ts';
import { createEmulatorClient, type EmulatorClient } from './bench/emulator-client.ts';
import { createFaultPanel } from './bench/fault-panel.ts';
import { createInjectPanel } from './bench/inject-panel.ts';
import { createSessionPanel, type SessionPanel } from './bench/session-panel.ts';
import { createTabList } from './bench/tab-list.ts';
import { createWidgetPanel, onEvents } from './bench/widget-panel.ts';
import { createInspector, type Inspector, onTrace } from './inspector/inspector.ts';
import { watchLiveRegions } from './log/heard.ts';
import { el } from './page/elements.ts';
import { takePicture } from './report/take-picture.ts';
import { followLiveLink, linkTo, readLiveLink } from './scenarios/live-link.ts';
import { createScenarioPanel } from './scenarios/scenario-panel.ts';

/** Version of Natter; the build inserts it. */
declare const __NATTER_VERSION__: string;

const REFRESH_MS = 1000;
/** Milliseconds between two checks of the outbox, and the largest number of checks. */
const WAIT_MS = 100;
const MAX_WAITS = 300;

const metaContent = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="natter-${name}"]`)?.content ?? '';
const natter = (): NatterHandle | undefined => window.Natter as NatterHandle | undefined;
const script = document.querySelector<HTMLScriptElement>('script[data-broker]');
const emulator = metaContent('emulator');
const query = new URLSearchParams(location.search);
const floating = (query.get('renderMode') ?? 'floating') === 'floating';

const benchSection = document.querySelector<HTMLElement>('#bench');
// The address /?bench=off shows only the shop, like a customer's page.
if (query.get('bench') === 'off') benchSection?.remove();
else buildBench();
// The address /?bench=off&shop=off shows only the chat, for the frames of the console's recorder.
if (query.get('shop') === 'off')
  for (const part of document.querySelectorAll('.skip, .top, main, .foot')) part.remove();

document.querySelector('.skip')?.addEventListener('click', event => {
  event.preventDefault();
  document.querySelector('natter-chat')?.shadowRoot?.querySelector<HTMLElement>('.launcher, textarea')?.focus();
});

function buildBench(): void {
  let sessions: SessionPanel | undefined;
  let control: EmulatorClient | undefined;
  const inspector = createInspector({
    chat: () => natter()?.state,
    settings: () => ({ ...script?.dataset, ...window.NatterSettings }),
    onState: ({ open }) => makeRoomForChat(open),
    onSession: id => sessions?.ownChanged(id),
    surroundings: async () => ({ ...browserFacts(), emulator: control ? await emulatorFacts(control) : null }),
    takePicture,
  });
  control = emulator ? createEmulatorClient(emulator, inspector.note) : undefined;
  const controls = createControls(control, chosen => {
    sessions = chosen;
  });
  benchSection
    ?.querySelector('#bench-parts')
    ?.append(
      inspector.element,
      el('section', { className: 'controls', attrs: { 'aria-label': 'Controls' } }, ...controls),
    );
  onTrace(inspector.trace);
  whenLoaded(handle => {
    onEvents(handle, inspector.event);
    const root = document.querySelector('natter-chat')?.shadowRoot;
    if (root) watchLiveRegions(root, inspector.heard);
    if (control) void follow(control, inspector);
  });
}

/** Performs the actions in the page's address (live-link.ts). */
async function follow(control: EmulatorClient, inspector: Inspector): Promise<void> {
  const problems = await followLiveLink(readLiveLink(location.search), control, say);
  for (const problem of problems) inspector.note('Link', problem, problem);
}

/** Sends a message as the visitor, once the previous one has arrived. */
async function say(words: string): Promise<void> {
  const handle = natter();
  if (!handle) return;
  handle.open();
  const isSettled = () => !handle.state || handle.state.outbox.length === 0;
  for (let tries = 0; !isSettled() && tries < MAX_WAITS; tries++) await new Promise(done => setTimeout(done, WAIT_MS));
  handle.send(words);
}

function browserFacts() {
  return {
    version: __NATTER_VERSION__,
    viewport: { width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    languages: navigator.languages,
  };
}

/** Returns the active faults, and the script and pace of the agent. */
async function emulatorFacts(control: EmulatorClient): Promise<object> {
  const answers = await Promise.all(['faults', 'agent'].map(path => control.call('GET', path)));
  return Object.assign({}, ...answers.map(answer => (answer.ok ? answer.body : { problem: answer.words })));
}

/** Creates the panels. With a real platform, there is only the panel for the widget. */
function createControls(
  control: EmulatorClient | undefined,
  ready: (sessions: SessionPanel) => void,
): readonly HTMLElement[] {
  const widget = createWidgetPanel(natter, metaContent('dialect'));
  if (!control) {
    const why = 'This is a real platform. It cannot be made to fail from here.';
    return [el('p', { className: 'in-force hint' }, why), ...createTabList('Controls', { Widget: widget })];
  }
  const bench = createSessionPanel(control);
  const faults = createFaultPanel(control, bench.chosen);
  ready(bench);
  const agent = createAgentPanel(control);
  const refresh = () => Promise.all([bench.refresh(), faults.refresh(), agent.refresh()]);
  setInterval(() => document.visibilityState === 'visible' && void refresh(), REFRESH_MS);
  void refresh();
  const inject = createInjectPanel(event => bench.act('events', event));
  const scenarios = createScenarioPanel(
    words => void say(words),
    words => linkTo(words, location.href, control),
  );
  return [
    faults.inForce,
    ...createTabList('Controls', {
      Faults: faults.element,
      Scenarios: scenarios,
      Session: el('div', {}, bench.element, agent.element),
      Inject: inject,
      Widget: widget,
    }),
  ];
}

document.querySelector('#ask')?.addEventListener('click', () => natter()?.open());

// Hides the element for an inline chat if the page has no inline chat.
const inline = document.querySelector<HTMLElement>('#inline-chat');
if (inline) inline.hidden = !location.search.includes('inline-chat');

function whenLoaded(use: (handle: NatterHandle) => void): void {
  const handle = natter();
  if (handle?.on) use(handle);
  else script?.addEventListener('load', () => whenLoaded(use), { once: true });
}

/** Makes room for an open chat, which would otherwise cover the bench. */
function makeRoomForChat(open: boolean): void {
  document.body.classList.toggle('chat-open', open && floating);
}
