import { describe, expect, it } from 'vitest';
import type { PlatformOptions } from '../../src/platform/call/connection.ts';
import { PlatformError } from '../../src/platform/call/error.ts';
import { conversationFor } from '../emulator/records.ts';
import { START } from '../emulator/rest-world.ts';
import { answering, client, failure, json, KEYS } from './platform-client.ts';

describe.each(['service', 'poly'] as const)('the client in the dialect %s', dialect => {
  it('holds a Chat conversation to its hand-off, and reads its state by id and shared_id', async () => {
    const { platform } = client({ dialect });
    const { conversation_id: id, response } = await platform.chat.create({
      integration_attributes: { shared_id: 'crm-7' },
    });
    expect(response).toContain('Fern');
    const reply = await platform.chat.respond({ conversation_id: id, message: 'handoff' });
    expect([reply.end_conversation, reply.handoff?.destination]).toEqual([true, 'customer_care']);
    expect(await platform.handoffState.byId(id)).toEqual(await platform.handoffState.bySharedId('crm-7'));
    expect(await platform.chat.close(id)).toEqual({ success: true });
  });

  it('goes through all conversations by cursor, and through v1 by offset', async () => {
    const { platform, world } = client({ dialect });
    world.platform.control.addConversations(
      Array.from({ length: 7 }, (_, index) => conversationFor({ id: `C${index}`, startedAt: START + index })),
    );
    const ids: string[] = [];
    for await (const { id } of platform.conversations.all({ limit: 2 })) ids.push(id);
    const older: string[] = [];
    for await (const { id } of platform.conversations.allV1({ limit: 3 })) older.push(id);
    expect([ids, older]).toEqual([['C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6'], ids]);
    expect((await platform.conversations.pageV2({ limit: 2 })).next_offset).toBe(2);
  });

  it('reads the concurrency of a range', async () => {
    const { platform } = client({ dialect });
    const { intervals } = await platform.concurrency.get({
      start_time: '2026-11-27T09:00:00Z',
      end_time: '2026-11-27T09:10:00Z',
    });
    expect(intervals).toHaveLength(2);
  });
});

describe('requests', () => {
  it('has the key in the header of the family, in its exact case', async () => {
    const seen: [string, unknown][] = [];
    const { platform } = client({
      fetch: async (url, init) => {
        seen.push([String(url), init?.headers]);
        return json(200, { conversation_id: 'c', response: 'r' });
      },
    });
    await platform.chat.create({ channel: 'sms' });
    expect(seen).toEqual([
      [
        'https://runtime/v1/demo/shop/chat/create',
        { 'X-API-KEY': 'demo-chat', 'X-TOKEN': 'demo-connector', 'Content-Type': 'application/json' },
      ],
    ]);
  });

  it('writes ids and queries so that no character of theirs is taken for syntax', async () => {
    const { calls, fetch } = answering(json(200, { conversations: [], cursor: null }));
    const { platform } = client({ fetch, projectId: 'a/b' });
    await platform.conversations.page({ variant_name: 'Pine Lane+&=', channel: ['SMS', 'CHAT'] });
    expect(calls[0]?.url).toBe(
      'https://runtime/v3/demo/a%2Fb/conversations?variant_name=Pine%20Lane%2B%26%3D&limit=1000&channel=SMS&channel=CHAT',
    );
  });

  it('checks the input before the network, naming each field', async () => {
    const { platform, sent } = client();
    const error = await failure(platform.conversations.page({ limit: 0, query: 'x' }));
    expect(error).toMatchObject({ status: 0, code: 'invalid_input', retryable: false });
    expect(error.fields.map(each => each.field)).toContain('limit');
    expect(sent).toEqual([]);
  });

  it.each([
    [{ keys: {} }, 'missing_key', 'listConversations needs keys.conversations in createPlatform().'],
    [{ accountId: undefined }, 'invalid_input', 'account_id is missing'],
  ])('says what createPlatform() lacks: %j', async (options, code, words) => {
    const { platform } = client(options as Partial<PlatformOptions>);
    const error = await failure(platform.conversations.page());
    expect([error.code, error.message.includes(words)]).toEqual([code, true]);
  });

  it.each(['nowhere', 'http://api.example.com', 'https://api.example.com/?a=1', 'https://user:secret@api.example.com'])(
    'refuses the base address %s, without repeating it',
    baseUrl => {
      expect(() => client({ baseUrl })).toThrow(/^createPlatform: baseUrl must/);
      expect(() => client({ baseUrl })).not.toThrow(/secret/);
    },
  );
});

describe('errors', () => {
  it.each([
    [
      'envelope',
      { success: false, error: 'Words', error_id: 'i', error_code: 'CODE', error_message: 'Words', data: null },
      'CODE',
      [],
    ],
    [
      'builder',
      { message: 'Words', errors: [{ field: 'name', message: 'is missing' }] },
      '',
      [{ field: 'name', message: 'is missing' }],
    ],
    ['message', { error_message: 'Words' }, '', []],
    ['coded', { error: 'Words', code: 'CODE' }, 'CODE', []],
    ['titled', { success: false, error: 'Not Found', message: 'Words' }, '', []],
    ['text', { error: 'Words' }, '', []],
    [
      'detail',
      { detail: [{ loc: ['body', 'name'], msg: 'Words', type: 'x' }] },
      '',
      [{ field: 'name', message: 'Words' }],
    ],
  ])('errors of the shape %s are read', async (_, body, code, fields) => {
    const { fetch } = answering(json(422, body, { 'X-PolyAI-Correlation-Id': 'c-1' }));
    const error = await failure(client({ fetch }).platform.chat.create());
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({
      status: 422,
      message: 'Words',
      code,
      fields,
      correlationId: 'c-1',
      retryable: false,
    });
  });

  it('without a readable body say the status', async () => {
    const { fetch } = answering(new Response('<html>', { status: 400 }));
    expect(await failure(client({ fetch }).platform.chat.create())).toMatchObject({
      status: 400,
      message: 'Bad Request',
    });
  });

  it('name the likely mistake when an address answers something else', async () => {
    const { fetch } = answering(new Response('<html>', { status: 200 }));
    const error = await failure(client({ fetch }).platform.chat.create());
    expect([error.code, error.message]).toEqual([
      'unreadable_answer',
      expect.stringContaining('Check the address of the runtime host'),
    ]);
  });

  it.each(['conversations', 'chat'] as const)(
    'wire 14, keys: 401 names keys.%s, which may have expired',
    async name => {
      const { platform } = client({ fetch: answering(json(401, { error_message: 'No.' })).fetch });
      const error = await failure(name === 'chat' ? platform.chat.create() : platform.conversations.page());
      expect(error.message).toContain(`No. (Check keys.${name}`);
      expect(error.message).toContain('expired');
    },
  );

  it('never hold a key', async () => {
    const { fetch } = answering(json(401, { error_message: 'no' }));
    const error = await failure(client({ fetch }).platform.chat.create());
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain('demo-chat');
  });
});

describe('repeats', () => {
  const page = { conversations: [], cursor: null };

  it('a GET after 5xx and after a broken connection, with growing pauses, three attempts in all', async () => {
    const { fetch, calls } = answering(json(500, {}), new TypeError('reset'), json(200, page));
    const { platform, pauses } = client({ fetch });
    expect(await platform.conversations.page()).toEqual(page);
    expect([calls.length, pauses]).toEqual([3, [500, 1000]]);
  });

  it('gives up after the third', async () => {
    const { fetch, calls } = answering(json(500, {}), json(502, {}), json(503, { error_message: 'still' }));
    const error = await failure(client({ fetch }).platform.conversations.page());
    expect([calls.length, error.status, error.retryable]).toEqual([3, 503, true]);
  });

  it.each([[json(500, {})], [new TypeError('reset')]])('never a POST whose answer was not seen: %s', async answer => {
    const { fetch, calls } = answering(answer);
    await failure(client({ fetch }).platform.chat.create());
    expect(calls).toHaveLength(1);
  });

  it.each([429, 503])('any call after %i with Retry-After, by the pause that it names', async status => {
    const { fetch, calls } = answering(
      json(status, {}, { 'Retry-After': '7' }),
      json(200, { conversation_id: 'c', response: 'r' }),
    );
    const { platform, pauses } = client({ fetch });
    await platform.chat.create();
    expect([calls.length, pauses]).toEqual([2, [7000]]);
  });

  it('not after 503 without Retry-After, if it is a POST', async () => {
    const { fetch, calls } = answering(json(503, {}));
    await failure(client({ fetch }).platform.chat.create());
    expect(calls).toHaveLength(1);
  });

  it('not after a pause that is longer than a minute: the error says how long', async () => {
    const { fetch } = answering(json(429, {}, { 'Retry-After': '3600' }));
    expect(await failure(client({ fetch }).platform.conversations.page())).toMatchObject({
      retryAfterMs: 3_600_000,
      retryable: true,
    });
  });

  it('ends with its signal', async () => {
    const { platform } = client({ signal: AbortSignal.abort() });
    expect(await failure(platform.conversations.page())).toMatchObject({ code: 'aborted', retryable: false });
  });
});

describe('answers that no emulator gives', () => {
  it.each([
    [400, 'CHAT_DRAFT_NOT_EXIST', false],
    [500, 'CHAT_DRAFT_DEPLOYMENT_FAILED', true],
  ])('%i %s is an error with that code', async (status, code, retryable) => {
    const body = () => json(status, { error: { code, message: 'No draft.' }, code, message: 'No draft.' });
    const { platform } = client({ fetch: answering(body(), body(), body()).fetch });
    const error = await failure(platform.chat.create({ channel: 'webchat' }));
    expect(error).toMatchObject({ status, code, retryable });
  });

  it.each([409, 400])('wire 14, a merge conflict that is answered with %i names the paths', async status => {
    const answer = json(status, {
      message: 'Diverged.',
      errors: [{ field: 'behavior', message: 'was changed on both' }],
    });
    const { platform } = client({ fetch: answering(answer).fetch, keys: { ...KEYS, builder: 'demo-builder' } });
    const error = await failure(platform.agents.branches.merge('PROJECT-shop', 'BRANCH-1'));
    expect(error).toMatchObject({ status, fields: [{ field: 'behavior' }], retryable: false });
  });
});

describe('bad input', () => {
  const refused = (call: Promise<unknown>) => failure(call).then(({ code, message }) => ({ code, message }));

  it.each(['.', '..'])('an id that is %j would lead to another path, and is refused before the network', async id => {
    const { platform, sent } = client({ keys: { ...KEYS, builder: 'demo-builder' } });
    const { code, message } = await refused(platform.agents.branches.delete('PROJECT-shop', id));
    expect(code).toBe('invalid_input');
    expect(message).toContain('branchId must not be a dot');
    expect(sent).toEqual([]);
  });

  it('an id that no address can hold is refused before the network', async () => {
    const { platform, sent } = client({ keys: { ...KEYS, builder: 'demo-builder' } });
    const { code, message } = await refused(platform.agents.branches.list('\ud800'));
    expect([code, message]).toEqual([
      'invalid_input',
      'listBranches was not sent: agentId must not be half of a character.',
    ]);
    expect(sent).toEqual([]);
  });

  it.each(['SECRET\nX', 'SECRET X', 'SECRETé'])('the key %j is refused without being repeated', key => {
    expect(() => client({ keys: { conversations: key } })).toThrow('keys.conversations must be letters');
    expect(() => client({ keys: { conversations: key } })).not.toThrow('SECRET');
  });

  it.each([Number.NaN, -1, 0, 1.5, Infinity])('a timeout of %d ms is refused', timeoutMs => {
    expect(() => client({ timeoutMs })).toThrow('timeoutMs must be a whole number');
  });

  it.each(['-1', '0.5', 'soon 5', '1e3'])('a call is not placed again because of Retry-After: %s', async value => {
    const answers = [1, 2, 3].map(() => json(503, { error: 'x', code: '' }, { 'retry-after': value }));
    const { calls, fetch } = answering(...answers);
    const { platform } = client({ fetch, keys: { outbound: 'demo-outbound' } });
    const error = await failure(platform.outbound.call({ to_number: '+442079460123' }));
    expect([error.retryAfterMs, calls.length]).toEqual([null, 1]);
  });

  it('a limit that is undefined is the default one, and null ends the pages of v1', async () => {
    const page = { conversations: [], descriptions: {}, next_offset: null, cursor: null };
    const { calls, fetch } = answering(json(200, page), json(200, page));
    const { platform } = client({ fetch });
    await platform.conversations.page({ limit: undefined });
    for await (const each of platform.conversations.allV1()) expect(each).toBe(undefined);
    expect(calls.map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual(['1000', '1000']);
  });

  it('wire 14, limit of v3: all() and allV1() ask for 1000 at most, apart from samples, which have no second page', async () => {
    const page = { conversations: [], descriptions: {}, cursor: null };
    const { calls, fetch } = answering(json(200, page), json(200, page), json(200, page));
    const { platform } = client({ fetch });
    await platform.conversations.all({ limit: 5000 }).next();
    await platform.conversations.allV1({ limit: 5000 }).next();
    const random = { sample: 'random', start_time: '2026-11-26', end_time: '2026-11-27' } as const;
    await platform.conversations.all({ limit: 5000, ...random }).next();
    expect(calls.map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual(['1000', '1000', '5000']);
  });

  it('the signal of one call ends the pause before its repeat', async () => {
    const own = new AbortController();
    const answer = json(503, {}, { 'retry-after': '12' });
    const waited: (AbortSignal | undefined)[] = [];
    const { platform } = client({
      fetch: answering(answer).fetch,
      keys: { outbound: 'demo-outbound' },
      wait: async (_, signal) => {
        waited.push(signal);
        own.abort();
        signal?.throwIfAborted();
      },
    });
    await failure(platform.outbound.wait('OUT-54e3a86f-550f-4b78-b922-74c5deefc27c', { signal: own.signal }));
    expect(waited.map(signal => signal?.aborted)).toEqual([true]);
  });
});
