/** Says whether a decoded event is what events.ts declares: every field of its type, none undefined, none unknown. */

import { expect } from 'vitest';
import type { ServerEvent, ServerEventType } from '../../src/protocol/events.ts';

type Test = (value: unknown) => boolean;
/** Field name → what it must be; a name that ends in `?` may be absent. */
type Shape = Readonly<Record<string, Test>>;

const text: Test = value => typeof value === 'string';
const filled: Test = value => typeof value === 'string' && value !== '';
const flag: Test = value => typeof value === 'boolean';
const int =
  (min: number, max: number = Number.MAX_SAFE_INTEGER): Test =>
  value =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
const oneOf =
  (...values: readonly string[]): Test =>
  value =>
    values.includes(value as string);
const list =
  (item: Shape): Test =>
  value =>
    Array.isArray(value) && value.length <= 50 && value.every(each => problems(each, item).length === 0);
const object =
  (shape: Shape): Test =>
  value =>
    problems(value, shape).length === 0;

const ENVELOPE: Shape = {
  id: text,
  sequence: value => value === null || int(0)(value),
  timestamp: value => value === null || Number.isInteger(value),
  custom: value => typeof value === 'object' && value !== null && Object.values(value).every(text),
  type: filled,
};
const IDENTITY: Shape = { 'agentId?': filled, 'agentName?': filled, 'avatarUrl?': filled };
const REASON: Shape = { 'reason?': filled };
const MESSAGE: Shape = {
  ...IDENTITY,
  messageId: filled,
  text,
  attachments: list({
    kind: oneOf('url', 'image'),
    title: text,
    contentUrl: filled,
    previewImageUrl: text,
    callToAction: text,
  }),
  suggestions: list({ text: filled }),
  callActions: list({ title: text, number: filled }),
  'endsConversation?': value => value === true,
};

const SHAPES: Readonly<Record<ServerEventType, Shape>> = {
  SESSION_START: {
    capabilities: object({
      streaming: flag,
      maxMessageBytes: int(1024),
      maxReconnectAttempts: int(0),
      heartbeatSeconds: int(1, 300),
    }),
    'contextId?': filled,
  },
  REQUEST_AGENT_JOIN: {},
  AGENT_JOINED: IDENTITY,
  AGENT_THINKING: {},
  AGENT_MESSAGE: MESSAGE,
  AGENT_MESSAGE_CHUNK: { ...MESSAGE, chunkIndex: int(1), isComplete: flag },
  AGENT_LEFT: REASON,
  AGENT_TRIGGERED_HANDOFF: {},
  HANDOFF_ACCEPTED: { 'queueName?': filled },
  HANDOFF_QUEUE_STATUS: {
    'queueName?': filled,
    'position?': int(0),
    'waitSeconds?': value => Number.isInteger(value) && (value as number) >= 0,
    'displayMessage?': filled,
  },
  HANDOFF_FAILED: REASON,
  HANDOFF_TIMEOUT: REASON,
  CLIENT_HANDOFF_REQUIRED: { ...REASON, 'queueName?': filled, 'route?': filled },
  LIVE_AGENT_JOINED: IDENTITY,
  LIVE_AGENT_TYPING: { ...IDENTITY, state: oneOf('started', 'stopped') },
  LIVE_AGENT_MESSAGE: MESSAGE,
  LIVE_AGENT_LEFT: { ...IDENTITY, ...REASON },
  USER_MESSAGE: { text, messageId: text },
  USER_END_SESSION: {},
  HEARTBEAT: {},
  SYSTEM_MESSAGE: { level: oneOf('info', 'warning', 'error'), message: filled },
  LANGUAGE_CHANGED: { languageCode: filled },
  SESSION_IDLE_WARNING: {},
  OTHER: {},
  SESSION_END: { reason: oneOf('user-end', 'user-abandoned', 'natural-end', 'unknown') },
};

export function expectDeclaredShape(event: ServerEvent): void {
  expect(Object.keys(SHAPES)).toContain(event.type);
  expect(problems(event, { ...ENVELOPE, ...SHAPES[event.type] })).toEqual([]);
  if (event.type !== 'HEARTBEAT') expect(event.id).not.toBe('');
}

/** What is missing, wrong or too much, in words. */
function problems(value: unknown, shape: Shape): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['not an object'];
  const found: string[] = [];
  const declared = new Map(Object.entries(shape).map(([name, test]) => [name.replace('?', ''), { name, test }]));
  for (const [key, each] of Object.entries(value)) {
    const field = declared.get(key);
    if (!field) found.push(`${key} is not declared`);
    else if (!field.test(each)) found.push(`${key} is ${JSON.stringify(each)}`);
  }
  for (const [key, { name }] of declared) {
    if (!name.endsWith('?') && !Object.hasOwn(value, key)) found.push(`${key} is missing`);
  }
  return found;
}
