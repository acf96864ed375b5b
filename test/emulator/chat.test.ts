import { describe, expect, it } from 'vitest';
import { type Answered, createRestWorld, type RestWorld } from './rest-world.ts';

const HEADERS = { headers: { 'x-api-key': 'demo-chat', 'x-token': 'demo-connector' } };

function chat(world: RestWorld) {
  const call = (method: string, name: string, body?: unknown, more = HEADERS): Promise<Answered> =>
    world.ask('runtime', method, `/v1/demo/shop/chat/${name}`, { ...more, body });
  return {
    create: (body?: unknown, more = HEADERS) => call('POST', 'create', body, more),
    respond: (conversation_id: string, message?: string, more = {}) =>
      call('POST', 'respond', { conversation_id, ...(message === undefined ? {} : { message }), ...more }),
    close: (conversation_id: string) => call('PUT', 'close', { conversation_id }),
  };
}

async function begun(options: Parameters<typeof createRestWorld>[0] = {}, body?: unknown) {
  const world = createRestWorld(options);
  const api = chat(world);
  const { body: first } = await api.create(body);
  const id: string = first.conversation_id;
  const record = async () => {
    const list = await world.ask('runtime', 'GET', '/v3/demo/shop/conversations?limit=100', {
      key: 'demo-conversations',
    });
    return list.body.conversations.find((each: { id: string }) => each.id === id);
  };
  return { world, ...api, id, first, record, say: (text?: string) => api.respond(id, text) };
}

describe('Chat create (section 3)', () => {
  it('answers 200 with an id and the greeting that Messaging has, without a body', async () => {
    const { first } = await begun();
    expect(first).toEqual({
      conversation_id: expect.stringMatching(/^CONV-/),
      response: expect.stringContaining('Fern'),
    });
  });

  it('answers an initial message in place of the greeting', async () => {
    const { first, record } = await begun({}, { initial_message: 'opening hours' });
    expect(first.response).toMatch(/open/i);
    expect((await record()).turns.map((turn: { user_input: string }) => turn.user_input)).toEqual(['opening hours']);
  });

  it('ignores an initial message in the dialect poly', async () => {
    const { first } = await begun({ dialect: 'poly' }, { initial_message: 'opening hours' });
    expect(first.response).toContain('Fern');
  });

  it.each([
    ['demo-connector', 'live'],
    ['demo-connector-sandbox', 'sandbox'],
    ['demo-connector-pre-release', 'pre-release'],
  ])('takes place in the environment of the connector %s: %s', async (token, environment) => {
    const world = createRestWorld();
    await chat(world).create({}, { headers: { 'x-api-key': 'demo-chat', 'x-token': token } });
    const path = `/v3/demo/shop/conversations?client_env=${environment}`;
    const { body } = await world.ask('runtime', 'GET', path, { key: 'demo-conversations' });
    expect(body.conversations.map((each: { environment: string }) => each.environment)).toEqual([environment]);
  });

  it.each([
    [{ 'x-api-key': 'demo-chat' }],
    [{ 'x-api-key': 'demo-chat', 'x-token': 'demo-other' }],
    [{ 'x-token': 'demo-connector' }],
  ])('refuses %j with 401', async headers => {
    const answer = await chat(createRestWorld()).create({}, { headers: headers as never });
    expect([answer.status, answer.body.error_code]).toEqual([401, 'AUTH_USER_INVALID_TOKEN']);
  });

  it('refuses a variant that the environment does not have, naming the field', async () => {
    const answer = await chat(createRestWorld()).create({ variant_id: 'VARIANT-none' });
    expect([answer.status, answer.body.error_message]).toEqual([
      400,
      'variant_id: names no variant of this environment',
    ]);
  });

  it('answers 404 for another version', async () => {
    const answer = await createRestWorld().ask('runtime', 'POST', '/v2/demo/shop/chat/create', { ...HEADERS });
    expect([answer.status, answer.body.success]).toEqual([404, false]);
  });

  it.each([
    ['webchat', 'WEBCHAT'],
    ['sms', 'SMS'],
    ['whatsapp', 'WHATSAPP'],
    ['api', 'CHAT'],
  ])('records the channel %s as %s', async (channel, label) => {
    const { record } = await begun({}, { channel });
    expect((await record()).channel).toBe(label);
  });
});

describe('Chat respond', () => {
  it('answers with the words of the scripted agent, several messages as one text', async () => {
    const { say, id } = await begun();
    const { status, body } = await say('opening hours');
    expect([status, body.conversation_id, body.end_conversation, 'handoff' in body]).toEqual([200, id, false, false]);
  });

  it('asks again after a silence and counts it', async () => {
    const { say, record } = await begun();
    expect((await say()).body.response).toBe('I did not hear anything. How can I help?');
    await say('');
    expect((await record()).num_silences).toBe(2);
  });

  it('ends the conversation when the agent does, and answers 410 after that', async () => {
    const { say, record } = await begun();
    expect((await say('end')).body.end_conversation).toBe(true);
    const after = await say('hello');
    expect([after.status, after.body.error_code]).toEqual([410, 'ChatConversationEnded']);
    expect((await record()).in_progress).toBe(false);
  });

  it.each(['handoff', 'handoff client'])(
    'hands off with "%s", ends in the same answer, and leaves its state',
    async words => {
      const { say, world, id } = await begun({}, { integration_attributes: { shared_id: 'crm-7', order: 4711 } });
      const { body } = await say(words);
      expect([body.end_conversation, body.handoff]).toEqual([
        true,
        { destination: 'customer_care', reason: 'visitor_request' },
      ]);
      const state = await world.ask('runtime', 'GET', '/v1/demo/shop/handoff_state?shared_id=crm-7', {
        key: 'demo-conversations',
      });
      expect(state.body).toEqual({
        id,
        shared_id: 'crm-7',
        data: { handoff_to: 'customer_care', handoff_reason: 'visitor_request', order: 4711 },
      });
    },
  );

  it.each(['handoff failed', 'handoff timeout'])('goes on after "%s"', async words => {
    const { say } = await begun();
    const { body } = await say(words);
    expect([body.end_conversation, 'handoff' in body]).toEqual([false, false]);
    expect((await say('hello')).status).toBe(200);
  });

  it('merges attributes over those of the start, name by name, and stores no metadata', async () => {
    const { respond, id, record } = await begun({}, { integration_attributes: { a: 1, b: 1 } });
    await respond(id, 'hello', { integration_attributes: { b: 2 }, metadata: { secret: 1 } });
    const { state } = await record();
    expect([state.a, state.b, 'secret' in state, 'metadata' in state]).toEqual([1, 2, false, false]);
  });

  it('refuses a variant: it cannot change', async () => {
    const { respond, id } = await begun();
    const answer = await respond(id, 'hello', { variant_id: 'VARIANT-pine' });
    expect([answer.status, answer.body.error_message]).toEqual([
      400,
      'variant_id: cannot change after the conversation was created',
    ]);
  });

  it('answers 404 for a conversation that does not exist, slashes and percent signs included', async () => {
    const { respond } = await begun();
    for (const id of ['CONV-none', 'a/b', '100%', '..']) {
      const answer = await respond(id, 'hello');
      expect([answer.status, answer.body.error_code]).toEqual([404, 'CONVERSATIONS_NOT_FOUND']);
    }
  });

  it('answers 400 CHAT_TIMEOUT after ten idle minutes, and not before', async () => {
    const { say, world, record } = await begun();
    world.advance(9 * 60_000);
    expect((await say('hello')).status).toBe(200);
    world.advance(10 * 60_000);
    const late = await say('hello');
    expect([late.status, late.body.error_code, (await record()).in_progress]).toEqual([400, 'CHAT_TIMEOUT', false]);
  });
});

describe('Chat close', () => {
  it('succeeds, also twice and after a time-out, and answers 410 to what comes after', async () => {
    const { close, id, say, world } = await begun();
    expect((await close(id)).body).toEqual({ success: true });
    world.advance(3_600_000);
    expect((await close(id)).status).toBe(200);
    expect((await say('hello')).status).toBe(410);
  });

  it('answers 404 for an unknown conversation', async () => {
    expect((await chat(createRestWorld()).close('CONV-none')).status).toBe(404);
  });
});
