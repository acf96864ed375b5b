/** The demo page's script: the shop's one button and the test bench. It uses the widget as any page would, through `window.Natter`. */

import type { NatterHandle } from '../entries/element.ts';
import { createAgentBench } from './bench/agent-panel.ts';
import { createControl } from './bench/emulator-client.ts';
import { createFaultBench } from './bench/fault-panel.ts';
import { createInjectionBench } from './bench/inject-panel.ts';
import { createSessionBench, type SessionBench } from './bench/session-panel.ts';
import { createTabs } from './bench/tab-list.ts';
import { createWidgetBench, onEvents } from './bench/widget-panel.ts';
import { createInspector, type Inspector, onTrace } from './inspector/inspector.ts';
import { el } from './page/elements.ts';

const REFRESH_MS = 1000;

const told = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="natter-${name}"]`)?.content ?? '';
const natter = (): NatterHandle | undefined => window.Natter as NatterHandle | undefined;
const script = document.querySelector<HTMLScriptElement>('script[data-broker]');
const emulator = told('emulator');
const query = new URLSearchParams(location.search);
const floating = (query.get('renderMode') ?? 'floating') === 'floating';

const benchSection = document.querySelector<HTMLElement>('#bench');
// The address /?bench=off shows the shop alone, as a customer's page is.
if (query.get('bench') === 'off') benchSection?.remove();
else buildBench();

function buildBench(): void {
  let sessions: SessionBench | undefined;
  const inspector = createInspector({
    chat: () => natter()?.state,
    settings: () => ({ ...script?.dataset, ...window.NatterSettings }),
    looked: ({ open }) => makeRoom(open),
    sessionChanged: id => sessions?.ownChanged(id),
  });
  const controls = createControls(inspector, chosen => {
    sessions = chosen;
  });
  benchSection
    ?.querySelector('#bench-parts')
    ?.append(
      inspector.element,
      el('section', { className: 'controls', attrs: { 'aria-label': 'Controls' } }, ...controls),
    );
  onTrace(inspector.trace);
  whenLoaded(handle => onEvents(handle, inspector.event));
}

/** A platform that is a real one cannot be made to fail from here. */
function createControls(inspector: Inspector, ready: (sessions: SessionBench) => void): readonly HTMLElement[] {
  const widget = createWidgetBench(natter, told('dialect'));
  if (!emulator) {
    const why = 'The platform is a real one: it cannot be made to fail from here.';
    return [el('p', { className: 'in-force hint' }, why), ...createTabs('Controls', { Widget: widget })];
  }
  const control = createControl(emulator, inspector.note);
  const bench = createSessionBench(control);
  const faults = createFaultBench(control, bench.chosen);
  ready(bench);
  const agent = createAgentBench(control);
  const refresh = () => Promise.all([bench.refresh(), faults.refresh(), agent.refresh()]);
  setInterval(() => document.visibilityState === 'visible' && void refresh(), REFRESH_MS);
  void refresh();
  const inject = createInjectionBench(event => bench.act('events', event));
  return [
    faults.inForce,
    ...createTabs('Controls', {
      Faults: faults.element,
      Session: el('div', {}, bench.element, agent.element),
      Inject: inject,
      Widget: widget,
    }),
  ];
}

document.querySelector('#ask')?.addEventListener('click', () => natter()?.open());

// An inline chat needs a place; without one the page would have a hole.
const inline = document.querySelector<HTMLElement>('#inline-chat');
if (inline) inline.hidden = !location.search.includes('inline-chat');

function whenLoaded(use: (handle: NatterHandle) => void): void {
  const handle = natter();
  if (handle?.on) use(handle);
  else script?.addEventListener('load', () => whenLoaded(use), { once: true });
}

/** Beside an open chat the bench makes room, so that neither hides the other. */
function makeRoom(open: boolean): void {
  document.body.classList.toggle('chat-open', open && floating);
}
