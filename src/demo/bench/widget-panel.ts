/** Buttons for the widget's methods, and controls for its settings. Changes that need a reload are made through the page's address. */

import type { NatterHandle, PublicEventName } from '../../entries/element.ts';
import { button, el, field, row, select } from '../page/elements.ts';

/** All public events. If one is missing, this file does not compile. */
const EVENTS = {
  ready: true,
  open: true,
  close: true,
  state: true,
  message: true,
  delivery: true,
  handoff: true,
  'handoff-required': true,
  ended: true,
  error: true,
  unread: true,
  language: true,
  idle: true,
  consent: true,
  rating: true,
  feedback: true,
  context: true,
  'external-event': true,
  status: true,
  link: true,
} satisfies Record<PublicEventName, true>;

/** Settings that need a reload, each with its values. The first value is the default. */
const THROUGH_ADDRESS: Readonly<Record<string, readonly string[]>> = {
  position: ['right', 'left'],
  renderMode: ['floating', 'fullscreen', 'inline'],
  streaming: ['true', 'false'],
  remember: ['conversation', 'session', 'nothing'],
  keepAlive: ['conversation', 'always', 'never'],
  transport: ['auto', 'socket', 'chat'],
};

/** Settings that are objects, each with an example. The address contains them as JSON. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  preChat: [
    { name: 'name', label: 'Your name', required: true, autocomplete: 'name' },
    { name: 'email', label: 'Email', type: 'email' },
    { name: 'topic', label: 'What is it about?', type: 'choice', options: ['An order', 'A repair'], required: true },
  ],
};

export function createWidgetPanel(natter: () => NatterHandle | undefined, dialect: string): HTMLElement {
  const theme = select(['auto', 'light', 'dark'], value => natter()?.setTheme(value as 'auto'));
  const locale = select(['', 'en', 'de', 'fr', 'es', 'ar', 'ja'], value => natter()?.setLocale(value));
  return el(
    'div',
    {},
    row(
      button('open', () => natter()?.open()),
      button('close', () => natter()?.close()),
      button('hide', () => natter()?.hide()),
      button('show', () => natter()?.show()),
      button('end', () => natter()?.end()),
      button('startNew', () => natter()?.startNew()),
      button('destroy', () => natter()?.destroy()),
    ),
    row(field('theme', theme), field('locale', locale)),
    el('h4', {}, 'Needs a reload'),
    el(
      'div',
      { className: 'fields' },
      ...Object.entries(THROUGH_ADDRESS).map(widgetSettingField),
      ...Object.entries(EXAMPLES).map(exampleField),
    ),
    row(button('Open under strict CSP', () => location.assign(addressWith('strict', '1')))),
    el('p', { className: 'hint' }, `The platform speaks the “${dialect || 'unknown'}” dialect.`),
  );
}

function widgetSettingField([name, values]: [string, readonly string[]]): HTMLElement {
  const choice = select(values, value => location.assign(addressWith(name, value)));
  const set = new URLSearchParams(location.search).get(name);
  if (set !== null && values.includes(set)) choice.value = set;
  return field(name, choice);
}

function exampleField([name, example]: [string, unknown]): HTMLElement {
  const choice = select(['off', 'example'], value =>
    location.assign(addressWith(name, value === 'off' ? '' : JSON.stringify(example))),
  );
  if (new URLSearchParams(location.search).has(name)) choice.value = 'example';
  return field(name, choice);
}

/** An empty value takes the setting out of the address. */
function addressWith(name: string, value: string): string {
  const url = new URL(location.href);
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
  if (name === 'renderMode' && value === 'inline') url.searchParams.set('target', '#inline-chat');
  url.hash = 'bench';
  return url.href;
}

/** Subscribes to every public event of the widget. */
export function onEvents(natter: NatterHandle, status: (name: string, detail: unknown) => void): void {
  for (const name of Object.keys(EVENTS) as PublicEventName[])
    natter.on(name, (detail: unknown) => status(name, detail));
}
