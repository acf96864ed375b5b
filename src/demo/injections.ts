/** Server events that a tester can put into a session, ready to send or to change first. */

import { button, el, field, row, select } from './dom.ts';

const EXAMPLES: Readonly<Record<string, object>> = {
  'idle warning': { type: 'EVENT_TYPE_SESSION_IDLE_WARNING', payload: {} },
  'language changed': { type: 'EVENT_TYPE_LANGUAGE_CHANGED', payload: { language_code: 'de-DE' } },
  'system error': {
    type: 'EVENT_TYPE_SYSTEM_MESSAGE',
    payload: { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message: 'Sorry, I encountered an error. Please try again.' },
  },
  'queue status': {
    type: 'EVENT_TYPE_HANDOFF_QUEUE_STATUS',
    payload: { queue_name: 'Workshop', position_in_queue: 3, estimated_wait_seconds: 240 },
  },
  'hand-off failed': { type: 'EVENT_TYPE_HANDOFF_FAILED', payload: { reason: 'NO_AGENTS' } },
  'client hand-off': {
    type: 'EVENT_TYPE_CLIENT_HANDOFF_REQUIRED',
    payload: { reason: 'POLICY', queue_name: 'Workshop', route: 'phone' },
  },
  'live agent joined': {
    type: 'EVENT_TYPE_LIVE_AGENT_JOINED',
    payload: { agent: { id: 'maren', name: 'Maren', avatar_url: '' } },
  },
  'live agent message': {
    type: 'EVENT_TYPE_LIVE_AGENT_MESSAGE',
    payload: { message_id: 'm-live-1', text: 'Hello, this is Maren.', attachments: [], response_suggestions: [] },
  },
  'unknown type': { type: 'EVENT_TYPE_FROM_THE_FUTURE', payload: { anything: true } },
};

export function injections(inject: (event: object) => void): Node[] {
  const text = el('textarea', { rows: 5, spellcheck: false, ariaLabel: 'Event' });
  const problem = el('p', { className: 'problem' });
  const show = (name: string): void => {
    text.value = JSON.stringify(EXAMPLES[name], null, 1);
  };
  const examples = select(Object.keys(EXAMPLES), show);
  show(examples.value);
  const send = (): void => {
    try {
      inject(JSON.parse(text.value) as object);
      problem.textContent = '';
    } catch (error) {
      problem.textContent = `This is not valid JSON: ${error}`;
    }
  };
  return [row(field('Example', examples), button('Inject', send)), text, problem];
}
