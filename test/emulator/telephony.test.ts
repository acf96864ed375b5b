import { describe, expect, it } from 'vitest';
import { createRestWorld, type RestWorld } from './rest-world.ts';

const MINUTE = 60_000;
const OUTBOUND = { headers: { 'x-service-auth-token': 'demo-outbound' } };

const place = (world: RestWorld, body: unknown) =>
  world.ask('runtime', 'POST', '/v1/outbound-calling', { ...OUTBOUND, body });
const statusOf = (world: RestWorld, sid: string) =>
  world.ask('runtime', 'GET', `/v1/outbound-calling/${sid}/status`, OUTBOUND);
const records = async (world: RestWorld) =>
  (await world.ask('runtime', 'GET', '/v3/demo/shop/conversations?limit=100', { key: 'demo-conversations' })).body
    .conversations;

describe('Outbound Calling (section 7)', () => {
  it.each([
    ['+442079460123', ['queued', 'calling', 'success'], ''],
    ['+442079460100', ['queued', 'failure', 'failure'], 'call queueing: max timeout limit exceeded'],
    ['+442079460101', ['queued', 'calling', 'failure'], 'no answer'],
  ])('the call to %s is %j at once, after 2 s and after 8 s', async (to_number, expected, reason) => {
    const world = createRestWorld();
    const { status, body } = await place(world, { to_number });
    expect([status, /^OUT-/.test(body.call_sid)]).toEqual([200, true]);
    const seen = [];
    for (const ms of [0, 2_000, 6_000]) {
      world.advance(ms);
      seen.push((await statusOf(world, body.call_sid)).body);
    }
    expect(seen.map(each => each.status)).toEqual(expected);
    expect(seen.at(-1).reason).toBe(reason);
  });

  it('a call that succeeded is a conversation with the number and the metadata', async () => {
    const world = createRestWorld();
    const { body } = await place(world, {
      to_number: '020 7946 0123',
      country_code: 'GB',
      metadata: { order: '4711' },
    });
    world.advance(8_000);
    const [record] = await records(world);
    expect([record.channel, record.to_number, record.in_progress]).toEqual(['VOICE-SIP', '+442079460123', false]);
    expect([record.state.call_sid, record.state.sip_headers, record.state.to]).toEqual([
      body.call_sid,
      { order: '4711' },
      '+442079460123',
    ]);
  });

  it('keeps a status for two hours after the end', async () => {
    const world = createRestWorld();
    const { body } = await place(world, { to_number: '+442079460123' });
    world.advance(8_000 + 120 * MINUTE - 1);
    expect((await statusOf(world, body.call_sid)).status).toBe(200);
    world.advance(1);
    const late = await statusOf(world, body.call_sid);
    expect([late.status, late.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    [{}, 'to_number'],
    [{ to_number: '+0123456789' }, 'to_number'],
    [{ to_number: '020 7946 0123' }, 'to_number'],
    [{ to_number: '+442079460123', country_code: 'ZZ' }, 'country_code'],
    [{ to_number: '+442079460123', metadata: { a: 1 } }, 'metadata.a'],
    [{ to_number: '+442079460123', metadata: { a: 'x'.repeat(20_000) } }, 'metadata'],
    [{ to_number: '+442079460123', encryption: 'none' }, 'encryption'],
  ])('answers 400 with a code for %j, naming %s', async (body, field) => {
    const answer = await place(createRestWorld(), body);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.body.error).toContain(`${field}: `);
  });

  it('answers 400 for a malformed call SID and 401 without the token', async () => {
    const world = createRestWorld();
    expect((await statusOf(world, 'CALL-1')).body.code).toBe('INVALID_REQUEST');
    expect((await world.ask('runtime', 'GET', '/v1/outbound-calling/OUT-1/status')).body).toEqual({
      error: expect.any(String),
      code: 'UNAUTHORIZED',
    });
  });

  it('takes the header of either dialect', async () => {
    const answer = await createRestWorld().ask('runtime', 'POST', '/v1/outbound-calling', {
      headers: { 'x-polyai-auth-token': 'demo-outbound' },
      body: { to_number: '+442079460123' },
    });
    expect(answer.status).toBe(200);
  });
});

describe('External Events (section 8)', () => {
  async function paying(world: RestWorld) {
    const headers = { 'x-api-key': 'demo-chat', 'x-token': 'demo-connector' };
    const ask = (name: string, body: unknown) =>
      world.ask('runtime', 'POST', `/v1/demo/shop/chat/${name}`, { headers, body });
    const { body } = await ask('create', {});
    const say = (message: string) => ask('respond', { conversation_id: body.conversation_id, message });
    const id = /evt_[a-z0-9]+/.exec((await say('payment')).body.response)?.[0] ?? '';
    return { id, say, conversation: body.conversation_id };
  }
  const push = (world: RestWorld, location: string, path: string, more: Record<string, unknown> = {}, extra = '') =>
    world.ask(
      'runtime',
      'POST',
      `/v1/external-events/webhook?event_id_location=${location}&event_id_path=${path}&account_id=demo&project_id=shop${extra}`,
      { key: 'demo-events', ...more },
    );
  const typed = (type: string, headers = {}) => ({ 'content-type': type, ...headers });

  it.each([
    ['payload', 'data.0.id', 'application/json', (id: string) => JSON.stringify({ data: [{ id }] })],
    ['payload', 'id', 'application/x-www-form-urlencoded', (id: string) => `a=1&id=${id}`],
    ['payload', 'event.id', 'application/xml', (id: string) => `<?xml version="1.0"?><event><id>${id}</id></event>`],
    ['payload', 'id', 'application/xml', (id: string) => `<event><id>${id}</id></event>`],
    ['payload', 'id', 'text/plain', (id: string) => `a=1\nid=${id}`],
  ])('finds the id in the %s at %s of %s', async (location, path, type, write) => {
    const world = createRestWorld();
    const { id, say } = await paying(world);
    const answer = await push(world, location, path, { headers: typed(type), body: write(id) });
    expect([answer.status, answer.body]).toEqual([201, {}]);
    expect((await say('hello')).body.response).toMatch(/^Your payment has arrived/);
    const [record] = await records(world);
    expect(record.state.external_events).toEqual([
      expect.objectContaining({ ext_event_id: id, content_type: type, send_to_llm: true }),
    ]);
  });

  it('finds the id in a header, in any letter case, and in the query', async () => {
    const world = createRestWorld();
    const first = await paying(world);
    expect(
      (await push(world, 'headers', 'X-Event', { headers: typed('text/plain', { 'x-event': first.id }), body: 'x' }))
        .status,
    ).toBe(201);
    const second = await paying(world);
    expect(
      (await push(world, 'querystring', 'ref', { headers: typed('text/plain'), body: 'x' }, `&ref=${second.id}`))
        .status,
    ).toBe(201);
  });

  it('counts an event once; a repeat is 201 and changes nothing', async () => {
    const world = createRestWorld();
    const { id, say } = await paying(world);
    const body = { headers: typed('application/json'), body: JSON.stringify({ id }) };
    for (let time = 0; time < 2; time += 1) expect((await push(world, 'payload', 'id', body)).status).toBe(201);
    expect((await say('hello')).body.response.match(/arrived/g)).toHaveLength(1);
    expect((await records(world))[0].state.external_events).toHaveLength(1);
  });

  it.each([
    [
      'an id that is absent',
      'other',
      (id: string) => JSON.stringify({ id }),
      0,
      'External event id not found in request',
    ],
    ['an id that nobody made', 'id', () => JSON.stringify({ id: 'evt_none' }), 0, 'External event id not valid'],
    ['an id of an hour ago', 'id', (id: string) => JSON.stringify({ id }), 60 * MINUTE, 'External event id not valid'],
  ])('answers 400 for %s', async (_, path, write, ms, words) => {
    const world = createRestWorld();
    const { id } = await paying(world);
    world.advance(ms);
    const answer = await push(world, 'payload', path, { headers: typed('application/json'), body: write(id) });
    expect([answer.status, answer.body]).toEqual([400, { error_message: words }]);
  });

  it('answers 400 when the conversation is over', async () => {
    const world = createRestWorld();
    const { id, say } = await paying(world);
    await say('end');
    expect(
      (await push(world, 'payload', 'id', { headers: typed('application/json'), body: JSON.stringify({ id }) })).status,
    ).toBe(400);
  });

  it.each([
    ['image/png', '{}'],
    ['application/json', '{'],
    ['application/xml', '<a><b></a>'],
    ['application/xml', '<!DOCTYPE a [<!ENTITY b "cccc">]><a>&b;&b;</a>'],
  ])('answers 400 for a body of %s that cannot be used: %s', async (type, body) => {
    expect((await push(createRestWorld(), 'payload', 'id', { headers: typed(type), body })).status).toBe(400);
  });

  it('answers 400, not 404, for an unknown account or project, and 401 without the key', async () => {
    const world = createRestWorld();
    const path = '/v1/external-events/webhook?event_id_location=payload&event_id_path=id';
    const more = { headers: typed('text/plain'), body: 'id=1', key: 'demo-events' };
    expect((await world.ask('runtime', 'POST', `${path}&account_id=x&project_id=shop`, more)).status).toBe(400);
    expect((await world.ask('runtime', 'POST', `${path}&account_id=demo&project_id=x`, more)).status).toBe(400);
    expect((await world.ask('runtime', 'POST', path, { ...more, key: 'demo-chat' })).status).toBe(401);
  });
});

describe('bridge-ended (section 8)', () => {
  const notify = (world: RestWorld, body: unknown, key = 'demo-events') =>
    world.ask('runtime', 'POST', '/internal/v1/agentic-dial/bridge-ended', { key, body });

  it('sets the durations of the record and ends it; the last notice counts', async () => {
    const world = createRestWorld();
    const { conversationId } = world.platform.control.startCall(world.now(), { to: '+441632960009' });
    for (const seconds of [10, 40]) {
      const answer = await notify(world, {
        conversation_id: conversationId,
        bridge_duration_seconds: seconds,
        call_duration_seconds: 60,
      });
      expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    }
    const [record] = await records(world);
    expect([
      record.total_duration,
      record.polyai_duration,
      record.in_progress,
      record.state.bridge_duration_seconds,
    ]).toEqual([60, 20, false, 40]);
  });

  it('answers 404 for an unknown conversation, 400 for a missing number, 401 for another key', async () => {
    const world = createRestWorld();
    const body = { conversation_id: 'x', bridge_duration_seconds: 1, call_duration_seconds: 1 };
    expect((await notify(world, body)).status).toBe(404);
    expect((await notify(world, { conversation_id: 'x', bridge_duration_seconds: -1 })).body.error_message).toMatch(
      /bridge_duration_seconds: .*call_duration_seconds: /,
    );
    expect((await notify(world, body, 'demo-dni')).status).toBe(401);
  });
});

describe('DNI (section 9)', () => {
  const reserve = (world: RestWorld, body: unknown = { attributes: { campaign: 'spring', nested: { a: [1] } } }) =>
    world.ask('runtime', 'POST', '/v1/conversations/dni-reservation', { key: 'demo-dni', body });

  it('hands out five numbers, then 404, then the first again after ten minutes', async () => {
    const world = createRestWorld();
    const numbers = [];
    for (let time = 0; time < 5; time += 1) numbers.push((await reserve(world)).body.dni);
    expect(new Set(numbers).size).toBe(5);
    const full = await reserve(world);
    expect([full.status, full.body]).toEqual([
      404,
      { success: false, error: 'Not Found', message: 'no available route found' },
    ]);
    world.advance(10 * MINUTE);
    expect((await reserve(world)).body.dni).toBe(numbers[0]);
  });

  it('brings its attributes into the first call, and links it to Handoff state', async () => {
    const world = createRestWorld();
    const { dni } = (await reserve(world, { attributes: { shared_id: 'crm-9', campaign: 'spring' } })).body;
    const { conversationId } = world.platform.control.startCall(world.now(), { to: dni, from: '+447700900123' });
    const second = world.platform.control.startCall(world.now(), { to: dni });
    world.platform.control.endCall(world.now(), conversationId, { destination: 'desk', reason: 'asked' });
    const own = (await records(world)).find((each: { id: string }) => each.id === conversationId);
    expect([own.from_number, own.state.campaign, own.handoff_destination]).toEqual(['+447700900123', 'spring', 'desk']);
    const other = (await records(world)).find((each: { id: string }) => each.id === second.conversationId);
    expect('campaign' in other.state).toBe(false);
    const state = await world.ask('runtime', 'GET', '/v1/demo/shop/handoff_state?shared_id=crm-9', {
      key: 'demo-conversations',
    });
    expect(state.body.data).toEqual({ handoff_to: 'desk', handoff_reason: 'asked', campaign: 'spring' });
  });

  it.each([[{}], [{ attributes: [] }], [{ attributes: 'x' }]])('answers 400 for %j', async body => {
    const answer = await reserve(createRestWorld(), body);
    expect([answer.status, answer.body.error]).toEqual([400, 'Bad Request']);
  });
});
