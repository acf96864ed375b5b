import { describe, expect, it } from 'vitest';
import {
  answerOf,
  connect,
  conversation,
  type Peer,
  post,
  refusedHandshake,
  tokenOf,
  visitor,
} from '../emulator/real-client.ts';
import { DIALECTS, iso, KEYS, MINUTE, START, useRealPlatform } from './real-platform.ts';

const TOKEN = '/api/v1/access-token';
const SESSIONS = '/api/v1/sessions';
const HEADERS = { 'X-Token': 'demo-connector', 'X-Host': 'localhost' };

describe.each(DIALECTS)('Messaging over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const A = dialect === 'poly' ? 'POLY' : 'SERVICE';
  const ask = async (path: string, body: string | object | undefined, headers: Record<string, string> = {}) =>
    answerOf(await post(`${at.emulator.url}${path}`, body, headers));
  const texts = (peer: Peer): string[] =>
    peer.events.filter(each => each.type.endsWith('_AGENT_MESSAGE')).map(each => String(each.payload.text));
  const say = async (peer: Peer, text: string): Promise<string[]> => {
    const before = texts(peer).length;
    peer.send('EVENT_TYPE_USER_MESSAGE', { text });
    await peer.until(() => texts(peer).length > before);
    await peer.settle();
    return texts(peer).slice(before);
  };
  const record = async (id: string, environment = 'live') =>
    (await at.conversations(`?limit=1000&client_env=${environment}`)).body.conversations.find(
      (each: { id: string }) => each.id === id,
    );

  it('interface 2.8 and 4.2: an access token, then a session', async () => {
    const token = await ask(TOKEN, {}, HEADERS);
    expect([token.status, token.body]).toEqual([
      200,
      { access_token: expect.any(String), expires_in: expect.any(Number), token_type: 'Bearer' },
    ]);
    const Authorization = `Bearer ${token.body.access_token}`;
    for (const platform of ['web', 'ios', 'android', 'custom']) {
      const session = await ask(SESSIONS, { streaming_enabled: true, platform }, { Authorization });
      expect([session.status, Object.keys(session.body)]).toEqual([200, ['session_id']]);
    }
    expect((await ask(SESSIONS, undefined, { Authorization })).status).toBe(200);
  });

  it('wire 1, id of a request: is on each answer, whether it grants or refuses', async () => {
    const name = dialect === 'poly' ? 'x-polyai-correlation-id' : 'x-service-correlation-id';
    const answers = [
      await post(`${at.emulator.url}${TOKEN}`, {}, HEADERS),
      await post(`${at.emulator.url}${TOKEN}`, {}, { ...HEADERS, 'X-Token': 'wrong' }),
      await post(`${at.emulator.url}${SESSIONS}`, {}),
    ];
    expect(answers.map(each => each.status)).toEqual([200, 401, 400]);
    const ids = answers.map(each => each.headers.get(name));
    expect(ids).not.toContain(null);
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ['localhost', 200],
    ['https://localhost', 200],
    ['http://localhost:5173/', 200],
    ['https://www.LOCALHOST:8443/shop', 200],
    ['https://localhost.example', 401],
    ['notlocalhost', 401],
  ])('wire 16, X-Host: %s is %i', async (host, status) => {
    expect((await ask(TOKEN, {}, { ...HEADERS, 'X-Host': host })).status).toBe(status);
  });

  it.each([
    [{ 'X-Host': 'localhost' }, '{}', 401, 'Missing authentication headers'],
    [{ 'X-Token': 'demo-connector' }, '{}', 401, 'Missing authentication headers'],
    [{ ...HEADERS, 'X-Token': 'nobody' }, '{}', 401, 'Connector token does not exist'],
    [{ ...HEADERS, 'X-Host': 'elsewhere.example' }, '{}', 401, 'Failed to validate connector'],
    [HEADERS, '{', 400, 'Error parsing request'],
  ])('interface 7.7, access token: %j with %s is %i, %s', async (headers, body, status, error) => {
    expect(await ask(TOKEN, body, headers as Record<string, string>)).toEqual({ status, body: { error } });
  });

  it('interface 7.7, session: each error of the table', async () => {
    const Authorization = `Bearer ${await tokenOf(at.emulator)}`;
    const refused = (status: number, error: string) => ({ status, body: { error } });
    expect(await ask(SESSIONS, {})).toEqual(refused(400, 'Missing access token'));
    expect(await ask(SESSIONS, {}, { Authorization: 'Basic x' })).toEqual(
      refused(401, 'Missing authentication headers'),
    );
    expect(await ask(SESSIONS, {}, { Authorization: `${Authorization}x` })).toEqual(
      refused(401, 'Invalid access token'),
    );
    expect(await ask(SESSIONS, '{', { Authorization })).toEqual(refused(400, 'Error parsing request'));
    for (const [path, error] of [
      ['sessions', 'Failed to create session'],
      ['access-token', 'Failed to create access token'],
    ] as const) {
      await at.control('POST', 'faults', { kind: 'http-status', path, status: 500, times: 1 });
      expect(await ask(`/api/v1/${path}`, {}, { ...HEADERS, Authorization })).toEqual(refused(500, error));
    }
  });

  it('interface 7.7, socket: each error of the table', async () => {
    const { token, session } = await visitor(at.emulator);
    const refused = async (query: Record<string, string>) => {
      const { status, body } = await refusedHandshake(at.emulator, query);
      return { status, body };
    };
    const answer = (status: number, error: string) => ({ status, body: { error } });
    expect(await refused({ access_token: token })).toEqual(answer(400, 'invalid connection parameters'));
    expect(await refused({ session_id: session })).toEqual(answer(400, 'invalid connection parameters'));
    expect(await refused({ access_token: 'x', session_id: session })).toEqual(answer(401, 'authentication failed'));
    expect(await refused({ access_token: token, session_id: 'x' })).toEqual(answer(404, 'session not found'));
    const other = await tokenOf(at.emulator);
    expect((await refused({ access_token: other, session_id: session })).status).toBe(401);
  });

  it('interface 8, sockets: the eleventh of a session is 429', async () => {
    const who = await visitor(at.emulator);
    const peers = await Promise.all(Array.from({ length: 10 }, () => connect(at.emulator, who)));
    const query = { access_token: who.token, session_id: who.session };
    expect(await refusedHandshake(at.emulator, query)).toMatchObject({
      status: 429,
      body: { error: 'connection limit exceeded for session' },
    });
    for (const peer of peers) peer.close();
  });

  it('interface 6.3, events: a join under either name, envelopes with id and time, custom metadata sent back', async () => {
    for (const name of ['SERVICE', 'POLY']) {
      const peer = await connect(at.emulator, await visitor(at.emulator));
      peer.send(`EVENT_TYPE_REQUEST_${name}_AGENT_JOIN`, {}, { mine: '1' });
      const echo = await peer.until(each => each.type.endsWith('_AGENT_JOIN'));
      expect(echo.metadata?.custom).toEqual({ mine: '1' });
      const joined = await peer.untilType('_AGENT_JOINED');
      expect(joined).toMatchObject({ type: `EVENT_TYPE_${A}_AGENT_JOINED`, id: expect.any(String) });
      expect(Number.isNaN(Date.parse(joined.timestamp ?? ''))).toBe(false);
      await peer.untilType('_AGENT_MESSAGE');
      expect(peer.events[0]?.type).toBe('EVENT_TYPE_SESSION_START');
      peer.close();
    }
  });

  it.each(['', 'nonsense', '-1', 'seq:0'])('interface 4.2, cursor %j: replays from the beginning', async cursor => {
    const { who, peer } = await conversation(at.emulator);
    const again = await connect(at.emulator, who, cursor);
    await again.untilType('_AGENT_MESSAGE');
    const stored = (each: Peer) => each.events.filter(event => event.sequence != null).map(event => event.id);
    expect(stored(again)).toEqual(stored(peer));
    for (const each of [peer, again]) each.close();
  });

  it('interface 7.8, client events: what is unknown and what only the server sends are errors, and the socket stays', async () => {
    const { peer } = await conversation(at.emulator);
    const last = async (count: number) => {
      const errors = () => peer.events.filter(each => each.type.endsWith('SYSTEM_MESSAGE'));
      await peer.until(() => errors().length >= count);
      return errors().at(-1);
    };
    peer.sendRaw('{');
    expect((await last(1))?.payload).toEqual({
      level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
      message: 'Unknown event type or invalid message format',
    });
    peer.send('EVENT_TYPE_SESSION_START', {}, { mine: '2' });
    const refused = await last(2);
    expect(refused?.payload.message).toBe('Event type not allowed: EVENT_TYPE_SESSION_START');
    expect(refused?.metadata?.custom).toEqual({ mine: '2' });
    expect((await say(peer, 'hello')).length).toBeGreaterThan(0);
    peer.close();
  });

  it('interface 3.3b, expiry: ten idle minutes end a session for good', async () => {
    const { who, peer } = await conversation(at.emulator);
    at.advance(10 * MINUTE);
    expect((await peer.untilType('SESSION_END')).payload.reason).toBe('REASON_USER_ABANDONED');
    const query = { access_token: who.token, session_id: who.session };
    expect((await refusedHandshake(at.emulator, query)).status).toBe(404);
    expect(await record(who.session)).toMatchObject({ in_progress: false, total_duration: 600 });
  });

  it('wire 4, sources: a session is a record from the join on, under its id, and counts in concurrency', async () => {
    const who = await visitor(at.emulator);
    expect(await record(who.session)).toBeUndefined();
    const { who: open, peer } = await conversation(at.emulator);
    await say(peer, 'hello');
    const found = await record(open.session);
    expect(found).toMatchObject({ id: open.session, channel: 'WEBCHAT', in_progress: true, num_turns: 2 });
    expect(found.turns[1].user_input).toBe('hello');
    expect(found.turns[1].agent_response).toBe(texts(peer).slice(1).join('\n\n'));
    const now = at.emulator.now();
    const { intervals } = await at.client.concurrency.get({ start_time: iso(now), end_time: iso(now + MINUTE) });
    expect(intervals[0]?.max_concurrent_conversations).toBeGreaterThan(0);
    peer.send('EVENT_TYPE_USER_END_SESSION');
    await peer.closed;
    expect((await record(open.session)).in_progress).toBe(false);
  });

  it('wire 1, connectors: a token of demo-connector-sandbox makes conversations of sandbox', async () => {
    const { body } = await ask(TOKEN, {}, { ...HEADERS, 'X-Token': 'demo-connector-sandbox' });
    const token = String(body.access_token);
    const session = String((await ask(SESSIONS, {}, { Authorization: `Bearer ${token}` })).body.session_id);
    const peer = await connect(at.emulator, { token, session });
    peer.send('EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN');
    await peer.untilType('_AGENT_MESSAGE');
    expect((await record(session, 'sandbox')).environment).toBe('sandbox');
    peer.close();
  });

  it.each(['help', 'order', 'error start', 'payment'])(
    'wire 3, agent: says the same words to %s over Chat as over Messaging',
    async word => {
      const { peer } = await conversation(at.emulator);
      const created = await at.chat('create');
      const { body } = await at.chat('respond', { conversation_id: created.body.conversation_id, message: word });
      const said = () => peer.events.filter(each => /_AGENT_MESSAGE$|SYSTEM_MESSAGE$/.test(each.type));
      const before = said().length;
      peer.send('EVENT_TYPE_USER_MESSAGE', { text: word });
      await peer.until(() => said().length > before);
      await peer.settle();
      const [greeting, ...rest] = said().map(each => String(each.payload.text ?? each.payload.message));
      const plain = (text: string) => text.replace(/evt_\w+/g, 'evt_');
      expect(created.body.response).toBe(greeting);
      expect(plain(body.response)).toBe(plain(rest.join('\n\n')));
      peer.close();
    },
  );

  it('wire 6 and 16, hand-off: leaves its state, and ends naturally after the person has left', async () => {
    const { who, peer } = await conversation(at.emulator);
    const read = () => at.keyed(KEYS.conversations, 'GET', `/v1/demo/shop/handoff_state?id=${who.session}`);
    expect((await read()).status).toBe(404);
    peer.send('EVENT_TYPE_USER_MESSAGE', { text: 'handoff' });
    await peer.untilType('LIVE_AGENT_MESSAGE');
    expect((await read()).body).toEqual({
      id: who.session,
      data: { handoff_to: 'customer_care', handoff_reason: 'visitor_request' },
    });
    peer.send('EVENT_TYPE_USER_MESSAGE', { text: 'bye' });
    await peer.untilType('LIVE_AGENT_LEFT');
    expect((await peer.untilType('SESSION_END')).payload).toEqual({ reason: 'REASON_NATURAL_END' });
    expect(await record(who.session)).toMatchObject({ handoff: true, in_progress: false });
  });

  it('wire 8, external events: a live session is told at once', async () => {
    const { who, peer } = await conversation(at.emulator);
    await say(peer, 'payment');
    const { external_event_id: id } = (await record(who.session)).state;
    await at.client.externalEvents.post({
      event_id_location: 'payload',
      event_id_path: 'ref',
      contentType: 'application/json',
      body: JSON.stringify({ ref: id }),
    });
    await peer.until(each => String(each.payload.text).startsWith('Your payment has arrived'));
    expect((await record(who.session)).state.external_events).toHaveLength(1);
    peer.close();
  });

  it('wire 12, real-time configs: opening_hours counts from the next turn on, in its own environment', async () => {
    const { peer } = await conversation(at.emulator);
    const before = await say(peer, 'opening hours');
    const variables = (name: string, text: string) =>
      at.builder('PATCH', `/v1/agents/shop/real-time-configs/${name}/variables`, {
        variables: { opening_hours: text },
      });
    await variables('sandbox', 'Never.');
    expect(await say(peer, 'opening hours')).toEqual(before);
    await variables('live', 'Closed today.');
    expect(await say(peer, 'opening hours')).toEqual(['Closed today.']);
    peer.close();
  });

  it('wire 15, clock: says what time it is', async () => {
    const { body } = await at.control('POST', 'clock', { advanceMs: 0 });
    expect(Date.parse(body.now)).toBeGreaterThanOrEqual(START);
  });
});
