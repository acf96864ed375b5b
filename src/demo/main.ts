/** The demo page's script: the shop's one button and the test bench. It uses the widget as any page would, through `window.Natter`. */

import type { NatterHandle } from '../entries/element.ts';
import { createControl } from './control.ts';
import { createFaultBench } from './fault-bench.ts';
import { createSessionBench } from './session-bench.ts';
import { createWidgetBench, logEvents } from './widget-bench.ts';

const told = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="natter-${name}"]`)?.content ?? '';
const natter = (): NatterHandle | undefined => window.Natter as NatterHandle | undefined;

const widget = createWidgetBench(natter, told('dialect'));
const parts = document.querySelector('#bench-parts');
parts?.append(...widget.cards);
const emulator = told('emulator');
if (emulator) {
  const control = createControl(emulator, widget.report);
  const sessions = createSessionBench(control);
  parts?.append(...sessions.cards, createFaultBench(control, sessions.chosen));
} else widget.report('No emulator: the platform is a real one and cannot be made to fail from here.');

document.querySelector('#ask')?.addEventListener('click', () => natter()?.open());

// An inline chat needs a place; without one the page would have a hole.
const inline = document.querySelector<HTMLElement>('#inline-chat');
if (inline) inline.hidden = !location.search.includes('inline-chat');

const script = document.querySelector('script[data-broker]');
if (natter()?.on) start();
else script?.addEventListener('load', start);

function start(): void {
  const handle = natter();
  if (handle) logEvents(handle, widget.report);
}
