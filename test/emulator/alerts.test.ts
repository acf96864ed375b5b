import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRestWorld, type RestWorld } from './rest-world.ts';

const MINUTE = 60_000;
const KEY = { key: 'demo-builder' };
const RULE = { name: 'Errors', metric: 'api_errors', operator: '>=', threshold_value: 3, window_duration: '5m' };
const ENDPOINT = {
  name: 'Desk',
  url: 'https://desk.example/hook',
  event_types: ['alerts.triggered', 'alerts.resolved'],
};

const make = (world: RestWorld, more = {}) =>
  world.ask('builder', 'POST', '/v1/alert-rules', { ...KEY, body: { ...RULE, ...more } });
const endpoint = (world: RestWorld, more = {}) =>
  world.ask('builder', 'POST', '/v1/webhook-endpoints', { ...KEY, body: { ...ENDPOINT, ...more } });
const ruleOf = async (world: RestWorld, id: string) =>
  (await world.ask('builder', 'GET', `/v1/alert-rules/${id}`, KEY)).body;
const sample = (world: RestWorld, value: number, metric = 'api_errors') =>
  world.platform.control.addSample(world.now(), { metric: metric as 'api_errors', value });
const noticesOf = (world: RestWorld) => world.notices.map(each => JSON.parse(each.body));

describe('alert rules (section 10)', () => {
  it('alert rules are made with 201 in the state ok, not yet evaluated', async () => {
    const { status, body } = await make(createRestWorld());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...RULE,
      id: expect.stringMatching(/^ar_[A-Za-z0-9]+$/),
      project_id: null,
      enabled: true,
      current_state: 'ok',
      last_evaluated_at: null,
      current_value: null,
    });
  });

  it('alert rules are listed whole in order, with filters, and one by one', async () => {
    const world = createRestWorld();
    const first = (await make(world)).body;
    const second = (await make(world, { name: 'Volume', metric: 'call_volume', enabled: false, project_id: 'shop' }))
      .body;
    const ids = async (query: string) =>
      (await world.ask('builder', 'GET', `/v1/alert-rules${query}`, KEY)).body.data.map(
        (each: { id: string }) => each.id,
      );
    expect(await ids('')).toEqual([first.id, second.id]);
    expect(await ids('?metric=call_volume')).toEqual([second.id]);
    expect(await ids('?enabled=true')).toEqual([first.id]);
    expect(await ids('?project_id=PROJECT-shop')).toEqual([second.id]);
    expect(await ids('?state=alert')).toEqual([]);
    expect(await ruleOf(world, second.id)).toEqual(second);
  });

  it('change the fields that are given, and go with 204', async () => {
    const world = createRestWorld();
    const { id } = (await make(world)).body;
    world.advance(1_000);
    const path = `/v1/alert-rules/${id}`;
    const changed = await world.ask('builder', 'PATCH', path, { ...KEY, body: { threshold_value: 9, enabled: false } });
    expect([changed.status, changed.body.threshold_value, changed.body.name, changed.body.current_state]).toEqual([
      200,
      9,
      'Errors',
      'unknown',
    ]);
    expect(changed.body.updated_at > changed.body.created_at).toBe(true);
    expect((await world.ask('builder', 'PATCH', path, { ...KEY, body: {} })).status).toBe(200);
    const gone = await world.ask('builder', 'DELETE', path, KEY);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await world.ask('builder', 'GET', path, KEY)).status).toBe(404);
  });

  it('ten alert rules are the most: the eleventh gets 409', async () => {
    const world = createRestWorld();
    for (let count = 0; count < 10; count += 1) expect((await make(world)).status).toBe(201);
    const eleventh = await make(world);
    expect([eleventh.status, eleventh.body]).toEqual([
      409,
      { message: 'An account has at most 10 alert rules.', errors: [] },
    ]);
  });

  it('name every wrong field in errors, in the shape of the dialect', async () => {
    const wrong = {
      name: '',
      metric: 'x',
      operator: '=',
      threshold_value: -1,
      window_duration: '1m',
      project_id: 'none',
    };
    const service = await make(createRestWorld(), wrong);
    expect([service.status, service.body.errors.map((each: { field: string }) => each.field).sort()]).toEqual([
      400,
      ['metric', 'name', 'operator', 'threshold_value', 'window_duration'],
    ]);
    expect((await make(createRestWorld(), { project_id: 'none' })).body.errors).toEqual([
      { field: 'project_id', message: 'names no project' },
    ]);
    const poly = await make(createRestWorld({ dialect: 'poly' }), wrong);
    expect([poly.status, poly.body.success, poly.body.error_code]).toEqual([400, false, 'SCHEMA_VALIDATION_FAILED']);
  });

  it.each([
    ['a malformed id', 'GET', '/v1/alert-rules/nope', undefined],
    ['a body that is a list', 'POST', '/v1/alert-rules', []],
    ['an unknown field', 'POST', '/v1/alert-rules', { ...RULE, colour: 'red' }],
  ])('answers 422 for %s: errors in service, detail in poly', async (_, method, path, body) => {
    const service = await createRestWorld().ask('builder', method, path, { ...KEY, body });
    expect([service.status, Object.keys(service.body)]).toEqual([422, ['message', 'errors']]);
    const poly = await createRestWorld({ dialect: 'poly' }).ask('builder', method, path, { ...KEY, body });
    expect([poly.status, Object.keys(poly.body)]).toEqual([422, ['detail']]);
  });

  it('answers 401 to a key that may read only, since the family has no 403', async () => {
    const world = createRestWorld();
    const path = '/v1/alert-rules';
    expect((await world.ask('builder', 'POST', path, { key: 'demo-builder-readonly', body: RULE })).status).toBe(401);
    expect((await world.ask('builder', 'GET', path, { key: 'demo-builder-readonly' })).status).toBe(200);
  });
});

describe('alert states (specification 3.1)', () => {
  it('ok → alert → ok with one notice each, at the minute of the evaluation', async () => {
    const world = createRestWorld();
    await endpoint(world);
    const { id } = (await make(world)).body;
    sample(world, 3);
    world.advance(MINUTE);
    expect(await ruleOf(world, id)).toMatchObject({ current_state: 'alert', current_value: 3 });
    const { body } = await world.ask('builder', 'GET', '/v1/alerts', KEY);
    expect(body.data).toEqual([
      expect.objectContaining({ alert_rule_id: id, id, current_value: 3, threshold_value: 3 }),
    ]);
    world.advance(3 * MINUTE);
    sample(world, 0);
    world.advance(2 * MINUTE);
    expect((await ruleOf(world, id)).current_state).toBe('ok');
    expect(noticesOf(world).map(each => [each.event_type, each.alert.previous_state])).toEqual([
      ['alerts.triggered', 'ok'],
      ['alerts.resolved', 'alert'],
    ]);
  });

  it('becomes no_data without a notice when nothing happened in the window', async () => {
    const world = createRestWorld();
    await endpoint(world);
    const { id } = (await make(world)).body;
    world.advance(MINUTE);
    expect([(await ruleOf(world, id)).current_state, world.notices]).toEqual(['no_data', []]);
  });

  it.each([
    [
      'call_volume',
      async (world: RestWorld) =>
        void (await world.ask('runtime', 'POST', '/v1/demo/shop/chat/create', {
          headers: { 'x-api-key': 'demo-chat', 'x-token': 'demo-connector' },
        })),
      1,
    ],
    [
      'api_errors',
      async (world: RestWorld) => {
        world.platform.control.addFault({ kind: 'http-status', path: 'conversations', status: 500, times: 1 });
        await world.ask('runtime', 'GET', '/v3/demo/shop/conversations', { key: 'demo-conversations' });
      },
      1,
    ],
    ['function_errors', async (world: RestWorld) => sample(world, 2, 'function_errors'), 2],
    ['call_crashes', async (world: RestWorld) => sample(world, 1, 'call_crashes'), 1],
    [
      'turn_latency_p50',
      async (world: RestWorld) => {
        for (const each of [100, 200, 300, 400]) sample(world, each, 'turn_latency');
      },
      200,
    ],
    [
      'turn_latency_p95',
      async (world: RestWorld) => {
        for (const each of [100, 200, 300, 400]) sample(world, each, 'turn_latency');
      },
      400,
    ],
  ])('%s is measured', async (metric, act, expected) => {
    const world = createRestWorld();
    const { id } = (await make(world, { metric })).body;
    await act(world);
    world.advance(MINUTE);
    expect((await ruleOf(world, id)).current_value).toBe(expected);
  });

  it('follow the table for random streams of samples, and every triggered gets exactly one resolved', async () => {
    const step = fc.record({
      value: fc.option(fc.integer({ min: 0, max: 6 })),
      minutes: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
        const world = createRestWorld();
        await endpoint(world);
        const { id } = (await make(world)).body;
        for (const { value, minutes } of steps) {
          if (value !== null) sample(world, value);
          for (let minute = 0; minute < minutes; minute += 1) {
            world.advance(MINUTE);
            const rule = await ruleOf(world, id);
            const expected = rule.current_value === null ? 'no_data' : rule.current_value >= 3 ? 'alert' : 'ok';
            expect(rule.current_state).toBe(expected);
          }
        }
        sample(world, 0);
        world.advance(6 * MINUTE);
        sample(world, 0);
        world.advance(MINUTE);
        const types = noticesOf(world).map(each => each.event_type);
        const pairs = types.filter((_, index) => index % 2 === 0);
        expect(pairs.every(each => each === 'alerts.triggered')).toBe(true);
        expect(types.filter(each => each === 'alerts.resolved')).toHaveLength(pairs.length);
      }),
      { numRuns: 40 },
    );
  });
});

describe('webhook endpoints (section 11)', () => {
  it('show their secret once, and a new one on rotation', async () => {
    const world = createRestWorld();
    const { status, body } = await endpoint(world);
    expect([status, /^whsec_.{43}$/.test(body.signing_secret), /^whe_[A-Za-z0-9]+$/.test(body.id)]).toEqual([
      201,
      true,
      true,
    ]);
    const one = await world.ask('builder', 'GET', `/v1/webhook-endpoints/${body.id}`, KEY);
    const list = await world.ask('builder', 'GET', '/v1/webhook-endpoints', KEY);
    for (const text of [one.text, list.text]) expect(text).not.toContain('whsec_');
    const rotated = await world.ask('builder', 'POST', `/v1/webhook-endpoints/${body.id}/rotate-secret`, KEY);
    expect(rotated.body.signing_secret).not.toBe(body.signing_secret);
  });

  it.each([
    [{ url: 'http://desk.example/hook' }, 'url'],
    [{ url: 'nowhere' }, 'url'],
    [{ event_types: [] }, 'event_types'],
    [{ event_types: ['alerts.other'] }, 'event_types.0'],
    [{ timeout_ms: 999 }, 'timeout_ms'],
    [{ headers: { 'a b': 'c' } }, 'headers.a b'],
  ])('answers 400 for %j, naming %s', async (more, field) => {
    const { status, body } = await endpoint(createRestWorld(), more);
    expect([status, body.errors.map((each: { field: string }) => each.field)]).toEqual([400, [field]]);
  });

  it('endpoints are changed, filtered, limited to ten and removed', async () => {
    const world = createRestWorld();
    const { id } = (await endpoint(world)).body;
    const path = `/v1/webhook-endpoints/${id}`;
    expect((await world.ask('builder', 'PATCH', path, { ...KEY, body: { enabled: false } })).body.enabled).toBe(false);
    expect((await world.ask('builder', 'GET', '/v1/webhook-endpoints?enabled=true', KEY)).body.data).toEqual([]);
    for (let count = 0; count < 9; count += 1) await endpoint(world);
    expect((await endpoint(world)).status).toBe(409);
    expect((await world.ask('builder', 'DELETE', path, KEY)).status).toBe(204);
    expect((await world.ask('builder', 'GET', path, KEY)).status).toBe(404);
    expect((await world.ask('builder', 'GET', '/v1/webhook-endpoints/x', KEY)).status).toBe(422);
  });
});

describe('deliveries', () => {
  async function firing() {
    const world = createRestWorld();
    const { body } = await endpoint(world);
    await make(world);
    sample(world, 3);
    world.advance(MINUTE);
    const answer = (outcome: { status: number } | { error: string }) =>
      void world.platform.delivered(world.now(), world.notices.at(-1)?.deliveryId ?? '', outcome);
    return { world, id: body.id, answer };
  }

  it.each([[{ status: 500 }], [{ status: 429 }], [{ status: 408 }], [{ error: 'network error' }]])(
    'deliveries are repeated after %j: at 0, 1, 6, 21, 81 and 321 minutes, six attempts in all, with one event id',
    async outcome => {
      const { world, answer } = await firing();
      const first = world.now();
      const times: number[] = [];
      for (let attempt = 1; attempt <= 7; attempt += 1) {
        const before = world.notices.length;
        if (attempt <= 6) times.push(Math.round((world.now() - first) / MINUTE));
        answer(outcome);
        for (let minute = 0; minute < 300 && world.notices.length === before; minute += 1) world.advance(MINUTE);
      }
      expect(times).toEqual([0, 1, 6, 21, 81, 321]);
      expect(world.notices.filter(each => each.eventId === world.notices[0]?.eventId)).toHaveLength(6);
      expect(new Set(world.notices.slice(0, 6).map(each => each.timestamp)).size).toBe(6);
    },
  );

  it.each([[{ status: 200 }], [{ status: 204 }], [{ status: 302 }], [{ status: 400 }]])(
    'end with %j',
    async outcome => {
      const { world, answer } = await firing();
      answer(outcome);
      world.advance(60 * MINUTE);
      expect(world.notices.filter(each => each.eventId === world.notices[0]?.eventId)).toHaveLength(1);
      expect(world.platform.control.webhookAttempts()[0]).toMatchObject({ attempt: 1, ...outcome, next_at: null });
    },
  );

  it('stop when the endpoint is removed', async () => {
    const { world, id, answer } = await firing();
    answer({ status: 500 });
    await world.ask('builder', 'DELETE', `/v1/webhook-endpoints/${id}`, KEY);
    world.advance(60 * MINUTE);
    expect(world.notices).toHaveLength(1);
  });
});
