import { describe, expect, it } from 'vitest';
import { DIALECTS, MINUTE, SHAPES, useRealPlatform } from './real-platform.ts';

describe.each(DIALECTS)('Chat over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const begun = async (body?: unknown, headers?: Record<string, string>): Promise<string> =>
    (await at.chat('create', body, headers)).body.conversation_id;
  const say = (conversation_id: string, message?: string) =>
    at.chat('respond', { conversation_id, ...(message === undefined ? {} : { message }) });
  const record = async (id: string, environment = 'live') =>
    (await at.conversations(`?limit=1000&client_env=${environment}`)).body.conversations.find(
      (each: { id: string }) => each.id === id,
    );

  it.each([
    ['without a body', undefined],
    ['with an empty body', ''],
    ['with an empty object', {}],
  ])('interface 4.1, create: answers 200 with id and response %s', async (_, body) => {
    const answer = await at.chat('create', body);
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['conversation_id', 'response']]);
    expect(answer.body.conversation_id).toMatch(/^CONV-[0-9a-f-]{36}$/);
    expect(answer.body.response).not.toBe('');
  });

  it('interface 3.5, states: open takes respond, end ends it, close closes, nothing opens it again', async () => {
    const id = await begun();
    const open = await say(id, 'hello');
    expect([open.status, Object.keys(open.body), open.body.end_conversation]).toEqual([
      200,
      ['conversation_id', 'response', 'end_conversation'],
      false,
    ]);
    expect((await say(id, 'end')).body.end_conversation).toBe(true);
    const after = await say(id, 'hello');
    expect([after.status, after.body.error_code, Object.keys(after.body)]).toEqual([
      410,
      'ChatConversationEnded',
      SHAPES.envelope,
    ]);
    expect(await at.chat('close', { conversation_id: id })).toMatchObject({ status: 200, body: { success: true } });
    expect(await record(id)).toMatchObject({ in_progress: false, handoff: false });
  });

  it('wire 3, initial_message: is the first turn in service, and is ignored in poly', async () => {
    const { body } = await at.chat('create', { initial_message: 'opening hours' });
    const { turns, num_turns } = await record(body.conversation_id);
    const said = dialect === 'poly' ? '' : 'opening hours';
    expect([turns[0].user_input, num_turns, turns[0].agent_response]).toEqual([said, 1, body.response]);
  });

  it.each([undefined, ''])('wire 3, message %j: is a turn of silence', async message => {
    const id = await begun();
    expect((await say(id, message)).body.response).not.toBe('');
    const { num_silences, turns } = await record(id);
    expect([num_silences, turns.at(-1).is_silence, turns[0].is_silence]).toEqual([1, true, false]);
  });

  it('wire 3, integration_attributes: merged over those of create, key by key; metadata is not stored', async () => {
    const id = await begun({
      integration_attributes: { a: 1, b: { c: 2 } },
      asr_lang_code: 'en-GB',
      tts_lang_code: 'en',
    });
    await at.chat('respond', {
      conversation_id: id,
      message: 'hello',
      integration_attributes: { b: { d: 3 } },
      metadata: { secret: 1 },
      tts_lang_code: 'fr-FR',
    });
    const { state } = await record(id);
    expect(state).toMatchObject({ a: 1, b: { d: 3 }, asr_lang_code: 'en-GB', tts_lang_code: 'fr-FR' });
    expect(state.b).toEqual({ d: 3 });
    expect(state).not.toHaveProperty('secret');
  });

  it('wire 5, state: attributes of the caller’s own take no name of the platform’s', async () => {
    const own = { call_sid: 'OUT-1', handoff: 'mine', external_events: 'none', sip_headers: {}, tier: 'gold' };
    const id = await begun({ integration_attributes: own });
    await at.chat('respond', { conversation_id: id, message: 'hello', integration_attributes: own });
    const { state } = await record(id);
    expect(state).toMatchObject({ call_sid: '', tier: 'gold' });
    for (const name of ['handoff', 'external_events', 'sip_headers']) expect(state).not.toHaveProperty(name);
    await at.chat('respond', { conversation_id: id, message: 'handoff', integration_attributes: own });
    expect((await record(id)).state.handoff).toEqual({ destination: 'customer_care', reason: 'visitor_request' });
  });

  it.each([
    [{ channel: 'fax' }, 'channel'],
    [{ channel: 1 }, 'channel'],
    [{ asr_lang_code: 'english' }, 'asr_lang_code'],
    [{ tts_lang_code: 'EN' }, 'tts_lang_code'],
    [{ variant_id: 'VARIANT-none' }, 'variant_id'],
    [{ integration_attributes: [] }, 'integration_attributes'],
    [{ initial_message: 1 }, 'initial_message'],
  ])('wire 3, create: %j is 400 and names %s', async (body, field) => {
    const answer = await at.chat('create', body);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(field);
    expect(answer.body).toMatchObject({ success: false, error: answer.body.error_message, data: null });
  });

  it.each([
    [{}, 'conversation_id'],
    [{ conversation_id: 1 }, 'conversation_id'],
    [{ conversation_id: 'X', message: {} }, 'message'],
    [{ conversation_id: 'X', variant_id: 'VARIANT-pine' }, 'variant_id'],
    [{ conversation_id: 'X', metadata: 'm' }, 'metadata'],
  ])('wire 3, respond: %j is 400 and names %s', async (body, field) => {
    const answer = await at.chat('respond', body);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(answer.body.error_message).toContain(field);
  });

  it.each(['respond', 'close'] as const)('wire 3, %s: an unknown conversation is 404', async action => {
    for (const conversation_id of ['CONV-none', '../%2F', 'PROJECT-shop']) {
      const answer = await at.chat(action, { conversation_id });
      expect([answer.status, answer.body.error_code]).toEqual([404, 'CONVERSATIONS_NOT_FOUND']);
    }
  });

  it('wire 3, respond: a conversation of another project is 404', async () => {
    const name = `other-${dialect}`;
    await at.builder('POST', '/v1/agents', { name, agentId: name });
    const id = await begun();
    const answer = await at.ask('POST', `/v1/demo/${name}/chat/respond`, {
      headers: { 'X-API-KEY': 'demo-chat', 'X-TOKEN': 'demo-connector' },
      body: { conversation_id: id, message: 'hello' },
    });
    expect([answer.status, answer.body.error_code]).toEqual([404, 'CONVERSATIONS_NOT_FOUND']);
  });

  it('wire 3, idle: respond after ten minutes is 400 CHAT_TIMEOUT, close is 200', async () => {
    const id = await begun();
    at.advance(10 * MINUTE);
    const answer = await say(id, 'hello');
    expect([answer.status, answer.body.error_code]).toEqual([400, 'CHAT_TIMEOUT']);
    expect(await record(id)).toMatchObject({ in_progress: false, total_duration: 600 });
    expect((await at.chat('close', { conversation_id: id })).body).toEqual({ success: true });
  });

  it.each(['handoff', 'handoff client'])(
    'wire 3, hand-off: %s ends the conversation in the same answer',
    async word => {
      const id = await begun();
      const { body } = await say(id, word);
      expect([body.end_conversation, body.handoff]).toEqual([
        true,
        { destination: 'customer_care', reason: 'visitor_request' },
      ]);
      expect(await record(id)).toMatchObject({
        handoff: true,
        handoff_destination: 'customer_care',
        handoff_reason: 'visitor_request',
        metrics: { HANDOFF_TO: 'customer_care', HANDOFF_REASON: 'visitor_request' },
        state: { handoff: { destination: 'customer_care', reason: 'visitor_request' } },
      });
    },
  );

  it.each([
    ['close', 'close'],
    ['hand-off', 'handoff'],
    ['end', 'end'],
  ])('wire 3, respond: after %s it is 410, and close is 200 twice', async (_, way) => {
    const id = await begun();
    if (way === 'close') await at.chat('close', { conversation_id: id });
    else await say(id, way);
    const answer = await say(id, 'hello');
    expect([answer.status, answer.body.error_code]).toEqual([410, 'ChatConversationEnded']);
    for (let time = 0; time < 2; time += 1) {
      expect((await at.chat('close', { conversation_id: id })).body).toEqual({ success: true });
    }
  });

  it('wire 8, bridge-ended: a conversation whose bridge has ended takes no more turns', async () => {
    const id = await begun();
    const notice = { conversation_id: id, bridge_duration_seconds: 1, call_duration_seconds: 2 };
    await at.keyed('demo-events', 'POST', '/internal/v1/agentic-dial/bridge-ended', notice);
    const { turns } = await record(id);
    const answer = await say(id, 'hello');
    expect([answer.status, answer.body.error_code]).toEqual([410, 'ChatConversationEnded']);
    expect((await record(id)).turns).toEqual(turns);
  });

  it('wire 2, unknown fields: Chat ignores them', async () => {
    const id = await begun({ unheard_of: 1 });
    expect((await at.chat('respond', { conversation_id: id, message: 'hello', unheard_of: {} })).status).toBe(200);
  });

  it('wire 1, variants: Harbour is the default, and one that the environment does not run is 400', async () => {
    expect(await record(await begun())).toMatchObject({ variant_id: 'VARIANT-harbour', variant_name: 'Harbour' });
    const body = dialect === 'poly' ? { branchName: 'spring' } : { name: 'spring' };
    const { branchId } = (await at.builder('POST', '/v1/agents/shop/branches', body)).body;
    const path = `/v1/agents/shop/branches/${branchId}`;
    const { id } = (await at.builder('POST', `${path}/variants`, { name: 'Spring' })).body;
    const create = (token: string) => at.chat('create', { variant_id: id }, { 'X-TOKEN': token });
    expect((await create('demo-connector-sandbox')).status).toBe(400);
    await at.builder('POST', `${path}/merge`);
    if (dialect === 'service') await at.builder('POST', '/v1/agents/shop/deployments/publish');
    expect((await create('demo-connector-sandbox')).status).toBe(200);
    expect((await create('demo-connector')).status).toBe(400);
  });

  it.each(['handoff failed', 'handoff timeout'])('wire 3, hand-off: %s goes on without one', async word => {
    const id = await begun();
    const { body } = await say(id, word);
    expect([body.end_conversation, 'handoff' in body]).toEqual([false, false]);
    expect(await record(id)).toMatchObject({ handoff: false, in_progress: true });
  });

  it.each([
    ['webchat', 'WEBCHAT'],
    ['sms', 'SMS'],
    ['whatsapp', 'WHATSAPP'],
    ['api', 'CHAT'],
    [undefined, 'CHAT'],
  ])('wire 3, channel: %s is %s in the record', async (channel, label) => {
    expect((await record(await begun(channel ? { channel } : {}))).channel).toBe(label);
  });

  it.each([
    ['demo-connector', 'live'],
    ['demo-connector-sandbox', 'sandbox'],
    ['demo-connector-pre-release', 'pre-release'],
  ])('wire 1, connector %s: its conversations are in %s', async (token, environment) => {
    const id = await begun({ variant_id: 'VARIANT-pine' }, { 'X-TOKEN': token });
    expect(await record(id, environment)).toMatchObject({
      environment,
      variant_id: 'VARIANT-pine',
      variant_name: 'Pine Lane',
    });
  });

  it.each([
    [{ 'X-TOKEN': 'nobody' }, 401, 'AUTH_USER_INVALID_TOKEN'],
    [{ 'X-TOKEN': '' }, 401, 'AUTH_USER_INVALID_TOKEN'],
    [{ 'X-API-KEY': 'nobody' }, 401, 'AUTH_USER_INVALID_TOKEN'],
    [{ 'X-API-KEY': 'demo-conversations' }, 403, 'USER_ACCESS_FORBIDDEN'],
  ])('wire 3, headers: %j is %s %s', async (headers, status, code) => {
    const answer = await at.chat('create', {}, headers);
    expect([answer.status, answer.body.error_code]).toEqual([status, code]);
  });

  it('wire 1, header names: any case is taken', async () => {
    const headers = { 'x-ApI-kEy': 'demo-chat', 'x-token': 'demo-connector' };
    expect((await at.ask('POST', '/v1/demo/shop/chat/create', { headers })).status).toBe(200);
  });

  it('wire 3, version: another than v1 is 404 before the key is looked at', async () => {
    for (const version of ['v2', 'v9', 'V1', 'x']) {
      expect((await at.ask('POST', `/${version}/demo/shop/chat/create`)).status).toBe(404);
      expect((await at.ask('GET', `/${version}/demo/shop/chat/create`)).status).toBe(404);
    }
  });

  it('interface 4.1, client: create, respond and close', async () => {
    const { conversation_id, response } = await at.client.chat.create({ channel: 'sms' });
    expect(response).not.toBe('');
    const reply = await at.client.chat.respond({ conversation_id, message: 'handoff' });
    expect(reply.handoff?.destination).toBe('customer_care');
    expect(await at.client.chat.close(conversation_id)).toEqual({ success: true });
    await expect(at.client.chat.respond({ conversation_id })).rejects.toMatchObject({
      status: 410,
      code: 'ChatConversationEnded',
    });
  });
});
