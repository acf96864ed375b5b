import { describe, expect, it } from 'vitest';
import { createRestWorld, type RestWorld } from './rest-world.ts';

/** A Messaging session on the brain itself. The agent answers at once. */
function chatOn(world: RestWorld, streaming = true) {
  const { platform } = world;
  const token = platform.accessToken(world.now(), { connectorToken: 'demo-connector', host: 'localhost' });
  const { access_token: accessToken = '' } = token.body as { access_token?: string };
  const answer = platform.createSession(world.now(), {
    authorization: `Bearer ${accessToken}`,
    body: JSON.stringify({ streaming_enabled: streaming }),
  });
  const { session_id: sessionId = '' } = answer.body as { session_id?: string };
  platform.openSocket(world.now(), { socketId: 's', accessToken, sessionId, cursor: null });
  const send = (type: string, payload = {}) => {
    platform.receive(world.now(), 's', JSON.stringify({ type: `EVENT_TYPE_${type}`, payload }));
    world.advance(60_000);
  };
  send('REQUEST_SERVICE_AGENT_JOIN');
  const record = async (version = 'v3') => {
    const { body } = await world.ask('runtime', 'GET', `/${version}/demo/shop/conversations`, {
      key: 'demo-conversations',
    });
    return body.conversations.find((each: { id: string }) => each.id === sessionId);
  };
  return { sessionId, send, say: (text: string) => send('USER_MESSAGE', { text }), record };
}

describe('a Messaging session in the records (section 4)', () => {
  it.each([true, false])('has the greeting and each turn, with streaming %s', async streaming => {
    const { say, record, sessionId } = chatOn(createRestWorld(), streaming);
    say('hello');
    const { turns, ...rest } = await record();
    expect([rest.id, rest.channel, rest.environment, rest.in_progress, rest.num_turns]).toEqual([
      sessionId,
      'WEBCHAT',
      'live',
      true,
      2,
    ]);
    expect(turns.map((turn: { user_input: string }) => turn.user_input)).toEqual(['', 'hello']);
    for (const turn of turns) expect(turn.agent_response).not.toBe('');
  });

  it('a session has no record before the agent has joined', async () => {
    const world = createRestWorld({ script: 'silent' });
    expect(await chatOn(world).record()).toBeUndefined();
  });

  it('a record ends with its session, and counts as one concurrent conversation until then', async () => {
    const { send, record } = chatOn(createRestWorld());
    send('USER_END_SESSION');
    expect((await record()).in_progress).toBe(false);
  });

  it('leaves its handoff state, and no transcript of what a person says', async () => {
    const world = createRestWorld();
    const { say, record, sessionId } = chatOn(world);
    say('handoff');
    say('my table wobbles');
    const { turns, handoff, handoff_destination, polyai_duration, total_duration } = await record();
    expect([handoff, handoff_destination, polyai_duration < total_duration]).toEqual([true, 'customer_care', true]);
    expect(turns.map((turn: { user_input: string }) => turn.user_input)).toEqual(['', 'handoff']);
    const state = await world.ask('runtime', 'GET', `/v1/demo/shop/handoff_state?id=${sessionId}`, {
      key: 'demo-conversations',
    });
    expect(state.body).toEqual({
      id: sessionId,
      data: { handoff_to: 'customer_care', handoff_reason: 'visitor_request' },
    });
  });

  it('leaves no handoff state when nobody could be reached', async () => {
    const world = createRestWorld();
    const { say, sessionId } = chatOn(world);
    say('handoff failed');
    const state = await world.ask('runtime', 'GET', `/v1/demo/shop/handoff_state?id=${sessionId}`, {
      key: 'demo-conversations',
    });
    expect([state.status, Object.keys(state.body)]).toEqual([404, ['error_message']]);
  });
});

describe('Handoff state (section 6)', () => {
  const ask = (world: RestWorld, query: string) =>
    world.ask('runtime', 'GET', `/v1/demo/shop/handoff_state${query}`, { key: 'demo-conversations' });

  it('answers 400 without an id, and 404 when nothing matches', async () => {
    const world = createRestWorld();
    expect((await ask(world, '')).status).toBe(400);
    expect((await ask(world, '?id=none')).status).toBe(404);
  });

  it('lets shared_id alone count when both are given, also when it matches nothing', async () => {
    const world = createRestWorld();
    const { say, sessionId } = chatOn(world);
    say('handoff');
    expect((await ask(world, `?id=${sessionId}&shared_id=none`)).status).toBe(404);
  });
});
