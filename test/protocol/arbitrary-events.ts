/** Arbitrary events, in both directions, of every type that events.ts declares: the dice of the round-trip properties. */

import fc from 'fast-check';
import type { ClientEvent, Envelope, MessageBody, ServerEvent, ServerEventBody } from '../../src/protocol/events.ts';

/** Any text a page can hold: emoji, control characters, lone surrogates. */
const text = fc.string({ unit: 'binary' });
const filled = text.filter(each => each !== '');
const amount = fc.nat();

const custom = fc.dictionary(
  filled.filter(key => key !== '__proto__'),
  text,
  { maxKeys: 4, noNullPrototype: true },
);

const identity = fc.record({ agentId: filled, agentName: filled, avatarUrl: filled }, { requiredKeys: [] });
const reason = fc.record({ reason: filled }, { requiredKeys: [] });
const few = { maxLength: 5 };

const message: fc.Arbitrary<MessageBody> = fc.record(
  {
    messageId: filled,
    text,
    attachments: fc.array(
      fc.record({
        kind: fc.constantFrom('url' as const, 'image' as const),
        title: text,
        contentUrl: filled,
        previewImageUrl: text,
        callToAction: text,
      }),
      few,
    ),
    suggestions: fc.array(fc.record({ text: filled }), few),
    callActions: fc.array(fc.record({ title: text, number: filled }), few),
    agentId: filled,
    agentName: filled,
    avatarUrl: filled,
    endsConversation: fc.constant(true),
  },
  { requiredKeys: ['messageId', 'text', 'attachments', 'suggestions', 'callActions'] },
);

const queueStatus = fc.record(
  { queueName: filled, position: amount, waitSeconds: amount, displayMessage: filled },
  { requiredKeys: [] },
);
const capabilities = fc.record({
  streaming: fc.boolean(),
  maxMessageBytes: fc.integer({ min: 1024 }),
  maxReconnectAttempts: amount,
  heartbeatSeconds: fc.integer({ min: 1, max: 300 }),
});
const typing = fc.constantFrom('started' as const, 'stopped' as const);

/** A body of one type: the constant `type` and whatever fields go with it. */
function body<T extends string, F extends object>(type: T, fields: fc.Arbitrary<F>): fc.Arbitrary<{ type: T } & F> {
  return fields.map(each => ({ type, ...each }));
}
const bare = <T extends string>(type: T) => body(type, fc.constant({}));

/** One arbitrary per type; a type that is missing here does not compile. */
const BODIES: { readonly [T in ServerEventBody['type']]: fc.Arbitrary<Extract<ServerEventBody, { type: T }>> } = {
  SESSION_START: body(
    'SESSION_START',
    fc.record({ capabilities, contextId: filled }, { requiredKeys: ['capabilities'] }),
  ),
  REQUEST_AGENT_JOIN: bare('REQUEST_AGENT_JOIN'),
  AGENT_JOINED: body('AGENT_JOINED', identity),
  AGENT_THINKING: bare('AGENT_THINKING'),
  AGENT_MESSAGE: body('AGENT_MESSAGE', message),
  AGENT_MESSAGE_CHUNK: fc
    .tuple(message, fc.integer({ min: 1 }), fc.boolean())
    .map(([each, chunkIndex, isComplete]) => ({ type: 'AGENT_MESSAGE_CHUNK', ...each, chunkIndex, isComplete })),
  AGENT_LEFT: body('AGENT_LEFT', reason),
  AGENT_TRIGGERED_HANDOFF: bare('AGENT_TRIGGERED_HANDOFF'),
  HANDOFF_ACCEPTED: body('HANDOFF_ACCEPTED', fc.record({ queueName: filled }, { requiredKeys: [] })),
  HANDOFF_QUEUE_STATUS: body('HANDOFF_QUEUE_STATUS', queueStatus),
  HANDOFF_FAILED: body('HANDOFF_FAILED', reason),
  HANDOFF_TIMEOUT: body('HANDOFF_TIMEOUT', reason),
  CLIENT_HANDOFF_REQUIRED: body(
    'CLIENT_HANDOFF_REQUIRED',
    fc.record({ reason: filled, queueName: filled, route: filled }, { requiredKeys: [] }),
  ),
  LIVE_AGENT_JOINED: body('LIVE_AGENT_JOINED', identity),
  LIVE_AGENT_TYPING: fc.tuple(identity, typing).map(([who, state]) => ({ type: 'LIVE_AGENT_TYPING', state, ...who })),
  LIVE_AGENT_MESSAGE: body('LIVE_AGENT_MESSAGE', message),
  LIVE_AGENT_LEFT: fc.tuple(identity, reason).map(([who, why]) => ({ type: 'LIVE_AGENT_LEFT', ...who, ...why })),
  USER_MESSAGE: body('USER_MESSAGE', fc.record({ text, messageId: text })),
  USER_END_SESSION: bare('USER_END_SESSION'),
  HEARTBEAT: bare('HEARTBEAT'),
  SYSTEM_MESSAGE: body(
    'SYSTEM_MESSAGE',
    fc.record({ level: fc.constantFrom('info' as const, 'warning' as const, 'error' as const), message: filled }),
  ),
  LANGUAGE_CHANGED: body('LANGUAGE_CHANGED', fc.record({ languageCode: filled })),
  SESSION_IDLE_WARNING: bare('SESSION_IDLE_WARNING'),
  OTHER: bare('OTHER'),
  SESSION_END: body(
    'SESSION_END',
    fc.record({ reason: fc.constantFrom('user-end', 'user-abandoned', 'natural-end', 'unknown') }),
  ),
};

const envelope: fc.Arbitrary<Envelope> = fc.record({
  id: filled,
  sequence: fc.option(fc.maxSafeNat()),
  timestamp: fc.option(fc.date({ noInvalidDate: true }).map(date => date.getTime())),
  custom,
});

export const anyServerEvent: fc.Arbitrary<ServerEvent> = fc
  .tuple(envelope, fc.oneof(...(Object.values(BODIES) as fc.Arbitrary<ServerEventBody>[])))
  .map(([around, inside]): ServerEvent => structuredClone({ ...around, ...inside }))
  // Without a place it is none.
  .filter(({ type, sequence }) => type !== 'OTHER' || Boolean(sequence));

const optionalCustom = fc.oneof(
  fc.constant({}),
  custom.filter(each => Object.keys(each).length > 0).map(each => ({ custom: each })),
);

export const anyClientEvent: fc.Arbitrary<ClientEvent> = fc
  .tuple(
    fc.oneof<fc.Arbitrary<ClientEvent>[]>(
      bare('REQUEST_AGENT_JOIN'),
      body('USER_MESSAGE', fc.record({ text })),
      body('USER_TYPING', fc.record({ state: typing })),
      bare('USER_END_SESSION'),
      bare('HEARTBEAT'),
    ),
    optionalCustom,
  )
  .map(([inside, extra]) => structuredClone({ ...inside, ...extra }));

/** JSON that looks like a frame often enough to reach the readers, and is wrong in every way inside. */
export const almostFrame: fc.Arbitrary<unknown> = fc.letrec<{ frame: object; events: object }>(tie => {
  const types = Object.keys(BODIES).flatMap(type => [`EVENT_TYPE_${type}`, `EVENT_TYPE_SERVICE_${type}`]);
  const keys = [
    'message_id',
    'text',
    'agent',
    'attachments',
    'response_suggestions',
    'chat_call_actions',
    'chunk_index',
  ];
  const more = ['capabilities', 'level', 'message', 'language_code', 'reason', 'position', 'state', '__proto__'];
  const loose = fc.oneof(fc.jsonValue(), fc.constantFrom(null, 1, 2, 'x', true, 1e9), fc.array(fc.jsonValue()));
  const payload = fc.oneof(
    { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...keys, ...more), loose) },
    { weight: 1, arbitrary: loose },
    { weight: 1, arbitrary: tie('events') },
  );
  return {
    frame: fc.record(
      {
        type: fc.oneof(fc.constantFrom(...types, 'EVENT_TYPE_EVENT_BATCH'), loose),
        id: fc.oneof(fc.string(), loose),
        sequence: loose,
        timestamp: loose,
        payload,
        metadata: fc.oneof(loose, fc.record({ custom: loose })),
        session_start: payload,
      },
      { requiredKeys: ['type'] },
    ),
    events: fc.record({ events: fc.array(tie('frame'), { maxLength: 4 }) }),
  };
}).frame;
