import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/contract/platform.ts';
import { type AnyRoute, inDialect } from '../../src/contract/shape/route.ts';
import { startEmulator } from '../../src/emulator/node/server.ts';
import { type Answered, type Ask, DIALECTS, MINUTE, SHAPES, UNKNOWN_UUID, useRealPlatform } from './real-platform.ts';

const IDS: Readonly<Record<string, string>> = {
  version: 'v1',
  account_id: 'demo',
  accountId: 'demo',
  project_id: 'shop',
  call_sid: 'OUT-x',
  rule_id: 'ar_x',
  endpoint_id: 'whe_x',
  agentId: 'shop',
  branchId: 'main',
  deploymentId: UNKNOWN_UUID,
  configName: 'live',
};
const pathFor = ({ path }: AnyRoute, ids = IDS): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'X');
const KEY_OF = {
  chat: 'demo-chat',
  conversations: 'demo-conversations',
  outbound: 'demo-outbound',
  events: 'demo-events',
  dni: 'demo-dni',
  builder: 'demo-builder',
};
const named = ROUTES.map(route => ({ name: route.name, route }));

describe.each(DIALECTS)('rules of all families over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const shapeOf = ({ family }: AnyRoute, status = 400): readonly string[] =>
    SHAPES[inDialect(status === 422 && family.errorsOf422 ? family.errorsOf422 : family.errors, dialect)];
  const headersFor = ({ family }: AnyRoute, key: string = KEY_OF[family.key]) => ({
    [inDialect(family.keyHeader, dialect)]: key,
    ...(family.tokenHeader ? { [family.tokenHeader]: 'demo-connector' } : {}),
  });
  const call = (route: AnyRoute, more: Ask & { readonly path?: string } = {}): Promise<Answered> =>
    at.ask(route.method, more.path ?? pathFor(route), { host: route.family.host, headers: headersFor(route), ...more });
  const correlation = dialect === 'poly' ? 'x-polyai-correlation-id' : 'x-service-correlation-id';

  it.each(named)('wire 2, keys: $name without a key is 401 in the family’s shape', async ({ route }) => {
    const answer = await call(route, { headers: {} });
    expect([answer.status, Object.keys(answer.body)]).toEqual([401, shapeOf(route, 401)]);
    expect(answer.headers.get(correlation)).toBeTruthy();
  });

  it.each(named)('wire 2, keys: $name with demo-none is 403 where the family has 403, else 401', async ({ route }) => {
    const families403 = ['Chat', 'Conversations', 'Conversations v1', 'Concurrent Calls', 'Handoff state', 'Agents'];
    const answer = await call(route, { headers: headersFor(route, 'demo-none') });
    const expected = families403.includes(route.family.title) ? 403 : 401;
    expect([answer.status, Object.keys(answer.body)]).toEqual([expected, shapeOf(route)]);
  });

  it.each(named)('wire 1, hosts: $name is 404 on the other host, whatever the key', async ({ route }) => {
    const host = route.family.host === 'builder' ? 'runtime' : 'builder';
    expect((await call(route, { host })).status).toBe(404);
    expect((await call(route, { host, headers: {} })).status).toBe(404);
  });

  it.each(named)('wire 2, order: $name with another method is 405 with Allow before the key', async ({ route }) => {
    const answer = await at.ask('OPTIONS', pathFor(route), { host: route.family.host });
    expect([answer.status, Object.keys(answer.body)]).toEqual([405, shapeOf(route)]);
    expect(answer.headers.get('allow')?.split(', ')).toContain(route.method);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get(correlation)).toBeTruthy();
  });

  const scoped = named.filter(({ route }) => route.path.includes('{account_id}'));
  it.each(scoped)('wire 2, order: $name names an unknown account before its parameters', async ({ route }) => {
    for (const ids of [
      { ...IDS, account_id: 'other' },
      { ...IDS, project_id: 'other' },
      { ...IDS, account_id: 'a%2Fb', project_id: 'c%25d' },
    ]) {
      const answer = await call(route, { path: `${pathFor(route, ids)}?limit=x`, body: '{' }).catch(() =>
        call(route, { path: `${pathFor(route, ids)}?limit=x` }),
      );
      expect([answer.status, Object.keys(answer.body)]).toEqual([404, shapeOf(route)]);
    }
  });

  it.each([
    ['demo', 'shop'],
    ['ACCOUNT-demo', 'PROJECT-shop'],
    ['ws-demo', 'PROJECT-shop'],
  ])('wire 1, account and project: takes %s and %s, sends the form of the dialect', async (account_id, project_id) => {
    const range = 'start_time=2026-11-27T09:00:00Z&end_time=2026-11-27T09:05:00Z';
    const { body } = await at.keyed(
      'demo-conversations',
      'GET',
      `/v1/${account_id}/${project_id}/conversations/concurrency?${range}`,
    );
    expect([body.account_id, body.project_id]).toEqual([
      dialect === 'poly' ? 'ws-demo' : 'ACCOUNT-demo',
      'PROJECT-shop',
    ]);
  });

  const withBody = named.filter(({ route }) => ['POST', 'PUT', 'PATCH'].includes(route.method));
  const withJson = withBody.filter(({ route }) => !route.rawBody && route.name !== 'rotateWebhookSecret');

  const firstOfFamily = withJson.filter(
    (each, index) => withJson.findIndex(other => other.route.family.title === each.route.family.title) === index,
  );
  it.each(firstOfFamily)('wire 2, formats: $name takes application/json alone', async ({ route }) => {
    const headers = { ...headersFor(route), 'Content-Type': 'application/x-yaml' };
    const answer = await call(route, { headers, body: '{}' });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, shapeOf(route)]);
  });

  it.each(firstOfFamily)(
    'wire 2, formats: $name refuses bad JSON, broken UTF-8 and deep JSON with 400',
    async ({ route }) => {
      const broken = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      for (const body of ['{', broken, `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, `${'['.repeat(400_000)}`]) {
        const answer = await call(route, { body });
        expect([answer.status, Object.keys(answer.body)]).toEqual([400, shapeOf(route)]);
      }
    },
  );

  it.each(firstOfFamily)('wire 2, formats: $name refuses a body that is no object', async ({ route }) => {
    for (const body of ['[]', 'null', '"x"', '1']) {
      const answer = await call(route, { body });
      const status = route.family.host === 'builder' ? 422 : 400;
      expect([answer.status, Object.keys(answer.body)]).toEqual([status, shapeOf(route, status)]);
    }
  });

  it.each([...firstOfFamily, ...withBody.filter(each => each.route.rawBody)])(
    'wire 2, formats: $name answers 413 to a body over 1 MiB in the family’s shape',
    async ({ route }) => {
      const body = `{"a":"${'x'.repeat(1024 * 1024)}"}`;
      const query = route.name === 'postExternalEvent' ? EVENT_QUERY : '';
      const answer = await call(route, { path: `${pathFor(route)}${query}`, body });
      expect([answer.status, Object.keys(answer.body)]).toEqual([413, shapeOf(route)]);
      expect(answer.headers.get(correlation)).toBeTruthy();
    },
  );

  it('wire 2, order: a body over 1 MiB is looked at after route, method and key', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1);
    expect((await at.ask('POST', '/v1/nothing', { body })).status).toBe(404);
    expect((await at.ask('POST', '/v3/demo/shop/conversations', { body })).status).toBe(405);
    expect((await at.ask('POST', '/v1/demo/shop/chat/create', { body })).status).toBe(401);
    const outbound = await at.ask('POST', '/v1/outbound-calling', {
      headers: { 'X-Service-Auth-Token': 'demo-outbound' },
      body,
    });
    expect(outbound.body.code).toBe('INVALID_REQUEST');
  });

  it('wire 2, order: route, method, key, account, fields, resource, state', async () => {
    const path = (account: string) => `/v1/${account}/shop/chat/respond`;
    const steps: [string, string, string, unknown, number][] = [
      ['GET', '/v1/nothing', 'nobody', undefined, 404],
      ['DELETE', path('other'), 'nobody', '{', 405],
      ['POST', path('other'), 'nobody', '{', 401],
      ['POST', path('other'), 'demo-none', '{', 403],
      ['POST', path('other'), 'demo-chat', '{', 404],
      ['POST', path('demo'), 'demo-chat', '{', 400],
      ['POST', path('demo'), 'demo-chat', { conversation_id: 'none', message: 1 }, 400],
      ['POST', path('demo'), 'demo-chat', { conversation_id: 'none' }, 404],
    ];
    for (const [method, url, key, body, status] of steps) {
      const headers = { 'X-API-KEY': key, 'X-TOKEN': 'demo-connector' };
      expect([key, (await at.ask(method, url, { headers, body })).status]).toEqual([key, status]);
    }
  });

  it('wire 2, order: wrong fields and parameters before an unknown resource and a state', async () => {
    const config = await at.builder('GET', '/v1/agents/nowhere/real-time-configs/a.b');
    expect(config.status).toBe(400);
    const branch = (await at.builder('POST', '/v1/agents/shop/branches', { name: 'order' })).body.branchId;
    const body = { name: 'Harbour', attributeValues: { values: { unheard_of: '1' } } };
    const variants = `/v1/agents/shop/branches/${branch}/variants`;
    expect((await at.builder('POST', variants, body)).status).toBe(400);
    expect((await at.builder('PATCH', `${variants}/VARIANT-pine`, body)).status).toBe(400);
  });

  it('wire 1, new branch: a name that is taken is told under the dialect’s field', async () => {
    const named = { [dialect === 'poly' ? 'branchName' : 'name']: 'taken' };
    await at.builder('POST', '/v1/agents/shop/branches', named);
    const taken = await at.builder('POST', '/v1/agents/shop/branches', named);
    const { message = taken.body.error_message } = taken.body;
    expect([taken.status, message]).toEqual([409, `${Object.keys(named)[0]}: is taken`]);
  });

  it.each(firstOfFamily.filter(({ route }) => !route.bodyOptional))(
    'wire 2, formats: $name says that its body is missing',
    async ({ route }) => {
      const { status, text } = await call(route);
      expect([status, text]).toEqual([400, expect.stringContaining('The body is missing.')]);
    },
  );

  it('wire 2, keys: one in the query is not looked at', async () => {
    const path = '/v3/demo/shop/conversations?x-api-key=demo-conversations&api_key=demo-conversations';
    expect((await at.ask('GET', path)).status).toBe(401);
  });

  it('wire 2, codes: accounts and projects have their own, and error_id is the correlation id', async () => {
    for (const [path, code] of [
      ['/v3/other/shop/conversations', 'ACCOUNT_NOT_FOUND'],
      ['/v3/demo/other/conversations', 'PROJECT_NOT_FOUND'],
    ] as const) {
      const { status, body, headers } = await at.keyed('demo-conversations', 'GET', path);
      expect([status, body.error_code, body.error_id]).toEqual([404, code, headers.get(correlation)]);
      expect([body.success, body.data, body.error]).toEqual([false, null, body.error_message]);
    }
  });

  it('wire 1, CORS: no family sends its headers', async () => {
    const headers = { Origin: 'http://localhost:5173', 'x-api-key': 'demo-conversations' };
    const answer = await at.ask('GET', '/v3/demo/shop/conversations', { headers });
    expect([answer.status, [...answer.headers.keys()].filter(each => each.startsWith('access-control'))]).toEqual([
      200,
      [],
    ]);
  });

  it('wire 2, repeating: the client repeats GET and external events, and no other POST', async () => {
    const fail = (path: string) => at.control('POST', 'faults', { kind: 'http-status', path, status: 500, times: 1 });
    await fail('conversations');
    expect((await at.client.conversations.page()).conversations).toBeDefined();
    await fail('chat/create');
    await expect(at.client.chat.create()).rejects.toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
    await fail('external-events/webhook');
    const event = { event_id_location: 'headers', event_id_path: 'x', headers: { x: 'evt_1' }, body: '{}' } as const;
    await expect(at.client.externalEvents.post({ ...event, contentType: 'application/json' })).rejects.toMatchObject({
      status: 400,
      message: 'External event id not valid',
    });
  });

  it('wire 2, limits: a 429 that is ordered has whole seconds in the family’s shape', async () => {
    await at.control('POST', 'faults', {
      kind: 'http-status',
      path: 'chat/create',
      status: 429,
      retryAfter: 3,
      times: 1,
    });
    const answer = await at.chat('create');
    expect([answer.status, answer.headers.get('retry-after'), Object.keys(answer.body)]).toEqual([
      429,
      '3',
      SHAPES.envelope,
    ]);
  });

  it.each(named)('wire 15, faults: $name fails on order in the family’s shape', async ({ route }) => {
    const path = route.path.replace(/\/\{\w+\}/g, '');
    await at.control('POST', 'faults', { kind: 'http-status', path, status: 503, times: 1 });
    const answer = await call(route);
    await at.control('DELETE', 'faults');
    expect([answer.status, Object.keys(answer.body)]).toEqual([503, shapeOf(route)]);
  });

  it('wire 1, control API and /health: the emulator’s port only', async () => {
    expect((await at.ask('GET', '/health')).status).toBe(200);
    expect((await at.ask('GET', '/health', { host: 'builder' })).status).toBe(404);
    expect((await at.ask('GET', '/_control/project', { host: 'builder' })).status).toBe(404);
  });

  it('wire 1, OpenAPI: each host serves its own document', async () => {
    const paths = async (host: 'runtime' | 'builder') =>
      Object.keys(
        (await (await fetch(`${host === 'builder' ? at.emulator.builderUrl : at.emulator.url}/openapi.json`)).json())
          .paths,
      );
    expect(await paths('runtime')).toContain('/{version}/{account_id}/{project_id}/chat/create');
    expect(await paths('builder')).toContain('/v1/alert-rules');
    expect(await paths('builder')).not.toContain('/v1/outbound-calling');
  });

  it('wire 2, correlation: every answer has an id of its own, 404 of no family included', async () => {
    const answers = [
      await at.ask('GET', '/v1/nothing'),
      await at.ask('GET', '/v1/nothing', { host: 'builder' }),
      await at.conversations(),
      await at.chat('create'),
    ];
    const ids = answers.map(each => each.headers.get(correlation));
    expect(ids).not.toContain(null);
    expect(new Set(ids).size).toBe(4);
  });
});

const EVENT_QUERY = '?event_id_location=headers&event_id_path=x&account_id=demo&project_id=shop';

describe.each(DIALECTS)('a platform that has just been started, dialect %s', dialect => {
  const at = useRealPlatform(dialect, { httpRate: { perSecond: 50, burst: 200 } });

  it('wire 1, start: one agent with main and version 1 in all environments, and nothing else', async () => {
    const builder = async (path: string) => (await at.builder('GET', path)).body;
    expect((await builder('/v1/agents')).map((each: { agentId: string }) => each.agentId)).toEqual(['PROJECT-shop']);
    expect((await builder('/v1/agents/shop/branches')).branches).toEqual([{ branchId: 'main', name: 'main' }]);
    const { activeDeployments } = await builder('/v1/agents/shop/deployments/active');
    expect(Object.keys(activeDeployments)).toEqual(['sandbox', 'pre-release', 'live']);
    const versions = Object.values(activeDeployments).map(each => (each as { version: string }).version);
    expect(new Set(versions).size).toBe(1);
    for (const list of ['alert-rules', 'alerts', 'webhook-endpoints']) {
      expect(await builder(`/v1/${list}`)).toEqual({ data: [] });
    }
    for (const environment of ['sandbox', 'pre-release', 'live']) {
      expect((await at.conversations(`?client_env=${environment}`)).body.conversations).toEqual([]);
    }
  });

  it('wire 2, limits: 200 calls of a key at once, then 429 with whole seconds, 50 more a second later', async () => {
    const statuses = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => at.conversations('?limit=1')))).map(each => each.status);
    at.advance(MINUTE);
    expect(new Set(await statuses(200))).toEqual(new Set([200]));
    const refused = await at.conversations();
    expect([refused.status, refused.headers.get('retry-after'), Object.keys(refused.body)]).toEqual([
      429,
      '1',
      SHAPES.envelope,
    ]);
    expect((await at.chat('create')).status).toBe(200);
    at.advance(1000);
    expect((await statuses(51)).filter(each => each === 429)).toHaveLength(1);
  });
});

describe('ports', () => {
  const at = useRealPlatform('service', { builderPort: 0 });

  it('wire 1, NATTER_BUILDER_PORT: the same port serves both hosts, without the host check', async () => {
    const { port } = await startEmulator({ port: 0, logLevel: 'silent' }).then(async free => {
      await free.close();
      return free;
    });
    const both = await startEmulator({ port, builderPort: port, logLevel: 'silent' });
    expect(both.builderUrl).toBe(both.url);
    for (const [path, key] of [
      ['/v1/agents', 'demo-builder'],
      ['/v3/demo/shop/conversations', 'demo-conversations'],
    ] as const) {
      expect((await fetch(`${both.url}${path}`, { headers: { 'x-api-key': key } })).status).toBe(200);
    }
    await both.close();
  });

  it('wire 1, NATTER_BUILDER_PORT: a port of its own by default', () => {
    expect(at.emulator.builderUrl).not.toBe(at.emulator.url);
  });
});
