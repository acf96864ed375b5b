import { describe, expect, it } from 'vitest';
import { decodeServerFrame } from '../../../src/protocol/decode.ts';
import type { Dialect } from '../../../src/protocol/events.ts';
import {
  closeEmulatorsAfterEach,
  connect,
  control,
  conversation,
  emulator,
  look,
  type Peer,
  visitor,
} from '../real-client.ts';
import { bareType, createBrain, joinedBrain } from '../virtual-brain.ts';

const DIALECTS: readonly (readonly [Dialect, string])[] = [
  ['service', 'SERVICE'],
  ['poly', 'POLY'],
];

describe.each(DIALECTS)('client events, dialect %s', (dialect, word) => {
  closeEmulatorsAfterEach();

  async function joined(body: object = {}): Promise<Peer> {
    const at = await emulator({ dialect });
    const peer = await connect(at, await visitor(at, body));
    peer.send(`EVENT_TYPE_REQUEST_${word}_AGENT_JOIN`, {}, { client_event_id: 'join-1' });
    await peer.untilType('_AGENT_MESSAGE');
    return peer;
  }

  it('answers a join request with its echo, then JOINED, THINKING and a greeting with suggestions', async () => {
    const peer = await joined();
    const [, echo, hasJoined, thinking, greeting] = peer.events;
    expect(echo).toMatchObject({
      type: `EVENT_TYPE_REQUEST_${word}_AGENT_JOIN`,
      payload: {},
      metadata: { custom: { client_event_id: 'join-1' } },
    });
    expect(hasJoined).toMatchObject({
      type: `EVENT_TYPE_${word}_AGENT_JOINED`,
      payload: { agent_name: 'Fern', agent_avatar_url: expect.stringMatching(/^http:.*\/media\/fern\.svg$/) },
    });
    expect(thinking).toMatchObject({ type: `EVENT_TYPE_${word}_AGENT_THINKING`, sequence: null });
    expect(greeting?.type).toBe(`EVENT_TYPE_${word}_AGENT_MESSAGE`);
    expect(greeting?.payload.response_suggestions).toContainEqual({ message_text: 'Help' });
    expect(peer.events).toHaveLength(5);
  });

  it('understands the other dialect as well as its own', async () => {
    const at = await emulator({ dialect });
    const peer = await connect(at, await visitor(at));
    peer.send(`EVENT_TYPE_REQUEST_${word === 'POLY' ? 'SERVICE' : 'POLY'}_AGENT_JOIN`);
    expect((await peer.untilType('_AGENT_JOINED')).type).toBe(`EVENT_TYPE_${word}_AGENT_JOINED`);
  });

  it('echoes a message with a message id, a position and its custom metadata as sent, then answers', async () => {
    const peer = await joined();
    const custom = { client_event_id: 'm-1', 'Zeichen ü 🪑': ' spaces stay ' };
    peer.send('EVENT_TYPE_USER_MESSAGE', { text: 'echo Grüße 🪑' }, custom);
    const echo = await peer.untilType('USER_MESSAGE');
    expect(echo).toMatchObject({ payload: { text: 'echo Grüße 🪑' }, metadata: { custom }, sequence: 5 });
    expect(echo.payload.message_id).toMatch(/^[0-9a-f-]{36}$/);
    const answer = await peer.until(event => event.payload.text === 'Grüße 🪑');
    expect(answer.type).toBe(`EVENT_TYPE_${word}_AGENT_MESSAGE`);
  });

  it('streams when the session asked for it: pieces count from 1, join to the text, and the last is complete', async () => {
    const at = await emulator({ dialect });
    const { peer } = await conversation(at, { streaming_enabled: true });
    const text = 'One  two\n\n- three\n- four **five** six seven eight nine ten ';
    peer.send('EVENT_TYPE_USER_MESSAGE', { text: `echo ${text}` });
    const greeting = peer.events.at(-1)?.payload.message_id;
    await peer.until(event => event.payload.is_complete === true && event.payload.message_id !== greeting);
    const echoAt = peer.events.findIndex(event => event.type.endsWith('USER_MESSAGE'));
    const chunks = peer.events.slice(echoAt).filter(event => event.type === `EVENT_TYPE_${word}_AGENT_MESSAGE_CHUNK`);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.map(chunk => chunk.payload.chunk_index)).toEqual(chunks.map((_, index) => index + 1));
    expect(chunks.map(chunk => chunk.payload.text).join('')).toBe(text.trim());
    expect(chunks.map(chunk => chunk.payload.is_complete)).toEqual(chunks.map((_, i) => i === chunks.length - 1));
    expect(new Set(chunks.map(chunk => chunk.payload.message_id)).size).toBe(1);
    expect(new Set(chunks.map(chunk => chunk.id)).size).toBe(chunks.length);
    expect(peer.events.some(event => event.type.endsWith('AGENT_MESSAGE'))).toBe(false);
  });

  it('ends the session on the user’s word: echo, SESSION_END, close 1000', async () => {
    const peer = await joined();
    peer.send('EVENT_TYPE_USER_END_SESSION', {}, { client_event_id: 'bye' });
    expect(await peer.closed).toMatchObject({ code: 1000 });
    const [echo, end] = peer.events.slice(-2);
    expect(echo).toMatchObject({
      type: 'EVENT_TYPE_USER_END_SESSION',
      metadata: { custom: { client_event_id: 'bye' } },
    });
    expect(end).toMatchObject({ type: 'EVENT_TYPE_SESSION_END', payload: { reason: 'REASON_USER_END' } });
  });

  it('sends nothing that the decoder would drop', async () => {
    const peer = await joined();
    for (const text of ['help', 'card', 'call', 'long', 'error list']) peer.send('EVENT_TYPE_USER_MESSAGE', { text });
    await peer.settle();
    expect(peer.frames.flatMap(frame => decodeServerFrame(frame).dropped)).toEqual([]);
  });
});

describe('client events', () => {
  closeEmulatorsAfterEach();

  it('numbers persistent events and dates all; a heartbeat comes back without position and is not in the history', async () => {
    const at = await emulator();
    const { who, peer } = await conversation(at);
    peer.send('EVENT_TYPE_HEARTBEAT', {}, { client_event_id: 'hb' });
    const beat = await peer.untilType('HEARTBEAT');
    expect(beat).toMatchObject({ sequence: null, metadata: { custom: { client_event_id: 'hb' } } });
    for (const event of peer.events) {
      expect(event.id).toMatch(/./);
      expect(new Date(String(event.timestamp)).toISOString()).toBe(event.timestamp);
    }
    const { body } = await look(at, `sessions/${who.session}`);
    const types = (body.events as { type: string; sequence: number }[]).map(bareTypeOf);
    expect(types).toEqual(['SESSION_START', 'REQUEST_AGENT_JOIN', 'AGENT_JOINED', 'AGENT_MESSAGE']);
  });

  it('typing is not echoed', async () => {
    const { peer } = await conversation(await emulator());
    const before = peer.events.length;
    peer.send('EVENT_TYPE_USER_TYPING', { state: 'TYPING_STATE_STARTED' });
    peer.send('EVENT_TYPE_USER_TYPING', { state: 'TYPING_STATE_STOPPED' });
    await peer.settle();
    expect(peer.events.slice(before).map(bareType)).toEqual(['HEARTBEAT']);
  });

  it('sends every event to every socket of the session, echoes of the others included, and to no other session', async () => {
    const at = await emulator();
    const { who, peer } = await conversation(at);
    const second = await connect(at, who);
    const stranger = (await conversation(at)).peer;
    await second.untilFrames(1);
    const [before, beforeSecond] = [peer.events.length, second.events.length];
    second.send('EVENT_TYPE_USER_MESSAGE', { text: 'echo to both' });
    await peer.until(event => event.payload.text === 'to both');
    await second.settle();
    await peer.settle();
    await second.until(event => event.metadata?.custom.beat === 'settle-1');
    const same = peer.events.slice(before, before + 3);
    expect(same.map(bareType)).toEqual(['USER_MESSAGE', 'AGENT_THINKING', 'AGENT_MESSAGE']);
    expect(second.events.slice(beforeSecond, beforeSecond + 3)).toEqual(same);
    await stranger.settle();
    expect(stranger.events.some(event => event.payload.text === 'to both')).toBe(false);
  });

  it('echoes a second join request, greets once, and counts both', async () => {
    const at = await emulator();
    const { who, peer } = await conversation(at);
    peer.send('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', {}, { client_event_id: 'again' });
    await peer.settle();
    const types = peer.events.map(bareType);
    expect(types.filter(type => type === 'REQUEST_AGENT_JOIN')).toHaveLength(2);
    expect(types.filter(type => type === 'AGENT_JOINED')).toHaveLength(1);
    expect(types.filter(type => type === 'AGENT_MESSAGE')).toHaveLength(1);
    expect((await look(at, `sessions/${who.session}`)).body).toMatchObject({ joinsAsked: 2 });
  });

  it('a request that comes while the agent is on its way brings no second greeting', () => {
    const brain = createBrain();
    brain.open('a');
    brain.join();
    brain.join();
    brain.rest();
    expect(
      brain
        .events()
        .map(bareType)
        .filter(type => type === 'AGENT_JOINED'),
    ).toHaveLength(1);
  });

  it('has no conversation before the join: error with the custom metadata, no echo, and the history lacks the message', async () => {
    const at = await emulator();
    const peer = await connect(at, await visitor(at));
    peer.send('EVENT_TYPE_USER_MESSAGE', { text: 'hello' }, { client_event_id: 'early' });
    const error = await peer.untilType('SYSTEM_MESSAGE');
    expect(error).toMatchObject({
      payload: { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message: 'Error: Conversation not found' },
      metadata: { custom: { client_event_id: 'early' } },
    });
    await peer.settle();
    expect(peer.events.map(bareType)).toEqual(['SESSION_START', 'SYSTEM_MESSAGE', 'HEARTBEAT']);
  });

  it.each([
    ['no JSON', 'hello'],
    ['broken JSON', '{"type":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no type', '{"payload":{}}'],
    ['an unknown type', '{"type":"EVENT_TYPE_DANCE","payload":{}}'],
    ['a type without its prefix', '{"type":"USER_MESSAGE","payload":{"text":"x"}}'],
    ['no payload', '{"type":"EVENT_TYPE_HEARTBEAT"}'],
    ['a text that is none', '{"type":"EVENT_TYPE_USER_MESSAGE","payload":{"text":7}}'],
    ['an empty frame', ''],
  ])('says of %s that it is unknown or invalid, and keeps the socket', async (_name, text) => {
    const at = await emulator();
    const peer = await connect(at, await visitor(at));
    peer.sendRaw(text);
    expect((await peer.untilType('SYSTEM_MESSAGE')).payload).toEqual({
      level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
      message: 'Unknown event type or invalid message format',
    });
    await peer.settle();
    expect(peer.events).toHaveLength(3);
  });

  it('says so of a binary frame too', async () => {
    const at = await emulator();
    const peer = await connect(at, await visitor(at));
    peer.sendRaw(new TextEncoder().encode('{"type":"EVENT_TYPE_HEARTBEAT","payload":{}}'));
    const error = await peer.untilType('SYSTEM_MESSAGE');
    expect(error.payload.message).toBe('Unknown event type or invalid message format');
  });

  it.each([
    'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
    'EVENT_TYPE_POLY_AGENT_JOINED',
    'EVENT_TYPE_SESSION_END',
    'EVENT_TYPE_SYSTEM_MESSAGE',
    'EVENT_TYPE_EVENT_BATCH',
    'EVENT_TYPE_LIVE_AGENT_MESSAGE',
  ])('%s is refused from a client, and its custom metadata are echoed in the error', async type => {
    const at = await emulator();
    const peer = await connect(at, await visitor(at));
    peer.send(type, {}, { client_event_id: 'mine' });
    expect(await peer.untilType('SYSTEM_MESSAGE')).toMatchObject({
      payload: { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message: `Event type not allowed: ${type}` },
      metadata: { custom: { client_event_id: 'mine' } },
    });
  });

  it('closes with 1009 on a frame over 128 KB, counted in bytes of UTF-8, and takes one of exactly 128 KB', async () => {
    const at = await emulator();
    const { who, peer } = await conversation(at);
    const frame = (length: number) => {
      const bare = JSON.stringify({ type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 'ü' } });
      return bare.replace('ü', `ü${'x'.repeat(length - bare.length - 1)}`);
    };
    expect(new TextEncoder().encode(frame(131_072)).length).toBe(131_072);
    peer.sendRaw(frame(131_072));
    await peer.untilType('USER_MESSAGE');
    peer.sendRaw(frame(131_073));
    expect(await peer.closed).toMatchObject({ code: 1009 });
    const events = (await look(at, `sessions/${who.session}`)).body.events as { type: string }[];
    expect(events.filter(event => event.type === 'EVENT_TYPE_USER_MESSAGE')).toHaveLength(1);
  });

  it('closes with 1009 on a frame far beyond any limit', async () => {
    const { peer } = await conversation(await emulator());
    peer.sendRaw('x'.repeat(2 * 1024 * 1024));
    expect(await peer.closed).toMatchObject({ code: 1009 });
  });

  it('drops what exceeds the rate without a word, and takes messages again later', () => {
    const brain = joinedBrain({ script: 'silent', socketRate: { perSecond: 1, burst: 3 } });
    const mark = brain.mark();
    for (let index = 0; index < 10; index += 1) brain.say(`m${index}`);
    expect(brain.typesSince(mark)).toEqual(['USER_MESSAGE', 'USER_MESSAGE', 'USER_MESSAGE']);
    brain.pass(2000);
    for (let index = 10; index < 15; index += 1) brain.say(`m${index}`);
    const texts = brain.events().map(event => event.payload.text);
    expect(texts.filter(text => text !== undefined)).toEqual(['m0', 'm1', 'm2', 'm10', 'm11']);
  });

  it('answers messages that come while it streams in order, one after the other', () => {
    const brain = joinedBrain({ script: 'echo' }, { streaming_enabled: true });
    const mark = brain.mark();
    brain.say('the first of them');
    brain.pass(1000);
    brain.say('the second of them');
    brain.say('the third of them');
    brain.rest();
    const chunks = brain.events().filter(event => event.type.endsWith('CHUNK'));
    const texts = new Map<unknown, string>();
    for (const { payload } of chunks) {
      texts.set(payload.message_id, (texts.get(payload.message_id) ?? '') + String(payload.text));
    }
    expect([...texts.values()].slice(1)).toEqual([
      'You said: the first of them',
      'You said: the second of them',
      'You said: the third of them',
    ]);
    const answers = brain.typesSince(mark).filter(type => type !== 'USER_MESSAGE');
    const one = ['AGENT_THINKING', 'AGENT_MESSAGE_CHUNK'];
    expect(answers.join()).toBe([...one, ...one, ...one].join());
  });

  it('follows the script that is chosen, in sessions old and new', async () => {
    const at = await emulator();
    const { peer } = await conversation(at);
    await control(at, 'agent', { script: 'echo' });
    peer.send('EVENT_TYPE_USER_MESSAGE', { text: 'card' });
    await peer.until(event => event.payload.text === 'You said: card');
    await control(at, 'agent', { script: 'silent' });
    const fresh = await connect(at, await visitor(at));
    fresh.send('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN');
    fresh.send('EVENT_TYPE_USER_MESSAGE', { text: 'anybody' });
    await fresh.settle();
    const types = fresh.events.map(bareType);
    expect(types).toEqual(['SESSION_START', 'REQUEST_AGENT_JOIN', 'USER_MESSAGE', 'HEARTBEAT']);
  });
});

it('pauses as the pace says, from the next pause on, and keeps to it whoever answers', () => {
  const brain = createBrain();
  brain.open('a');
  brain.join();
  brain.rest();
  const tookMs = (text: string) => {
    const mark = brain.log.length;
    const from = brain.now();
    brain.say(text);
    brain.rest();
    const last = brain.log.slice(mark).findLast(output => output.kind === 'send');
    return (last?.at ?? Infinity) - from;
  };
  const { control } = brain.platform;
  const lifelike = tookMs('opening hours');
  expect(lifelike).toBeGreaterThan(400);
  expect(control.useAgent({ pace: 4 })).toEqual({ script: 'shop', pace: 4, live: 'script' });
  expect(tookMs('opening hours')).toBeGreaterThan(2 * lifelike);
  expect(control.useAgent({ pace: 0 })).toEqual({ script: 'shop', pace: 0, live: 'script' });
  expect(tookMs('opening hours')).toBe(0);
  expect(control.useAgent({ script: 'echo' })).toEqual({ script: 'echo', pace: 0, live: 'script' });
  expect(tookMs('opening hours')).toBe(0);
});

it('tells which script and pace are in force, and changes neither', async () => {
  const at = await emulator({ script: 'echo', pace: 2 });
  for (let i = 0; i < 2; i++) {
    const response = await fetch(`${at.url}/_control/agent`);
    expect(await response.json()).toEqual({ script: 'echo', pace: 2, live: 'script' });
  }
});

function bareTypeOf(event: { type: string }): string {
  return bareType({ ...event, payload: {} });
}
