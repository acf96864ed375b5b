/** Injects any server event, written by the tester, into the chosen session. */

import { button, createStatusLine, el, field, row, select } from '../page/elements.ts';
import type { Answer } from './emulator-client.ts';
import { eventTemplates, templateName } from './event-templates.ts';

export function createInjectPanel(inject: (event: object) => Promise<Answer>): HTMLElement {
  const templates = () => eventTemplates(() => `injected-${crypto.randomUUID().slice(0, 8)}`);
  const text = el('textarea', { rows: 18, spellcheck: false, attrs: { 'aria-label': 'Event as JSON' } });
  const status = createStatusLine();
  const choice = select(templates().map(templateName), show);
  show(choice.value);

  function show(name: string): void {
    const template = templates().find(each => templateName(each) === name);
    text.value = JSON.stringify(template, null, 2);
    status.say('');
  }

  async function send(): Promise<void> {
    const event = parseEvent(text.value);
    if (typeof event === 'string') {
      status.say(event);
      return;
    }
    const answer = await inject(event);
    // Puts a new id into the text for the next press, unless the tester has edited the event.
    if (answer.ok && isTemplate(event)) show(choice.value);
    status.say(answer.ok ? injectResultText(answer.body) : answer.words, answer.ok ? 'done' : 'problem');
  }

  const isTemplate = (event: object): boolean =>
    withoutIds(event) === withoutIds(templates().find(each => templateName(each) === choice.value) ?? {});

  return el(
    'div',
    {},
    row(
      field('Type', choice),
      button('Inject', () => void send()),
    ),
    text,
    status.element,
  );
}

/** Returns the event, or a sentence that explains the problem. */
function parseEvent(text: string): object | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
    return 'An event is a JSON object: {"type": …, "payload": {…}}.';
  } catch (error) {
    return `This is not valid JSON: ${error instanceof Error ? error.message : error}`;
  }
}

function withoutIds(event: object): string {
  return JSON.stringify(event).replace(/injected-[\w-]+/g, '');
}

function injectResultText(body: unknown): string {
  const { stored } = body as { readonly stored?: boolean };
  return stored ? 'Sent, and in the history.' : 'Sent, and not in the history.';
}
