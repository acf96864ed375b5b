import { describe, expect, it } from 'vitest';
import type { ChatOptions } from '../../../src/broker/chat/chat-options.ts';
import type { Authorize } from '../../../src/broker/sign-in/identify.ts';
import {
  createWorld,
  hanging,
  networkError,
  OTHER_SHOP,
  readAnswer,
  readError,
  readGrant,
  SHOP,
  type World,
  type WorldSettings,
} from '../fixtures/fake-world.ts';

const CHAT: ChatOptions = {
  url: 'https://api.example.net/',
  apiKey: 'chat-SECRET',
  accountId: 'ACCOUNT-demo',
  projectId: 'PROJECT-shop',
  conversationsKey: 'conversations-SECRET',
  environment: 'sandbox',
};
const BASE = 'https://api.example.net';
const ID = 'CONV-1';

interface ChatWorld extends World {
  ask(path: string, body?: object, init?: { method?: string; origin?: string }): Promise<Response>;
  turns(ticket: string, id?: string): Promise<Response>;
  /** The next answer of the platform's Chat. */
  says(body: object, status?: number, headers?: Record<string, string>): void;
}

function createChatWorld(settings: WorldSettings = {}): ChatWorld {
  const world = createWorld({ chat: CHAT, ...settings });
  return {
    ...world,
    ask: (path, body = {}, { method = 'POST', origin = SHOP } = {}) =>
      world.send(path, {
        method,
        headers: { Origin: origin, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    turns: (ticket, id = ID) => world.send(`/chat/${id}/turns`, { headers: { Origin: SHOP, 'Natter-Ticket': ticket } }),
    says: (body, status = 200, headers = {}) =>
      void world.answers.push(async () => Response.json(body, { status, headers })),
  };
}

/** A world, and the ticket of a conversation in it. */
async function begun(settings: WorldSettings = {}): Promise<{ world: ChatWorld; ticket: string; first: string }> {
  const world = createChatWorld(settings);
  const { resume_ticket: first } = await readGrant(world.post());
  world.says({ conversation_id: ID, response: 'Hello there.' });
  const { body } = await readAnswer(world.ask('/chat/create', { resume_ticket: first }));
  return { world, ticket: (body as { resume_ticket: string }).resume_ticket, first };
}

describe('a conversation over Chat', () => {
  it('begins with the keys of the broker, and its ticket names it', async () => {
    const { world, ticket, first } = await begun();
    const call = world.calls.at(-1);
    expect(call).toMatchObject({ url: `${BASE}/v1/ACCOUNT-demo/PROJECT-shop/chat/create`, method: 'POST' });
    expect(call?.headers.get('X-API-KEY')).toBe('chat-SECRET');
    expect(call?.headers.get('X-TOKEN')).toBe(world.options.connectorToken);
    expect(JSON.parse(`${call?.body}`)).toEqual({ channel: 'webchat' });
    expect(ticket).not.toBe(first);
    world.says({ conversation_id: ID, response: 'At nine.', end_conversation: false });
    const answer = await readAnswer(world.ask('/chat/respond', { resume_ticket: ticket, message: 'When?' }));
    expect(answer).toMatchObject({ status: 200, body: { response: 'At nine.', end_conversation: false } });
    expect(JSON.parse(`${world.calls.at(-1)?.body}`)).toEqual({ conversation_id: ID, message: 'When?' });
  });

  it('the answer of /token offers it, and the look-up if there is a key for it', async () => {
    expect((await readGrant(createChatWorld().post())).features).toEqual(['revoke', 'chat', 'chat-turns']);
    const { conversationsKey: _, ...blind } = CHAT;
    expect((await readGrant(createChatWorld({ chat: blind }).post())).features).toEqual(['revoke', 'chat']);
    expect((await readGrant(createWorld().post())).features).toEqual(['revoke']);
  });

  it.each([
    ['POST', '/chat/create'],
    ['POST', '/chat/respond'],
    ['PUT', '/chat/close'],
  ])('%s %s is not configured without keys', async (method, path) => {
    const world = createChatWorld({ chat: undefined });
    expect(await readError(world.ask(path, {}, { method }))).toMatchObject({ status: 404, code: 'not_configured' });
  });

  it('passes a hand-off and the end on', async () => {
    const { world, ticket } = await begun();
    const handoff = { destination: 'customer_care', reason: 'visitor_request' };
    world.says({ response: 'One moment.', end_conversation: true, handoff });
    const { body } = await readAnswer(world.ask('/chat/respond', { resume_ticket: ticket, message: 'A person' }));
    expect(body).toEqual({ response: 'One moment.', end_conversation: true, handoff });
  });

  it('goes on with the ticket that /token renews', async () => {
    const { world, ticket } = await begun();
    const { resume_ticket: renewed } = await readGrant(world.post({ resume_ticket: ticket }));
    world.says({ response: 'Yes.' });
    expect((await world.ask('/chat/respond', { resume_ticket: renewed, message: 'There?' })).status).toBe(200);
  });

  it('closes, also if it is over already', async () => {
    const { world, ticket } = await begun();
    world.says({ success: true });
    expect((await world.ask('/chat/close', { resume_ticket: ticket }, { method: 'PUT' })).status).toBe(200);
    expect(world.calls.at(-1)).toMatchObject({ method: 'PUT', url: expect.stringMatching(/\/chat\/close$/) });
    world.says({ error_code: 'CONVERSATIONS_NOT_FOUND' }, 404);
    expect((await world.ask('/chat/close', { resume_ticket: ticket }, { method: 'PUT' })).status).toBe(200);
  });
});

describe('a message over Chat', () => {
  it.each([
    [410, 'ChatConversationEnded', 410, 'chat_ended'],
    [400, 'CHAT_TIMEOUT', 410, 'chat_expired'],
    [404, 'CONVERSATIONS_NOT_FOUND', 410, 'chat_expired'],
    [403, 'USER_ACCESS_FORBIDDEN', 502, 'upstream_rejected'],
    [500, '', 504, 'answer_lost'],
  ])('the answer %d %s of the platform is %d %s for the page', async (status, error_code, expected, code) => {
    const { world, ticket } = await begun();
    world.says({ error_code }, status);
    const error = await readError(world.ask('/chat/respond', { resume_ticket: ticket, message: 'Hello' }));
    expect(error).toMatchObject({ status: expected, code });
  });

  it('brings the pairs of the page, as attributes that the agent can read', async () => {
    const { world, ticket } = await begun();
    const attributes = { customer: '4711', plan: 'gold' };
    await readAnswer(world.ask('/chat/respond', { resume_ticket: ticket, message: 'Hello', attributes }));
    expect(JSON.parse(`${world.calls.at(-1)?.body}`)).toEqual({
      conversation_id: ID,
      message: 'Hello',
      integration_attributes: attributes,
    });
  });

  it('the broker does not repeat a message whose answer did not come', async () => {
    const { world, ticket } = await begun();
    const before = world.calls.length;
    world.answers.push(networkError());
    const message = { resume_ticket: ticket, message: 'Hello' };
    expect(await readError(world.ask('/chat/respond', message))).toMatchObject({ code: 'answer_lost' });
    expect(world.calls.length).toBe(before + 1);
  });

  it('the broker waits half a minute for the agent, and no longer', async () => {
    const { ticket } = await begun();
    const world = createChatWorld({ impatient: true });
    world.answers.push(hanging);
    const error = await readError(world.ask('/chat/respond', { resume_ticket: ticket, message: 'Hello' }));
    expect(error.code).toBe('answer_lost');
    expect(world.delays).toEqual([30_000]);
  });

  it('can be sent again if the platform refused to take it', async () => {
    const { world, ticket } = await begun();
    world.says({}, 429, { 'Retry-After': '7' });
    const message = { resume_ticket: ticket, message: 'Hello' };
    expect(await readError(world.ask('/chat/respond', message))).toMatchObject({
      code: 'upstream_unavailable',
      retryAfter: 7,
    });
  });

  it.each([
    ['no text', { message: 1 }, 'bad_request'],
    ['a blank text', { message: ' ' }, 'bad_request'],
    ['a text that is too long', { message: 'x'.repeat(17_000) }, 'too_large'],
    ['a pair that is no text', { message: 'Hello', attributes: { customer: 4711 } }, 'bad_request'],
    ['a pair without a name', { message: 'Hello', attributes: { '': 'gold' } }, 'bad_request'],
    ['a list of attributes', { message: 'Hello', attributes: ['gold'] }, 'bad_request'],
    ['attributes that are too large', { message: 'Hello', attributes: { x: 'x'.repeat(17_000) } }, 'too_large'],
  ])('%s is refused before any call', async (_, part, code) => {
    const { world, ticket } = await begun();
    const before = world.calls.length;
    expect(await readError(world.ask('/chat/respond', { resume_ticket: ticket, ...part }))).toMatchObject({ code });
    expect(world.calls.length).toBe(before);
  });
});

describe('the ticket of a conversation over Chat', () => {
  it('a page needs it, from its own origin and for its own conversation', async () => {
    const { world, ticket, first } = await begun();
    const say = (resume_ticket: unknown, origin = SHOP) =>
      readError(world.ask('/chat/respond', { resume_ticket, message: 'Hello' }, { origin }));
    expect(await say(undefined)).toMatchObject({ code: 'bad_request' });
    expect(await say('x.y')).toMatchObject({ code: 'bad_request' });
    expect(await say(ticket, OTHER_SHOP)).toMatchObject({ code: 'bad_request' });
    expect(await say(ticket, 'https://evil.test')).toMatchObject({ code: 'origin_not_allowed' });
    expect((await say(first)).message).toMatch(/names no conversation/);
  });

  it('revoking makes it worthless', async () => {
    const { world, ticket } = await begun();
    await world.revoke({ resume_ticket: ticket });
    const error = await readError(world.ask('/chat/respond', { resume_ticket: ticket, message: 'Hello' }));
    expect(error.code).toBe('ticket_revoked');
  });
});

describe('a signed-in visitor over Chat', () => {
  const anna = { subject: 'anna@SECRET' };

  /** A conversation of Anna's on a site where visitors are whoever they say, and its four requests. */
  async function ofAnna() {
    let who: Awaited<ReturnType<Authorize>> = anna;
    const { world, ticket } = await begun({ authorize: () => who });
    const resume_ticket = ticket;
    const requests = {
      create: () => world.ask('/chat/create', { resume_ticket }),
      respond: () => world.ask('/chat/respond', { resume_ticket, message: 'Hello' }),
      close: () => world.ask('/chat/close', { resume_ticket }, { method: 'PUT' }),
      turns: () => world.turns(ticket),
    };
    return {
      world,
      requests,
      become(next: typeof who) {
        who = next;
      },
    };
  }

  it.each(['create', 'respond', 'close', 'turns'] as const)('%s serves this visitor, and nobody else', async name => {
    const { world, requests, become } = await ofAnna();
    expect((await requests[name]()).status).toBe(200);
    const before = world.calls.length;
    for (const other of [{ subject: 'bert@SECRET' }, undefined]) {
      become(other);
      expect(await readError(requests[name]())).toMatchObject({ status: 400, code: 'bad_request' });
      expect(world.lines.at(-1)).toMatchObject({ event: 'ticket_refused', fields: { reason: 'other_visitor' } });
    }
    become(false);
    expect(await readError(requests[name]())).toMatchObject({ status: 403, code: 'not_authorized' });
    expect(world.calls.length).toBe(before);
    expect(JSON.stringify(world.lines)).not.toContain('SECRET');
  });

  it('the conversation is theirs if they sign in before it begins', async () => {
    let who: Awaited<ReturnType<Authorize>>;
    const world = createChatWorld({ authorize: () => who });
    const { resume_ticket: first } = await readGrant(world.post());
    who = anna;
    const { body } = await readAnswer(world.ask('/chat/create', { resume_ticket: first }));
    const { resume_ticket } = body as { resume_ticket: string };
    who = undefined;
    expect((await readError(world.ask('/chat/respond', { resume_ticket, message: 'Hello' }))).code).toBe('bad_request');
  });

  it('a message is held back, not lost, while the visitor cannot be checked', async () => {
    let isDown = false;
    const { world, ticket } = await begun({ authorize: () => (isDown ? Promise.reject(new Error('SECRET')) : anna) });
    isDown = true;
    const error = await readError(world.ask('/chat/respond', { resume_ticket: ticket, message: 'Hello' }));
    expect(error).toMatchObject({ status: 503, code: 'upstream_unavailable', retryAfter: 5 });
  });
});

describe('GET /chat/{id}/turns', () => {
  const turn = (user_input: string | null, agent_response: string) => ({ user_input, agent_response });
  const record = {
    id: ID,
    in_progress: false,
    handoff: true,
    handoff_destination: 'customer_care',
    handoff_reason: 'visitor_request',
    turns: [turn(null, 'Hello there.'), turn('A person', 'One moment.')],
  };

  it('finds the conversation among those that began at its time', async () => {
    const { world, ticket } = await begun();
    world.says({ conversations: [{ id: 'CONV-0' }], cursor: 'next' });
    world.says({ conversations: [record], cursor: null });
    expect((await readAnswer(world.turns(ticket))).body).toEqual({
      turns: [
        { user: '', agent: 'Hello there.' },
        { user: 'A person', agent: 'One moment.' },
      ],
      end_conversation: true,
      handoff: { destination: 'customer_care', reason: 'visitor_request' },
    });
    const [page, next] = world.calls.slice(-2).map(({ url }) => new URL(url));
    expect(page?.pathname).toBe('/v3/ACCOUNT-demo/PROJECT-shop/conversations');
    expect(Object.fromEntries(page?.searchParams ?? [])).toEqual({
      start_time: '2029-12-31T23:59:55.000Z',
      end_time: '2030-01-01T00:00:10.000Z',
      limit: '100',
      client_env: 'sandbox',
    });
    expect(next?.searchParams.get('cursor')).toBe('next');
    expect(world.calls.at(-1)?.headers.get('x-api-key')).toBe('conversations-SECRET');
    expect(world.calls.at(-1)?.headers.get('X-API-KEY')).not.toBe('chat-SECRET');
  });

  it('finds the conversation of a platform whose clock is nearly two minutes off', async () => {
    const { world, ticket } = await begun();
    world.says({ conversations: [{ id: 'CONV-0' }], cursor: null });
    world.says({ conversations: [record], cursor: null });
    expect((await readAnswer(world.turns(ticket))).body).toMatchObject({ end_conversation: true });
    const { searchParams } = new URL(`${world.calls.at(-1)?.url}`);
    expect(searchParams.get('start_time')).toBe('2029-12-31T23:58:00.000Z');
    expect(searchParams.get('end_time')).toBe('2030-01-01T00:02:00.000Z');
    expect(searchParams.get('cursor')).toBeNull();
  });

  it('finds the conversation of a shop with a thousand others in the same seconds', async () => {
    const { world, ticket } = await begun();
    const others = Array.from({ length: 100 }, (_, index) => ({ id: `OTHER-${index}` }));
    for (let page = 1; page <= 10; page++) world.says({ conversations: others, cursor: `after ${page}` });
    world.says({ conversations: [record], cursor: null });
    expect((await readAnswer(world.turns(ticket))).body).toMatchObject({ end_conversation: true });
  });

  it('a ticket leads to its own conversation only', async () => {
    const { world, ticket, first } = await begun();
    const before = world.calls.length;
    expect(await readError(world.turns(ticket, 'CONV-2'))).toMatchObject({ code: 'bad_request' });
    expect(await readError(world.turns(first))).toMatchObject({ code: 'bad_request' });
    const bare = world.send(`/chat/${ID}/turns`, { headers: { Origin: SHOP } });
    expect(await readError(bare)).toMatchObject({ code: 'bad_request' });
    expect(world.calls.length).toBe(before);
  });

  it('a page on the broker’s own origin, with which browsers send no origin, looks its conversation up', async () => {
    const { world, ticket } = await begun();
    world.says({ conversations: [record], cursor: null });
    const { status } = await world.send(`/chat/${ID}/turns`, { headers: { 'Natter-Ticket': ticket } });
    expect(status).toBe(200);
  });

  it('a ticket in a cookie is asked for without an error of the broker if there is no origin', async () => {
    const world = createChatWorld({ ticket: 'cookie' });
    const answer = world.send(`/chat/${ID}/turns`, { headers: { 'Natter-Ticket': 'cookie.none' } });
    expect(await readError(answer)).toMatchObject({ status: 400, code: 'bad_request' });
  });

  it('closing without an origin is refused', async () => {
    const closing = createChatWorld().send('/chat/close', { method: 'PUT', body: '{}' });
    expect(await readError(closing)).toMatchObject({ code: 'origin_not_allowed' });
  });

  it('a broker without a key of Conversations does not offer it', async () => {
    const { conversationsKey: _, ...blind } = CHAT;
    const { world, ticket } = await begun({ chat: blind });
    expect(await readError(world.turns(ticket))).toMatchObject({ code: 'not_configured' });
  });

  it('allows the headers with ticket and proof in its preflight', async () => {
    const { headers } = await createChatWorld().send(`/chat/${ID}/turns`, { method: 'OPTIONS' });
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET');
    const names = headers.get('Access-Control-Allow-Headers')?.toLowerCase();
    expect(names).toBe('content-type, natter-ticket, natter-proof');
  });
});

it('writes no message, key or ticket into the log', async () => {
  const { world, ticket } = await begun();
  world.says({ response: 'secret reply' });
  await world.ask('/chat/respond', { resume_ticket: ticket, message: 'secret question' });
  world.says({ error_code: 'chat-SECRET' }, 403);
  await world.ask('/chat/respond', { resume_ticket: ticket, message: 'secret question' });
  expect(world.lines.map(({ event }) => event)).toEqual([
    'token_issued',
    'chat_created',
    'chat_answered',
    'chat_rejected',
  ]);
  expect(JSON.stringify(world.lines)).not.toMatch(/SECRET|secret|eyJ/);
});
