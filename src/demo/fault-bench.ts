/** Every fault that the emulator knows, with its parameters. */

import type { Control } from './control.ts';
import { button, card, el, field, row, select } from './dom.ts';

/** Parameters and their example values; a number here is sent as a number. */
const FAULTS: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'refuse-handshake': { status: 404, retryAfter: '' },
  'drop-after': { events: 3 },
  'drop-before-echo': { on: 'message' },
  'drop-after-process': { on: 'message' },
  'drop-client-events': { rate: 0.5 },
  delay: { ms: 1500 },
  'slow-history': { ms: 3000 },
  duplicate: {},
  'reorder-replay': {},
  'truncate-stream': {},
  'http-status': { path: 'access-token', status: 503, retryAfter: '' },
  'garbage-frame': { text: '' },
};

const NUMBERS = new Set(['status', 'retryAfter', 'events', 'rate', 'ms', 'times']);

export function createFaultBench(control: Control, chosenSession: () => string | undefined): HTMLElement {
  const parameters = el('div', { className: 'row' });
  const active = el('ul', { className: 'faults' });
  const onlyChosen = el('input', { type: 'checkbox' });
  const kind = select(Object.keys(FAULTS), showParameters);
  showParameters(kind.value);

  function showParameters(name: string): void {
    const fields = Object.entries({ ...FAULTS[name], times: 1 });
    parameters.replaceChildren(
      ...fields.map(([key, value]) => field(key, el('input', { name: key, value: `${value}`, autocomplete: 'off' }))),
    );
  }
  function show(answer: unknown): void {
    const faults = (answer as { faults?: readonly object[] } | undefined)?.faults;
    if (faults) active.replaceChildren(...faults.map(fault => el('li', {}, el('code', {}, JSON.stringify(fault)))));
  }
  async function add(): Promise<void> {
    const body: Record<string, unknown> = { kind: kind.value };
    for (const input of parameters.querySelectorAll('input')) {
      if (input.value.trim() === '') continue;
      body[input.name] = NUMBERS.has(input.name) ? Number(input.value) : input.value;
    }
    if (onlyChosen.checked && chosenSession()) body.sessionId = chosenSession();
    show(await control.call('POST', 'faults', body));
  }
  void control.call('GET', 'faults').then(show);
  return card(
    'Faults',
    row(field('Kind', kind)),
    parameters,
    el('label', { className: 'check' }, onlyChosen, 'only for the chosen session'),
    row(
      button('Add fault', () => void add()),
      button('Clear faults', () => void control.call('DELETE', 'faults').then(show), 'quiet'),
    ),
    active,
  );
}
