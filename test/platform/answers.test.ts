import { describe, expect, it } from 'vitest';
import type { PlatformError } from '../../src/platform/call/error.ts';
import type { Platform } from '../../src/platform/create-platform.ts';
import { answering, client, failure, json, KEYS } from './platform-client.ts';

const ALL_KEYS = {
  ...KEYS,
  builder: 'demo-builder',
  outbound: 'demo-outbound',
  events: 'demo-events',
  dni: 'demo-dni',
};

const answered = (...answers: (Response | Error)[]): Platform =>
  client({ fetch: answering(...answers).fetch, keys: ALL_KEYS }).platform;

async function collect(rows: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of rows) ids.push(id);
  return ids;
}

type Call = (platform: Platform) => Promise<unknown>;

describe('answers of another shape', () => {
  it.each<[string, Call, unknown, string]>([
    ['a list without its field', each => each.alerts.rules(), {}, 'listAlertRules'],
    ['null', each => each.alerts.firing(), null, 'listAlerts'],
    ['an object in place of a list', each => each.webhooks.list(), { data: {} }, '"data"'],
    ['an object in place of a bare list', each => each.agents.list(), { agents: [] }, 'a list'],
    ['a text', each => each.conversations.page(), 'fine', 'listConversations'],
    ['a page without records', each => each.conversations.page(), { cursor: null }, '"conversations"'],
    [
      'a page with a cursor that is none',
      each => each.conversations.page(),
      { conversations: [], cursor: 5 },
      '"cursor"',
    ],
    ['an offset that is none', each => each.conversations.pageV1(), { conversations: [], next_offset: 'x' }, 'offset'],
    [
      'records in all()',
      each => collect(each.conversations.all()),
      { conversations: null, cursor: null },
      '"conversations"',
    ],
    ['no cursor in all()', each => collect(each.conversations.all()), { conversations: [] }, '"cursor"'],
    ['no id of a conversation', each => each.chat.create(), { response: 'Hi' }, '"conversation_id"'],
    ['no id of a call', each => each.outbound.call({ to_number: '+442079460123' }), { sid: 'OUT-1' }, '"call_sid"'],
    ['no status of a call', each => each.outbound.wait('OUT-1'), { state: 'queued' }, '"status"'],
    ['no number', each => each.dni.reserve({}), { dni: null }, '"dni"'],
    ['no secret', each => each.webhooks.rotateSecret('whe_1'), {}, '"signing_secret"'],
    ['no deployment', each => each.agents.deployments.publish('PROJECT-shop'), { id: 'x' }, '"deployment"'],
    ['a list in place of a rule', each => each.alerts.rule('ar_1'), [], 'getAlertRule'],
  ])('%s: an error that names the call and what was expected', async (_, call, body, words) => {
    const error = await failure(call(answered(json(200, body))));
    expect(error).toMatchObject({ name: 'PlatformError', status: 200, code: 'unreadable_answer', retryable: false });
    expect(error.message).toContain('expected');
    expect(error.message).toContain(words);
  });

  it('nothing at all is an error as well, unless nothing was promised', async () => {
    const empty = () => new Response('', { status: 200 });
    const error = await failure(answered(empty()).alerts.rule('ar_1'));
    expect([error.code, error.message]).toEqual(['unreadable_answer', expect.stringContaining('expected')]);
    const event = {
      event_id_location: 'payload',
      event_id_path: 'id',
      contentType: 'text/plain',
      body: 'id=1',
    } as const;
    await expect(answered(empty()).externalEvents.post(event)).resolves.toBeUndefined();
    await expect(answered(new Response(null, { status: 204 })).alerts.deleteRule('ar_1')).resolves.toBeUndefined();
  });

  it('fields that the platform adds, and records that lack some, are let through as they are', async () => {
    const body = { conversations: [{ id: 'C1', mood: 'good' }], cursor: null, total: 1 };
    expect(await answered(json(200, body)).conversations.page()).toEqual(body);
    const rule = { id: 'ar_1', metric: 'a_new_one', severity: 'high' };
    expect(await answered(json(200, { data: [rule] })).alerts.rules()).toEqual([rule]);
    expect(await answered(json(200, { status: 'ringing' })).outbound.status('OUT-1')).toEqual({ status: 'ringing' });
  });
});

describe('pages without end', () => {
  const page = (cursor: string | null, id = 'C1') => json(200, { conversations: [{ id }], cursor });

  it('a cursor that comes back ends all() with an error, whatever lay between', async () => {
    for (const cursors of [
      ['a', 'a'],
      ['a', 'b', 'a'],
    ]) {
      const error: PlatformError = await failure(
        collect(answered(...cursors.map(each => page(each))).conversations.all()),
      );
      expect([error.code, error.message]).toEqual(['unreadable_answer', expect.stringContaining('the same cursor')]);
    }
  });

  it('the cursor that all() began with counts', async () => {
    const error = await failure(collect(answered(page('a')).conversations.all({ cursor: 'a' })));
    expect(error.code).toBe('unreadable_answer');
  });

  it('page() refuses a page that leads to itself', async () => {
    const error = await failure(answered(page('a')).conversations.page({ cursor: 'a' }));
    expect(error.code).toBe('unreadable_answer');
  });

  it('the records before the error are given', async () => {
    const ids: string[] = [];
    const run = async () => {
      for await (const { id } of answered(page('a', 'C1'), page('a', 'C2')).conversations.all()) ids.push(id);
    };
    await failure(run());
    expect(ids).toEqual(['C1', 'C2']);
  });

  it('an offset that does not grow ends allV1()', async () => {
    const again = () => json(200, { conversations: [{ id: 'C1' }], next_offset: 1 });
    const error = await failure(collect(answered(again(), again()).conversations.allV1()));
    expect([error.code, error.message]).toEqual(['unreadable_answer', expect.stringContaining('offset')]);
  });
});

describe('calls without an answer', () => {
  const hangs: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

  it('a timeout says how long was waited, for which address and which option to set', async () => {
    const { platform } = client({ fetch: hangs, timeoutMs: 5, keys: ALL_KEYS });
    const error = await failure(platform.agents.delete('PROJECT-x'));
    expect([error.code, error.status]).toEqual(['no_answer', 0]);
    expect(error.message).toContain('deleteAgent got no answer from the builder host, https://builder within 5 ms');
    expect(error.message).toContain('timeoutMs');
    expect(error.message).not.toContain('region');
  });

  it('a broken connection says the address, the reason and which option to check', async () => {
    const reset = new TypeError('fetch failed', { cause: Object.assign(new Error('SECRET'), { code: 'ENOTFOUND' }) });
    const { platform } = client({ fetch: () => Promise.reject(reset), keys: ALL_KEYS });
    const { message } = await failure(platform.alerts.rules());
    expect(message).toContain('listAlertRules got no answer from the builder host, https://builder');
    expect(message).toContain('ENOTFOUND');
    expect(message).not.toContain('SECRET');
    expect(message).toContain('builderUrl');
    expect(message).toContain('region');
  });
});
