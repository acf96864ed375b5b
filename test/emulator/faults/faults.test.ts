import { describe, expect, it } from 'vitest';
import { FAULT_KINDS, readFaultSpec } from '../../../src/emulator/faults/fault-specs.ts';
import { decodeServerFrame } from '../../../src/protocol/decode.ts';
import {
  answerOf,
  closeEmulatorsAfterEach,
  connect,
  control,
  conversation,
  emulator,
  look,
  post,
  refusedHandshake,
  visitor,
} from '../real-client.ts';
import { type Brain, bareType, joinedBrain } from '../virtual-brain.ts';

const TOKEN_HEADERS = { 'X-Token': 'demo-connector', 'X-Host': 'localhost' };

describe('faults on the real server', () => {
  closeEmulatorsAfterEach();

  it.each([
    [400, 'invalid connection parameters'],
    [401, 'authentication failed'],
    [404, 'session not found'],
    [429, 'connection limit exceeded for session'],
    [503, 'internal server error'],
  ])(
    'refuse-handshake answers the handshake with %i, so often as it was told, and says when to come back',
    async (status, error) => {
      const at = await emulator();
      const who = await visitor(at);
      await control(at, 'faults', { kind: 'refuse-handshake', status, times: 2, retryAfter: 7 });
      const query = { access_token: who.token, session_id: who.session };
      const refusal = { status, body: { error }, retryAfter: '7' };
      expect(await refusedHandshake(at, query)).toEqual(refusal);
      expect(await refusedHandshake(at, query)).toEqual(refusal);
      const peer = await connect(at, who);
      await peer.untilType('SESSION_START');
      expect((await look(at, 'faults')).body).toEqual({ faults: [] });
    },
  );

  it('a fault for one session leaves the others alone', async () => {
    const at = await emulator();
    const [struck, spared] = [await visitor(at), await visitor(at)];
    await control(at, 'faults', { kind: 'refuse-handshake', status: 404, sessionId: struck.session });
    await (await connect(at, spared)).untilType('SESSION_START');
    const refusal = await refusedHandshake(at, { access_token: struck.token, session_id: struck.session });
    expect(refusal.status).toBe(404);
  });

  it('drop-after cuts a socket after exactly so many events, without a close frame, in the middle of a batch too', async () => {
    const at = await emulator();
    const who = await visitor(at);
    await control(at, 'faults', { kind: 'drop-after', events: 3, times: 2 });
    const first = await connect(at, who);
    first.send('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN');
    expect((await first.closed).code).toBe(1006);
    expect(first.events.map(bareType)).toEqual(['SESSION_START', 'REQUEST_AGENT_JOIN', 'AGENT_JOINED']);
    const second = await connect(at, who, '1');
    expect((await second.closed).code).toBe(1006);
    expect(second.frames).toHaveLength(1);
    expect(second.events.map(event => event.sequence)).toEqual([2, 3, 4]);
    const third = await connect(at, who);
    await third.settle();
    expect(third.events.map(bareType)).toContain('HEARTBEAT');
  });

  it.each(['/sessions', 'api/v1/sessions', 'v1/sessions'])('http-status takes %s for the path', async path => {
    const at = await emulator();
    await control(at, 'faults', { kind: 'http-status', path, status: 503 });
    expect((await post(`${at.url}/api/v1/sessions`, {})).status).toBe(503);
  });

  it('http-status answers a call with the status and Retry-After, by whole path or by its last part', async () => {
    const at = await emulator();
    await control(at, 'faults', { kind: 'http-status', path: 'access-token', status: 429, retryAfter: 3, times: 1 });
    const response = await post(`${at.url}/api/v1/access-token`, {}, TOKEN_HEADERS);
    expect(response.headers.get('retry-after')).toBe('3');
    expect(await answerOf(response)).toEqual({ status: 429, body: { error: 'rate limit exceeded' } });
    expect((await post(`${at.url}/api/v1/access-token`, {}, TOKEN_HEADERS)).status).toBe(200);
    await control(at, 'faults', { kind: 'http-status', path: '/media/showroom.svg', status: 503 });
    expect((await fetch(`${at.url}/media/showroom.svg`)).status).toBe(503);
    expect((await fetch(`${at.url}/media/fern.svg`)).status).toBe(200);
    await control(at, 'faults', { kind: 'http-status', path: '/ws', status: 429, retryAfter: 1 });
    const who = await visitor(at);
    const refusal = await refusedHandshake(at, { access_token: who.token, session_id: who.session });
    expect(refusal).toMatchObject({ status: 429, retryAfter: '1' });
  });

  it.each([
    ['access-token', 401, 'Connector token does not exist'],
    ['access-token', 500, 'Failed to create access token'],
    ['sessions', 400, 'Error parsing request'],
    ['sessions', 401, 'Invalid access token'],
    ['sessions', 503, 'Failed to create session'],
    ['access-token', 400, 'status 400 was ordered through the control API'],
  ])('http-status for %s with %i says what the platform says there', async (path, status, error) => {
    const at = await emulator();
    await control(at, 'faults', { kind: 'http-status', path, status });
    expect(await answerOf(await post(`${at.url}/api/v1/${path}`, {}, TOKEN_HEADERS))).toEqual({
      status,
      body: { error },
    });
  });

  it('garbage-frame puts junk between good frames, which all arrive', async () => {
    const at = await emulator();
    await control(at, 'faults', { kind: 'garbage-frame', times: 6 });
    await control(at, 'faults', { kind: 'garbage-frame', text: 'my own junk', times: 1 });
    const { peer } = await conversation(at);
    peer.send('EVENT_TYPE_USER_MESSAGE', { text: 'echo one' });
    await peer.until(event => event.payload.text === 'one');
    const junk = peer.frames.filter(frame => decodeServerFrame(frame).dropped.length > 0);
    expect(junk).toHaveLength(7);
    expect(new Set(junk).size).toBe(7);
    expect(junk.at(-1)).toBe('my own junk');
    const good = peer.frames.flatMap(frame => decodeServerFrame(frame).events.map(event => event.type));
    expect(good).toEqual([
      'SESSION_START',
      'REQUEST_AGENT_JOIN',
      'AGENT_JOINED',
      'AGENT_THINKING',
      'AGENT_MESSAGE',
      'USER_MESSAGE',
      'AGENT_THINKING',
      'AGENT_MESSAGE',
    ]);
  });

  it('drop-after-process cuts the sender, and the message is in the history all the same', async () => {
    const at = await emulator();
    const { who, peer } = await conversation(at);
    await control(at, 'faults', { kind: 'drop-after-process', times: 1 });
    peer.send('EVENT_TYPE_USER_MESSAGE', { text: 'echo kept' }, { client_event_id: 'kept' });
    expect((await peer.closed).code).toBe(1006);
    expect(peer.events.some(event => event.type.endsWith('USER_MESSAGE'))).toBe(false);
    const again = await connect(at, who, '4');
    await again.untilFrames(1);
    expect(again.events.map(bareType)).toEqual(['USER_MESSAGE', 'AGENT_MESSAGE']);
    expect(again.events[0]?.metadata?.custom.client_event_id).toBe('kept');
  });

  it('DELETE clears every fault, GET lists them with the strikes that are left', async () => {
    const at = await emulator();
    await control(at, 'faults', { kind: 'refuse-handshake', status: 404, times: 2 });
    await control(at, 'faults', { kind: 'delay', ms: 5 });
    const who = await visitor(at);
    await refusedHandshake(at, { access_token: who.token, session_id: who.session });
    expect((await look(at, 'faults')).body).toEqual({
      faults: [
        { kind: 'refuse-handshake', status: 404, times: 1 },
        { kind: 'delay', ms: 5 },
      ],
    });
    const cleared = await fetch(`${at.url}/_control/faults`, { method: 'DELETE' });
    expect(await answerOf(cleared)).toEqual({ status: 200, body: { faults: [] } });
    await (await connect(at, who)).untilType('SESSION_START');
  });
});

describe('faults in virtual time', () => {
  const said = (brain: Brain) => brain.events().map(event => event.payload.text);
  const stored = (brain: Brain) => brain.stored().map(event => event.payload.text);

  it('delay holds every frame back and keeps the order, also when it is cleared meanwhile and when the socket closes', () => {
    const brain = joinedBrain({ script: 'echo', pace: 0 });
    const mark = brain.mark();
    brain.platform.control.addFault({ kind: 'delay', ms: 3000 });
    brain.say('slow one');
    expect(brain.mark()).toBe(mark);
    brain.platform.control.clearFaults();
    brain.pass(1000);
    brain.say('quick one');
    brain.send('a', 'EVENT_TYPE_USER_END_SESSION');
    expect(brain.mark()).toBe(mark);
    brain.pass(2000);
    const late = brain.log.slice(mark);
    expect(new Set(late.map(output => output.at - (brain.now() - 3000)))).toEqual(new Set([3000]));
    const texts = said(brain).slice(-8).filter(Boolean);
    expect(texts).toEqual(['slow one', 'You said: slow one', 'quick one', 'You said: quick one']);
    expect(late.at(-1)).toMatchObject({ kind: 'close', code: 1000 });
  });

  it('delay loses what was held back when the network breaks', () => {
    const brain = joinedBrain({ script: 'echo', pace: 0 });
    brain.platform.control.addFault({ kind: 'delay', ms: 3000 });
    brain.say('lost on the way');
    brain.platform.control.drop(brain.now(), brain.session);
    const mark = brain.mark();
    brain.pass(10_000);
    expect(brain.log.slice(mark)).toEqual([]);
    expect(stored(brain)).toContain('lost on the way');
  });

  it('drop-after together with delay cuts when the last frame has left', () => {
    const brain = joinedBrain({ script: 'silent' });
    brain.platform.control.addFault({ kind: 'delay', ms: 500 });
    brain.platform.control.addFault({ kind: 'drop-after', events: 4, times: 1 });
    const mark = brain.mark();
    brain.say('one');
    brain.say('two');
    brain.say('three');
    brain.pass(500);
    expect(brain.log.slice(mark).map(output => output.kind)).toEqual(['send', 'send', 'cut']);
  });

  it('drop-before-echo cuts the sender and loses the message; joins are struck only when asked for', () => {
    const brain = joinedBrain({ script: 'silent' });
    brain.platform.control.addFault({ kind: 'drop-before-echo', times: 1 });
    brain.join();
    brain.say('lost');
    expect(brain.closes('a')).toMatchObject([{ kind: 'cut' }]);
    expect(stored(brain)).not.toContain('lost');
    brain.open('b');
    brain.platform.control.addFault({ kind: 'drop-before-echo', on: 'join', times: 1 });
    brain.send('b', 'EVENT_TYPE_USER_MESSAGE', { text: 'kept' });
    brain.send('b', 'EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN');
    expect(brain.closes('b')).toMatchObject([{ kind: 'cut' }]);
    expect(stored(brain)).toContain('kept');
    expect(brain.platform.control.session(brain.session)?.joinsAsked).toBe(2);
  });

  it('drop-client-events loses its share of what clients send, without a word', () => {
    const brain = joinedBrain({ script: 'silent', socketRate: { perSecond: 1000, burst: 1000 } });
    const before = stored(brain).length;
    brain.platform.control.addFault({ kind: 'drop-client-events', rate: 0.5 });
    for (let index = 0; index < 200; index += 1) brain.say(`m${index}`);
    const kept = stored(brain).length - before;
    expect(kept).toBeGreaterThan(60);
    expect(kept).toBeLessThan(140);
    brain.platform.control.clearFaults();
    brain.platform.control.addFault({ kind: 'drop-client-events', rate: 1, times: 2 });
    for (const text of ['lost', 'lost too', 'kept']) brain.say(text);
    expect(stored(brain).slice(-2)).not.toContain('lost too');
    expect(stored(brain).at(-1)).toBe('kept');
  });

  it('slow-history echoes and journals later, in order, and answers heartbeats at once', () => {
    const brain = joinedBrain({ script: 'silent' });
    const mark = brain.mark();
    brain.platform.control.addFault({ kind: 'slow-history', ms: 1500, times: 1 });
    brain.say('first');
    brain.say('second');
    brain.send('a', 'EVENT_TYPE_HEARTBEAT');
    expect(brain.typesSince(mark)).toEqual(['HEARTBEAT']);
    expect(stored(brain)).not.toContain('first');
    brain.closed('a');
    brain.pass(1500);
    expect(stored(brain).slice(-2)).toEqual(['first', 'second']);
  });

  it('duplicate sends every frame twice, the same to the letter', () => {
    const brain = joinedBrain({ script: 'silent' });
    const mark = brain.mark();
    brain.platform.control.addFault({ kind: 'duplicate', times: 1 });
    brain.say('twice');
    brain.say('once');
    const [one, two, three, ...rest] = brain.log.slice(mark);
    expect(one).toEqual(two);
    expect(three).not.toEqual(two);
    expect(rest).toEqual([]);
  });

  it('reorder-replay brings the whole history in another order', () => {
    const brain = joinedBrain({ script: 'silent' });
    for (let index = 0; index < 30; index += 1) brain.say(`m${index}`);
    brain.platform.control.addFault({ kind: 'reorder-replay', times: 1 });
    brain.open('b');
    brain.open('c');
    const sequences = brain.events('b').map(event => event.sequence);
    const straight = brain.events('c').map(event => event.sequence);
    expect(sequences).not.toEqual(straight);
    expect([...sequences].sort((x, y) => Number(x) - Number(y))).toEqual(straight);
  });

  it('truncate-stream stops an answer half-way; the next one is whole', () => {
    const brain = joinedBrain({ script: 'echo' }, { streaming_enabled: true });
    brain.platform.control.addFault({ kind: 'truncate-stream', times: 1 });
    const text = 'one two three four five six seven eight nine ten eleven twelve';
    const answer = (): string => {
      const from = brain.events().length;
      brain.say(text);
      brain.rest();
      const chunks = brain
        .events()
        .slice(from)
        .filter(event => event.type.endsWith('CHUNK'));
      return chunks.map(chunk => `${chunk.payload.text}${chunk.payload.is_complete ? '|' : ''}`).join('');
    };
    const broken = answer();
    expect(`You said: ${text}`.startsWith(broken)).toBe(true);
    expect(broken.length).toBeGreaterThan(0);
    expect(answer()).toBe(`You said: ${text}|`);
  });
});

describe('orders of faults', () => {
  closeEmulatorsAfterEach();

  it('names the kinds there are when one is unknown, and changes nothing', async () => {
    const at = await emulator();
    const { status, body } = await control(at, 'faults', { kind: 'earthquake' });
    expect(status).toBe(400);
    for (const kind of FAULT_KINDS) expect(body.error).toContain(kind);
    expect((await look(at, 'faults')).body).toEqual({ faults: [] });
  });

  it('a fault for a session that does not exist is refused', async () => {
    const at = await emulator();
    const answer = await control(at, 'faults', { kind: 'duplicate', sessionId: 'nobody' });
    expect(answer).toMatchObject({ status: 404, body: { error: expect.stringContaining('session not found') } });
    expect((await look(at, 'faults')).body).toEqual({ faults: [] });
  });

  it.each([
    [{}, /"kind" is missing: it must be one of/],
    [{ kind: 'refuse-handshake' }, /"status" is missing: it must be a whole number from 400 to 599/],
    [{ kind: 'refuse-handshake', status: 200 }, /"status" must be a whole number from 400 to 599/],
    [{ kind: 'refuse-handshake', status: '404' }, /"status" must be/],
    [{ kind: 'drop-after', events: 1.5 }, /"events" must be a whole number/],
    [{ kind: 'delay', ms: -1 }, /"ms" must be a number from 0/],
    [{ kind: 'delay', ms: 5, times: 0 }, /"times" must be a whole number from 1/],
    [{ kind: 'delay', ms: 5, sessionId: 7 }, /"sessionId" must be a string/],
    [{ kind: 'delay', ms: 5, time: 3 }, /"time" is not a field of this request; it takes kind, times, sessionId, ms/],
    [{ kind: 'http-status', path: '/nowhere', status: 500 }, /"path" must be one of \/api\/v1\/access-token, /],
    [{ kind: 'http-status', status: 500 }, /"path" is missing: it must be a non-empty string/],
    [{ kind: 'http-status', path: 'sessions', status: 500, sessionId: 'x' }, /does not go with http-status/],
    [{ kind: 'drop-client-events', rate: 2 }, /"rate" must be a number from 0 to 1/],
    [{ kind: 'drop-before-echo', on: 'sunday' }, /"on" must be one of message, join, any/],
    [{ kind: 'garbage-frame', text: 5 }, /"text" must be a string/],
  ])('says what is wrong with %j', async (order, error) => {
    expect(() => readFaultSpec(order)).toThrow(error);
  });

  it('reads every kind', () => {
    const orders = [
      { kind: 'refuse-handshake', status: 404, retryAfter: 0 },
      { kind: 'drop-after', events: 0 },
      { kind: 'delay', ms: 0.5, times: 1, sessionId: 's' },
      { kind: 'http-status', path: 'sessions', status: 500 },
      { kind: 'garbage-frame', text: '' },
      { kind: 'drop-before-echo', on: 'any' },
      { kind: 'drop-after-process' },
      { kind: 'drop-client-events', rate: 1 },
      { kind: 'slow-history', ms: 1 },
      { kind: 'duplicate' },
      { kind: 'reorder-replay' },
      { kind: 'truncate-stream' },
    ];
    expect(orders.map(readFaultSpec)).toEqual(orders);
    expect(orders.map(order => order.kind)).toEqual(FAULT_KINDS);
  });
});
