/** A small form for every fault, and the list of active faults. */

import { button, createStatusLine, el, field, select } from '../page/elements.ts';
import type { Answer, EmulatorClient } from './emulator-client.ts';
import { describeFault, FAULT_FORMS, type FaultField, type FaultForm } from './fault-forms.ts';

export interface FaultPanel {
  /** The forms of the faults. */
  readonly element: HTMLElement;
  /** The list of active faults. */
  readonly inForce: HTMLElement;
  /** Reads the active faults from the emulator, which removes those that are used up. */
  refresh(): Promise<void>;
}

type Fault = Readonly<Record<string, unknown>>;

export function createFaultPanel(control: EmulatorClient, chosenSession: () => string | undefined): FaultPanel {
  const status = createStatusLine();
  const onlyChosen = el('input', { type: 'checkbox' });
  const active = el('ul', { className: 'active-faults', tabIndex: 0, attrs: { 'aria-label': 'Faults in force' } });
  const cards = FAULT_FORMS.map(form => createFaultCard(form, body => add(body)));
  let known = '';

  function show(answer: Answer): void {
    if (!answer.ok) return;
    const faults = (answer.body as { faults?: readonly Fault[] }).faults ?? [];
    // Redraws only after a change, to keep a tester's selection.
    if (JSON.stringify(faults) === known) return;
    known = JSON.stringify(faults);
    const items = faults.map(fault => el('li', {}, describeFault(fault)));
    active.replaceChildren(...(items.length > 0 ? items : [el('li', { className: 'empty' }, 'No faults in force.')]));
    for (const card of cards) card.showActive(faults.filter(({ kind }) => kind === card.kind));
  }

  async function add(body: Record<string, unknown>): Promise<Answer> {
    const session = onlyChosen.checked ? chosenSession() : undefined;
    const answer = await control.call('POST', 'faults', { ...body, ...(session ? { sessionId: session } : {}) });
    show(answer);
    return answer;
  }

  async function clear(): Promise<void> {
    const answer = await control.call('DELETE', 'faults');
    show(answer);
    status.say(answer.ok ? '' : answer.words);
    // Clears messages about earlier refusals, because they are out of date once the faults have been cleared.
    if (answer.ok) for (const card of cards) card.clearMessage();
  }

  return {
    element: el(
      'div',
      {},
      el('label', { className: 'check' }, onlyChosen, 'Selected session only'),
      el('div', { className: 'fault-cards' }, ...cards.map(card => card.element)),
    ),
    inForce: el(
      'div',
      { className: 'in-force' },
      el('h3', {}, 'Faults in force'),
      button('Clear all', () => void clear(), 'quiet'),
      active,
      status.element,
    ),
    refresh: async () => show(await control.call('GET', 'faults')),
  };
}

interface FaultCard {
  readonly kind: string;
  readonly element: HTMLElement;
  /** Shows whether faults of this kind are active. */
  showActive(faults: readonly Fault[]): void;
  clearMessage(): void;
}

function createFaultCard(
  { kind, words, fields }: FaultForm,
  add: (body: Record<string, unknown>) => Promise<Answer>,
): FaultCard {
  const status = createStatusLine();
  const badge = el('span', { className: 'badge', hidden: true }, 'on');
  const controls = fields.map(each => [each, faultFieldControl(each)] as const);
  const send = async (): Promise<void> => {
    const given = controls.map(([each, { value }]) => [each.name, faultFieldValue(each, value)] as const);
    const answer = await add({ kind, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) });
    status.say(answer.ok ? '' : answer.words);
  };
  const element = el(
    'form',
    { className: 'fault', noValidate: true, attrs: { 'aria-label': kind } },
    el('h4', { className: 'fault-name' }, el('code', {}, kind), badge),
    el('button', { type: 'submit', attrs: { 'aria-label': `Add ${kind}` } }, 'Add'),
    el('p', {}, words),
    el('div', { className: 'fields' }, ...controls.map(([each, control]) => field(each.label, control))),
    status.element,
  );
  element.addEventListener('submit', event => {
    event.preventDefault();
    void send();
  });
  return {
    kind,
    element,
    showActive(faults) {
      badge.hidden = faults.length === 0;
      element.classList.toggle('on', faults.length > 0);
    },
    clearMessage: () => status.say(''),
  };
}

function faultFieldControl({ name, value, form }: FaultField): HTMLInputElement | HTMLSelectElement {
  if (Array.isArray(form)) {
    const choice = select(form);
    choice.name = name;
    choice.value = value;
    return choice;
  }
  const placeholder = { times: '∞', retryAfter: 's' }[name] ?? '';
  const kind = form === 'number' ? ({ type: 'number', step: 'any', min: '0' } as const) : ({ type: 'text' } as const);
  return el('input', { name, value, placeholder, autocomplete: 'off', spellcheck: false, ...kind });
}

function faultFieldValue({ form }: FaultField, value: string): string | number | undefined {
  if (value.trim() === '') return undefined;
  return form === 'number' ? Number(value) : value;
}
