import { describe, expect, it } from 'vitest';
import { createRestWorld, type RestWorld } from '../rest-world.ts';

const STATE = '/v1/demo/shop/handoff_state?id=x';
const LIST = '/v3/demo/shop/conversations';
const CREATE = '/v1/demo/shop/chat/create';
const CHAT = { headers: { 'x-api-key': 'demo-chat', 'x-token': 'demo-connector' } };

const create = (world: RestWorld, body?: unknown) => world.ask('runtime', 'POST', CREATE, { ...CHAT, body });

describe('checks of all families, in their order (section 2)', () => {
  it('answers 404 for a path that no family has, whatever the key', async () => {
    const world = createRestWorld();
    expect((await world.ask('runtime', 'GET', '/v1/nothing', { key: 'demo-conversations' })).status).toBe(404);
  });

  it('answers 404 for the paths of the runtime host on the builder host', async () => {
    const world = createRestWorld();
    expect((await world.ask('builder', 'GET', LIST, { key: 'demo-conversations' })).status).toBe(404);
  });

  it('answers 405 with Allow before it looks at the key', async () => {
    const answer = await createRestWorld().ask('runtime', 'DELETE', LIST);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('answers 401 without a key and for an unknown one, before it looks at the project', async () => {
    const world = createRestWorld();
    const nowhere = '/v3/demo/nowhere/conversations';
    for (const key of [undefined, 'demo-unknown']) {
      const answer = await world.ask('runtime', 'GET', nowhere, key === undefined ? {} : { key });
      expect([answer.status, answer.body.error_code]).toEqual([401, 'AUTH_USER_INVALID_TOKEN']);
    }
  });

  it.each(['demo-none', 'demo-chat', 'demo-builder'])(
    'answers 403 for the known key %s, which lacks the permission',
    async key => {
      const answer = await createRestWorld().ask('runtime', 'GET', LIST, { key });
      expect([answer.status, answer.body.error_code]).toEqual([403, 'USER_ACCESS_FORBIDDEN']);
    },
  );

  it('answers 404 for an unknown account and an unknown project, before it looks at parameters', async () => {
    const world = createRestWorld();
    const ask = (path: string) => world.ask('runtime', 'GET', path, { key: 'demo-conversations' });
    expect((await ask('/v3/other/shop/conversations?limit=x')).body.error_code).toBe('ACCOUNT_NOT_FOUND');
    expect((await ask('/v3/demo/other/conversations?limit=x')).body.error_code).toBe('PROJECT_NOT_FOUND');
  });

  it.each(['demo/shop', 'ACCOUNT-demo/PROJECT-shop', 'ws-demo/shop'])('takes account and project as %s', async ids => {
    const answer = await createRestWorld().ask('runtime', 'GET', `/v3/${ids}/conversations`, {
      key: 'demo-conversations',
    });
    expect([answer.status, answer.body]).toEqual([200, { conversations: [], cursor: null }]);
  });

  it('sends an id of the request with every answer, under the name of the dialect', async () => {
    const ask = (world: RestWorld) => world.ask('runtime', 'GET', LIST);
    const service = await ask(createRestWorld());
    expect(service.headers.get('x-service-correlation-id')).toBe(service.body.error_id);
    const poly = await ask(createRestWorld({ dialect: 'poly' }));
    expect(poly.headers.get('x-polyai-correlation-id')).toBe(poly.body.error_id);
  });

  it('answers 429 with Retry-After in the shape of the family beyond 200 calls at once, and takes calls again a second later', async () => {
    const world = createRestWorld();
    const ask = () => world.ask('runtime', 'GET', STATE, { key: 'demo-conversations' });
    for (let call = 0; call < 200; call += 1) expect((await ask()).status).toBe(404);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after'), Object.keys(refused.body)]).toEqual([
      429,
      '1',
      ['error_message'],
    ]);
    world.advance(1_000);
    expect((await ask()).status).toBe(404);
  });

  it('sends no CORS header: these keys do not belong in a page', async () => {
    const answer = await createRestWorld().ask('runtime', 'GET', LIST, {
      key: 'demo-conversations',
      headers: { origin: 'https://a.example' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('bodies that cannot be used', () => {
  it.each([
    ['not JSON', '{', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['JSON of a thousand levels', `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`, 400],
  ])('answers %s with an error in the shape of the family', async (_, body, status) => {
    const answer = await create(createRestWorld(), body);
    expect([answer.status, answer.body.error_code]).toEqual([status, 'SCHEMA_VALIDATION_FAILED']);
  });

  it('refuses broken UTF-8', async () => {
    const world = createRestWorld();
    const response = await world.fetch(`http://runtime${CREATE}`, {
      method: 'POST',
      headers: { ...CHAT.headers, 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(400);
  });

  it('refuses a content type that is not JSON', async () => {
    const headers = { ...CHAT.headers, 'content-type': 'text/plain' };
    const answer = await createRestWorld().ask('runtime', 'POST', CREATE, { headers, body: {} });
    expect([answer.status, answer.body.error_message]).toEqual([
      400,
      'The body must have the Content-Type application/json, not text/plain.',
    ]);
  });

  it('names every field that is wrong', async () => {
    const answer = await create(createRestWorld(), { channel: 'fax', asr_lang_code: 'english' });
    expect(answer.status).toBe(400);
    expect(answer.body.error_message).toMatch(/channel: .*asr_lang_code: must be a language/);
  });

  it('ignores a field that Chat does not have', async () => {
    expect((await create(createRestWorld(), { unheard_of: 1 })).status).toBe(200);
  });
});

describe('faults on the REST families', () => {
  it.each(['chat/create', '/chat/create', 'create'])(
    'the fault http-status names a call by its last parts: %s',
    async path => {
      const world = createRestWorld();
      world.platform.control.addFault({ kind: 'http-status', path, status: 503, retryAfter: 7, times: 1 });
      const answer = await create(world);
      expect([answer.status, answer.headers.get('retry-after'), answer.body.success]).toEqual([503, '7', false]);
      expect((await create(world)).status).toBe(200);
    },
  );
});

describe('words for refused values', () => {
  it('say what a field of a body and a parameter must be', async () => {
    const world = createRestWorld();
    const rule = { key: 'demo-builder', body: { name: 5, metric: 'speed', operator: '>=', threshold_value: 1 } };
    expect((await world.ask('builder', 'POST', '/v1/alert-rules', rule)).body.errors).toEqual([
      { field: 'name', message: 'must be text' },
      {
        field: 'metric',
        message:
          'must be one of turn_latency_p50, turn_latency_p95, api_errors, function_errors, call_crashes, call_volume',
      },
      { field: 'window_duration', message: 'is missing: must be one of 5m, 10m, 60m' },
    ]);
    const twice = `${LIST}?variant_id=a&variant_id=b`;
    expect((await world.ask('runtime', 'GET', twice, { key: 'demo-conversations' })).body.error).toBe(
      'variant_id: must be one text, not a list',
    );
  });
});
