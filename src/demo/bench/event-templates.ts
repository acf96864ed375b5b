/** An example of every server event in wire form, to inject or to edit. The emulator adds ids, sequences and times. */

export interface EventTemplate {
  readonly type: string;
  readonly payload: object;
}

const MAREN = { id: 'maren', name: 'Maren Holm', avatar_url: '' };
const MESSAGE = { attachments: [], response_suggestions: [] };

/** Returns the templates. Each gets a new id, because a known one would replace the message that has it. */
export function eventTemplates(freshId: () => string): readonly EventTemplate[] {
  const event = (type: string, payload: object = {}): EventTemplate => ({ type: `EVENT_TYPE_${type}`, payload });
  return [
    event('SERVICE_AGENT_MESSAGE', {
      message_id: freshId(),
      text: 'Here is **one more thing**.',
      attachments: [],
      response_suggestions: [{ message_text: 'Tell me more' }, { message_text: 'No, thanks' }],
    }),
    event('SERVICE_AGENT_MESSAGE_CHUNK', {
      message_id: freshId(),
      chunk_index: 1,
      is_complete: false,
      text: 'The first piece of a reply ',
      ...MESSAGE,
    }),
    event('SERVICE_AGENT_THINKING'),
    event('SERVICE_AGENT_JOINED', { agent_name: 'Fern', agent_avatar_url: '' }),
    event('SERVICE_AGENT_LEFT', { reason: 'HANDOFF' }),
    event('SERVICE_AGENT_TRIGGERED_HANDOFF'),
    event('HANDOFF_ACCEPTED', { queue_name: 'Workshop' }),
    event('HANDOFF_QUEUE_STATUS', { queue_name: 'Workshop', position_in_queue: 3, estimated_wait_seconds: 240 }),
    event('HANDOFF_FAILED', { reason: 'NO_AGENTS' }),
    event('HANDOFF_TIMEOUT', { reason: 'NO_ANSWER' }),
    event('CLIENT_HANDOFF_REQUIRED', { reason: 'POLICY', queue_name: 'Workshop', route: 'phone' }),
    event('LIVE_AGENT_JOINED', { agent: MAREN }),
    event('LIVE_AGENT_TYPING', { state: 'TYPING_STATE_STARTED', agent_id: 'maren', agent_name: 'Maren Holm' }),
    event('LIVE_AGENT_MESSAGE', {
      message_id: freshId(),
      text: 'Hello, this is Maren.',
      agent_id: 'maren',
      ...MESSAGE,
    }),
    event('LIVE_AGENT_LEFT', { agent_id: 'maren', agent_name: 'Maren Holm' }),
    event('SYSTEM_MESSAGE', {
      level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
      message: 'Sorry, I encountered an error. Please try again.',
    }),
    event('LANGUAGE_CHANGED', { language_code: 'de-DE' }),
    event('SESSION_IDLE_WARNING'),
    event('SESSION_END', { reason: 'REASON_NATURAL_END' }),
    event('SESSION_START', {
      capabilities: {
        streaming: true,
        max_message_size_bytes: 131_072,
        max_reconnect_attempts: 10,
        heartbeat_interval_seconds: 30,
      },
    }),
    event('USER_MESSAGE', { message_id: freshId(), text: 'Written on another device.' }),
    event('USER_END_SESSION'),
    event('REQUEST_SERVICE_AGENT_JOIN'),
    event('HEARTBEAT'),
    event('FROM_THE_FUTURE', { anything: true }),
  ];
}

/** Returns the short name of a template: `EVENT_TYPE_SERVICE_AGENT_JOINED` → `AGENT_JOINED`. The inspector's filter finds events by it. */
export function templateName({ type }: EventTemplate): string {
  return type.replace('EVENT_TYPE_', '').replace('SERVICE_', '');
}
