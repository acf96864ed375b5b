import { describe, expect, it } from 'vitest';
import { DIALECTS, iso, KEYS, MINUTE, SHAPES, START, useRealPlatform } from './real-platform.ts';

const HOUR = 60 * MINUTE;

describe.each(DIALECTS)('Outbound Calling over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const header = dialect === 'poly' ? 'X-PolyAi-Auth-Token' : 'X-Service-Auth-Token';
  const place = (body: unknown, headers: Record<string, string> = { [header]: KEYS.outbound }) =>
    at.ask('POST', '/v1/outbound-calling', { headers, body });
  const statusOf = (sid: string) =>
    at.ask('GET', `/v1/outbound-calling/${sid}/status`, { headers: { [header]: KEYS.outbound } });

  it.each([
    ['+442079460123', 'queued calling success success', ''],
    ['+442079460100', 'queued failure failure failure', 'call queueing: max timeout limit exceeded'],
    ['+442079460101', 'queued calling failure failure', 'no answer'],
  ])('wire 7, states: %s is %s, and 404 two hours after its end', async (to_number, expected, reason) => {
    const placed = await place({ to_number });
    expect([placed.status, Object.keys(placed.body)]).toEqual([200, ['call_sid']]);
    expect(placed.body.call_sid).toMatch(/^OUT-[0-9a-f-]{36}$/);
    const seen = [];
    for (const ms of [0, 2000, 6000, HOUR]) {
      at.advance(ms);
      seen.push((await statusOf(placed.body.call_sid)).body);
    }
    expect(seen.map(each => each.status).join(' ')).toBe(expected);
    expect([seen[0].reason, seen[3].reason]).toEqual(['', reason]);
    at.advance(HOUR);
    const late = await statusOf(placed.body.call_sid);
    expect([late.status, late.body.code, Object.keys(late.body)]).toEqual([404, 'NOT_FOUND', SHAPES.coded]);
  });

  it.each([
    {},
    { to_number: 1 },
    { to_number: '' },
    { to_number: '+0123456789' },
    { to_number: '+1234567' },
    { to_number: '+1234567890123456' },
    { to_number: '02079460123' },
    { to_number: '02079460123', country_code: 'ZZ' },
    { to_number: '02079460123', country_code: 44 },
    { to_number: '+442079460123', encryption: 'none' },
    { to_number: '+442079460123', metadata: 'x' },
    { to_number: '+442079460123', metadata: { a: 1 } },
    { to_number: '+442079460123', metadata: { a: 'x'.repeat(19_960) } },
  ])('wire 7, trigger: %j is 400', async body => {
    const answer = await place(body);
    expect([answer.status, answer.body.code, Object.keys(answer.body)]).toEqual([400, 'INVALID_REQUEST', SHAPES.coded]);
  });

  it.each([
    { to_number: '020 7946 0123', country_code: 'GB' },
    { to_number: '+442079460123', encryption: 'UDP/RTP' },
    { to_number: '+442079460123', metadata: { a: 'x'.repeat(19_900) }, unheard_of: 1 },
  ])('wire 7, trigger: %j is 200', async body => {
    expect((await place(body)).status).toBe(200);
  });

  it('wire 7, headers: either is taken; others and other keys are 401', async () => {
    const body = { to_number: '+442079460123' };
    for (const name of ['X-Service-Auth-Token', 'X-PolyAi-Auth-Token', 'x-polyai-auth-token']) {
      expect((await place(body, { [name]: KEYS.outbound })).status).toBe(200);
    }
    for (const headers of [{}, { 'x-api-key': KEYS.outbound }, { [header]: KEYS.chat }, { [header]: 'demo-none' }]) {
      const answer = await place(body, { ...headers });
      expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it.each(['x', 'OUT', 'OUT-', 'CALL-1', 'OUT-a%2Fb', 'OUT-%25'])(
    'interface 7.4: the call SID %s is 400',
    async sid => {
      expect((await statusOf(sid)).body.code).toBe('INVALID_REQUEST');
    },
  );

  it('interface 7.4: an unknown call is 404', async () => {
    expect((await statusOf('OUT-00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('wire 7, success: becomes a conversation with the metadata, through the client', async () => {
    const { call_sid } = await at.client.outbound.call({
      to_number: '+442079460199',
      metadata: { order: '7' },
    });
    const seen: string[] = [];
    const end = await at.client.outbound.wait(call_sid, { onStatus: each => seen.push(each.status) });
    expect([end.status, seen]).toEqual(['success', ['queued', 'calling', 'success']]);
    expect(await at.client.outbound.status(call_sid)).toEqual(end);
    const { body } = await at.conversations('?limit=1000&channel=voice');
    const record = body.conversations.find((each: { to_number: string }) => each.to_number === '+442079460199');
    expect(record).toMatchObject({
      channel: 'VOICE-SIP',
      in_progress: false,
      total_duration: 6,
      state: { call_sid, to: '+442079460199', sip_headers: { order: '7' } },
    });
  });
});

describe.each(DIALECTS)('External Events and bridge-ended over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const PLACE = 'account_id=demo&project_id=shop';
  const post = (query: string, body: unknown = '{}', headers: Record<string, string> = {}) =>
    at.ask('POST', `/v1/external-events/webhook?${query}`, { headers: { 'X-Api-Key': KEYS.events, ...headers }, body });
  const byHeader = (id: string, body?: unknown) =>
    post(`event_id_location=headers&event_id_path=X-Event&${PLACE}`, body, { 'x-event': id });
  const awaiting = async () => {
    const id = (await at.chat('create')).body.conversation_id;
    const { response } = (await at.chat('respond', { conversation_id: id, message: 'payment' })).body;
    return { id, response, event: (await stateOf(id)).external_event_id };
  };
  const recordOf = async (id: string) =>
    (await at.conversations('?limit=1000')).body.conversations.find((each: { id: string }) => each.id === id);
  const stateOf = async (id: string) => (await recordOf(id)).state;

  it.each([
    ['headers', 'X-EVENT', '', 'application/json', '{}'],
    ['querystring', 'ref', '&ref=ID', 'text/plain', 'hello'],
    ['payload', 'a.0.id', '', 'application/json; charset=utf-8', '{"a":[{"id":"ID"}]}'],
    ['payload', 'ref', '', 'application/x-www-form-urlencoded', 'x=1&ref=ID'],
    ['payload', 'b.id', '', 'application/xml', '<?xml version="1.0"?><a><b><id>ID</id></b></a>'],
    ['payload', 'a.b.id', '', 'application/xml', '<a><b><id>ID</id></b></a>'],
    ['payload', 'ref', '', 'text/plain', 'x=1\nref=ID'],
    ['payload', 'ref', '', 'text/plain', 'x=1&ref=ID'],
  ])('wire 8, %s: finds the id at %s%s in %s', async (location, path, query, type, body) => {
    const { id, event, response } = await awaiting();
    expect(event).toMatch(/^evt_[A-Za-z0-9]+$/);
    expect(response).toContain(event);
    const text = body.replace('ID', event);
    const answer = await post(
      `event_id_location=${location}&event_id_path=${path}&${PLACE}${query.replace('ID', event)}`,
      text,
      { 'Content-Type': type, 'x-event': event },
    );
    expect([answer.status, answer.body]).toEqual([201, {}]);
    const [stored, ...more] = (await stateOf(id)).external_events;
    expect(more).toEqual([]);
    expect(Object.keys(stored)).toEqual(['ext_event_id', 'content_type', 'created_at', 'data', 'send_to_llm']);
    const next = await at.chat('respond', { conversation_id: id, message: 'hello' });
    expect(next.body.response).toMatch(/^Your payment has arrived/);
    expect((await at.chat('respond', { conversation_id: id, message: 'hello' })).body.response).not.toContain(
      'payment',
    );
  });

  it.each([
    `event_id_path=x&${PLACE}`,
    `event_id_location=headers&${PLACE}`,
    'event_id_location=headers&event_id_path=x&account_id=demo',
    'event_id_location=headers&event_id_path=x&project_id=shop',
    `event_id_location=cookie&event_id_path=x&${PLACE}`,
    `event_id_location=headers&event_id_path=&${PLACE}`,
    'event_id_location=headers&event_id_path=x&account_id=other&project_id=shop',
    'event_id_location=headers&event_id_path=x&account_id=demo&project_id=other',
    `event_id_location=headers&event_id_path=%00&${PLACE}`,
  ])('wire 8, parameters: %s is 400', async query => {
    const answer = await post(query);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, SHAPES.message]);
  });

  it('wire 8, words: an id that is absent, and one that is not valid', async () => {
    const absent = await post(`event_id_location=payload&event_id_path=a&${PLACE}`, '{"b":1}');
    expect([absent.status, absent.body.error_message]).toEqual([400, 'External event id not found in request']);
    const unknown = await byHeader('evt_none');
    expect([unknown.status, unknown.body.error_message]).toEqual([400, 'External event id not valid']);
  });

  it.each([
    ['image/png', 'x'],
    ['', 'x'],
    ['application/json', '{'],
    ['application/json', new Uint8Array([0x22, 0xff, 0x22])],
    ['application/xml', '<a><b></a>'],
    ['application/json', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['application/json', `${'['.repeat(400_000)}`],
    ['application/xml', `${'<a>'.repeat(100_000)}`],
    ['application/xml', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`],
    ['application/xml', '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
  ])('wire 8, content type %j: a body that cannot be used is 400', async (type, body) => {
    const { event } = await awaiting();
    const query = `event_id_location=payload&event_id_path=ref&${PLACE}&ref=${event}`;
    const answer = await post(query, body, { 'Content-Type': type });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, SHAPES.message]);
  });

  it('wire 8, deep JSON: is refused, and the conversation stays readable', async () => {
    const { id, event } = await awaiting();
    const answer = await byHeader(event, `${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(answer.status).toBe(400);
    expect(await stateOf(id)).not.toHaveProperty('external_events');
  });

  it('wire 8, ids: the first event counts, a repeat is 201 also after the end, an hour later it is 400', async () => {
    const first = await awaiting();
    expect((await byHeader(first.event, '{"n":1}')).status).toBe(201);
    expect((await byHeader(first.event, '{"n":2}')).status).toBe(201);
    const { external_events } = await stateOf(first.id);
    expect(external_events.map((each: { data: unknown }) => each.data)).toEqual([{ n: 1 }]);
    const over = await awaiting();
    await at.chat('close', { conversation_id: over.id });
    expect((await byHeader(over.event)).body.error_message).toBe('External event id not valid');
    const late = await awaiting();
    for (let minutes = 0; minutes < 60; minutes += 6) {
      await at.chat('respond', { conversation_id: late.id, message: 'hello' });
      at.advance(6 * MINUTE);
    }
    expect((await byHeader(late.event)).body.error_message).toBe('External event id not valid');
  });

  it('wire 8, ids: one of another project is not valid', async () => {
    const { event } = await awaiting();
    const name = `ev-${dialect}`;
    await at.builder('POST', '/v1/agents', { name, agentId: name });
    const query = `event_id_location=headers&event_id_path=X-Event&account_id=demo&project_id=${name}`;
    expect((await post(query, '{}', { 'x-event': event })).body.error_message).toBe('External event id not valid');
  });

  it('interface 4.7, client: posts an event', async () => {
    const { id, event } = await awaiting();
    await at.client.externalEvents.post({
      event_id_location: 'querystring',
      event_id_path: 'ref',
      parameters: { ref: event },
      body: 'amount=5',
      contentType: 'application/x-www-form-urlencoded',
    });
    expect((await stateOf(id)).external_events[0].data).toEqual({ amount: '5' });
  });

  const ended = (body: unknown, key = KEYS.events) =>
    at.keyed(key, 'POST', '/internal/v1/agentic-dial/bridge-ended', body);

  it('wire 8, bridge-ended: sets durations and state; the last one counts', async () => {
    const { conversation_id: id } = (await at.control('POST', 'calls', { to: '+441' })).body;
    for (const seconds of [100, 300]) {
      const notice = { conversation_id: id, bridge_duration_seconds: 200, call_duration_seconds: seconds };
      const answer = await ended(notice);
      expect([answer.status, answer.body]).toEqual([200, { success: true }]);
      expect(await recordOf(id)).toMatchObject({
        total_duration: seconds,
        polyai_duration: Math.max(0, seconds - 200),
        in_progress: false,
        state: { bridge_duration_seconds: 200, call_duration_seconds: seconds },
      });
    }
    const notice = { conversation_id: id, bridge_duration_seconds: 1, call_duration_seconds: 2 };
    expect(await at.client.bridge.ended(notice)).toEqual({ success: true });
  });

  it.each([
    [{ conversation_id: 'none', bridge_duration_seconds: 1, call_duration_seconds: 1 }, 404],
    [{ bridge_duration_seconds: 1, call_duration_seconds: 1 }, 400],
    [{ conversation_id: 'x', bridge_duration_seconds: -1, call_duration_seconds: 1 }, 400],
    [{ conversation_id: 'x', bridge_duration_seconds: '1', call_duration_seconds: 1 }, 400],
    [{ conversation_id: 'x', bridge_duration_seconds: 1 }, 400],
    ['{"conversation_id":"x","bridge_duration_seconds":1e999,"call_duration_seconds":1}', 400],
  ])('wire 8, bridge-ended: %j is %i', async (body, status) => {
    const answer = await ended(body);
    expect([answer.status, Object.keys(answer.body)]).toEqual([status, SHAPES.message]);
  });

  it('wire 8, bridge-ended: another key is 401', async () => {
    expect((await ended({}, KEYS.dni)).status).toBe(401);
  });
});

describe.each(DIALECTS)('DNI, Handoff state and Concurrent Calls over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const reserve = (body: unknown, key = KEYS.dni) => at.keyed(key, 'POST', '/v1/conversations/dni-reservation', body);
  const handoffState = (query: string) => at.keyed(KEYS.conversations, 'GET', `/v1/demo/shop/handoff_state${query}`);
  const concurrency = (query: string) =>
    at.keyed(KEYS.conversations, 'GET', `/v1/demo/shop/conversations/concurrency?${query}`);

  it('wire 9, pool: five numbers, then 404, then the longest free, and a call frees its number', async () => {
    const numbers: string[] = [];
    for (let index = 0; index < 5; index += 1)
      numbers.push((await reserve({ attributes: { index, deep: [{}] } })).body.dni);
    expect([...numbers].sort()).toEqual([1, 2, 3, 4, 5].map(last => `+44163296000${last}`));
    const none = await reserve({ attributes: {} });
    expect([none.status, none.body]).toEqual([
      404,
      { success: false, error: 'Not Found', message: 'no available route found' },
    ]);
    const first = await at.control('POST', 'calls', { to: numbers[2], from: '+447' });
    const second = await at.control('POST', 'calls', { to: numbers[2] });
    const { conversations } = (await at.conversations('?limit=10')).body;
    const stateOf = (id: string) => conversations.find((each: { id: string }) => each.id === id).state;
    expect(stateOf(first.body.conversation_id)).toMatchObject({ index: 2, from_: '+447', to: numbers[2] });
    expect(stateOf(second.body.conversation_id)).not.toHaveProperty('index');
    expect((await reserve({ attributes: {} })).body.dni).toBe(numbers[2]);
    at.advance(10 * MINUTE);
    expect((await at.client.dni.reserve({ a: 1 })).dni).toBe(numbers[0]);
    const late = await at.control('POST', 'calls', { to: numbers[1] });
    const after = (await at.conversations('?limit=10')).body.conversations;
    expect(after.find((each: { id: string }) => each.id === late.body.conversation_id).state).not.toHaveProperty(
      'index',
    );
  });

  it.each([{}, { attributes: null }, { attributes: [] }, { attributes: 'x' }])('wire 9: %j is 400', async body => {
    const answer = await reserve(body);
    expect([answer.status, Object.keys(answer.body), answer.body.error]).toEqual([400, SHAPES.titled, 'Bad Request']);
  });

  it('wire 9: another key is 401', async () => {
    expect((await reserve({}, KEYS.events)).body.error).toBe('Unauthorized');
  });

  it('wire 6, hand-off over Chat: by id and shared_id; shared_id alone counts', async () => {
    const integration_attributes = { shared_id: 'crm-1', tier: 'gold', handoff_to: 'nobody' };
    const id = (await at.chat('create', { integration_attributes, asr_lang_code: 'en' })).body.conversation_id;
    await at.chat('respond', { conversation_id: id, message: 'payment' });
    expect((await handoffState(`?id=${id}`)).status).toBe(404);
    await at.chat('respond', { conversation_id: id, message: 'handoff' });
    const expected = {
      id,
      data: { handoff_to: 'customer_care', handoff_reason: 'visitor_request', tier: 'gold' },
      shared_id: 'crm-1',
    };
    expect((await handoffState(`?id=${id}`)).body).toEqual(expected);
    expect((await handoffState('?shared_id=crm-1&id=other')).body).toEqual(expected);
    expect((await handoffState(`?shared_id=none&id=${id}`)).status).toBe(404);
    expect(await at.client.handoffState.byId(id)).toEqual(expected);
    at.advance(1000);
    const next = (await at.chat('create', { integration_attributes })).body.conversation_id;
    await at.chat('respond', { conversation_id: next, message: 'handoff' });
    expect((await at.client.handoffState.bySharedId('crm-1')).id).toBe(next);
  });

  it('wire 6, hand-off over Chat: a shared_id that is a number is found by its digits', async () => {
    const integration_attributes = { shared_id: 4711 };
    const id = (await at.chat('create', { integration_attributes })).body.conversation_id;
    await at.chat('respond', { conversation_id: id, message: 'handoff' });
    expect((await handoffState('?shared_id=4711')).body).toMatchObject({ id, shared_id: '4711' });
  });

  it('wire 6, hand-off of a call: from a reservation’s attributes', async () => {
    at.advance(10 * MINUTE);
    const { dni } = (await reserve({ attributes: { shared_id: 'crm-2', order: 7 } })).body;
    const { conversation_id: id } = (await at.control('POST', 'calls', { to: dni })).body;
    await at.control('DELETE', `calls/${id}`, { handoff: { destination: 'desk', reason: 'billing' } });
    expect((await handoffState('?shared_id=crm-2')).body).toEqual({
      id,
      data: { handoff_to: 'desk', handoff_reason: 'billing', order: 7 },
      shared_id: 'crm-2',
    });
  });

  it.each([
    ['', 400],
    ['?id=', 400],
    ['?id=CONV-none', 404],
    ['?id=a%2Fb%25', 404],
  ])('wire 6: %j is %i', async (query, status) => {
    const answer = await handoffState(query);
    expect([answer.status, Object.keys(answer.body)]).toEqual([status, SHAPES.message]);
  });

  const DAY = START - 24 * HOUR;
  it('wire 5, intervals: rounded, with zeros, in seconds, at one instant', async () => {
    const started = (minutes: number, more = {}) => ({
      started_at: iso(DAY + minutes * MINUTE),
      duration_seconds: 120,
      ...more,
    });
    const conversations = [
      started(1),
      started(2, { variant_id: 'VARIANT-pine', language: 'fr', to_number: '+33' }),
      started(9),
      started(3, { environment: 'sandbox' }),
    ];
    await at.control('POST', 'conversations', { conversations });
    const range = `start_time=${iso(DAY + 2 * MINUTE)}&end_time=${iso(DAY + 11 * MINUTE)}`;
    const { status, body } = await concurrency(range);
    const times = ['00', '05', '10'].map(minute => `2026-11-26T09:${minute}:00Z`);
    const expected = (peaks: number[], more = {}) =>
      peaks.map((peak, index) => ({ time: times[index], max_concurrent_conversations: peak, ...more }));
    expect([status, body]).toEqual([
      200,
      {
        account_id: dialect === 'poly' ? 'ws-demo' : 'ACCOUNT-demo',
        project_id: 'PROJECT-shop',
        intervals: expected([2, 1, 1]),
      },
    ]);
    const intervals = async (query: string) => (await concurrency(`${range}&${query}`)).body.intervals;
    expect(await intervals('client_env=sandbox')).toEqual(expected([1, 0, 0]));
    expect(await intervals('language=fr')).toEqual(expected([1, 0, 0], { language: 'fr' }));
    expect(await intervals('phone_number=%2B33')).toEqual(expected([1, 0, 0], { phone_number: '+33' }));
    expect(await intervals('variant_name=Pine%20Lane')).toEqual(expected([1, 0, 0]));
    const sliced = await intervals('slice_by=variant');
    expect(sliced.map((each: { variant_id: string }) => each.variant_id)).toEqual(
      times.flatMap(() => ['VARIANT-harbour', 'VARIANT-pine']),
    );
    const slice = await at.client.concurrency.get({
      start_time: iso(DAY),
      end_time: iso(DAY + MINUTE),
      slice_by: 'variant',
    });
    expect(slice.intervals.map(each => each.variant_name)).toEqual(['Harbour', 'Pine Lane']);
  });

  it('wire 5, range: exactly one week as given is taken', async () => {
    const odd = START + 90_000;
    const answer = await concurrency(`start_time=${iso(odd)}&end_time=${iso(odd + 7 * 24 * HOUR)}`);
    expect([answer.status, answer.body.intervals.length]).toEqual([200, 7 * 24 * 12 + 1]);
  });

  const DAYS = 'start_time=2026-11-26&end_time=2026-11-27';
  it.each([
    ['start_time=2026-11-26', 400],
    ['end_time=2026-11-26', 400],
    ['start_time=x&end_time=2026-11-26', 400],
    ['start_time=2026-11-26&end_time=2026-11-26', 400],
    ['start_time=2026-11-27&end_time=2026-11-26', 400],
    ['start_time=2026-11-19T00:00:00Z&end_time=2026-11-26T00:00:01Z', 400],
    [`${DAYS}&variant_id=a&variant_name=b`, 400],
    [`${DAYS}&client_env=prod`, 400],
    [`${DAYS}&slice_by=channel`, 400],
    [`${DAYS}&slice_by=language`, 501],
    [`${DAYS}&slice_by=phone_number`, 501],
  ])('wire 5: %s is %i', async (query, status) => {
    const answer = await concurrency(query);
    expect([answer.status, Object.keys(answer.body)]).toEqual([status, SHAPES.message]);
  });
});
