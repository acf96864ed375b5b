import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../src/platform/verify-webhook.ts';
import { builderShape, DIALECTS, MINUTE, SHAPES, useRealPlatform } from './real-platform.ts';

const RULES = '/v1/alert-rules';
const ENDPOINTS = '/v1/webhook-endpoints';
const RULE = { name: 'Errors', metric: 'function_errors', operator: '>=', threshold_value: 5, window_duration: '5m' };

/** A server that answers each webhook with the status at the end of its address, or cuts the connection. */
async function startReceiver() {
  const requests: Request[] = [];
  const bodies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const body = Buffer.concat(pieces);
    bodies.push(body.toString());
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    requests.push(new Request(`http://receiver${incoming.url}`, { method: 'POST', headers, body }));
    const status = Number(incoming.url?.slice(1));
    // A redirect leads back to this server, where it would be seen if it were followed.
    if (status) outgoing.writeHead(status, { Location: '/200', 'Retry-After': '1' }).end();
    else outgoing.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    notices: () => bodies.map(each => JSON.parse(each)),
    url: (status: string) => `http://127.0.0.1:${port}/${status}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe.each(DIALECTS)('Alerts and Webhook endpoints over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const isPoly = dialect === 'poly';
  const detail = isPoly ? SHAPES.detail : SHAPES.builder;
  const ruleOf = async (id: string) => (await at.builder('GET', `${RULES}/${id}`)).body;

  it('wire 10, rules: made, read, changed, removed', async () => {
    const made = await at.builder('POST', RULES, RULE);
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...RULE,
        id: made.body.id,
        project_id: null,
        enabled: true,
        created_at: '2026-11-27T09:00:00.000Z',
        updated_at: '2026-11-27T09:00:00.000Z',
        current_state: 'ok',
        since: '2026-11-27T09:00:00.000Z',
        last_evaluated_at: null,
        current_value: null,
      },
    ]);
    expect(made.body.id).toMatch(/^ar_[A-Za-z0-9]+$/);
    const one = `${RULES}/${made.body.id}`;
    expect((await at.builder('PATCH', one, {})).status).toBe(200);
    const changed = await at.builder('PATCH', one, { threshold_value: 0, project_id: 'shop', enabled: false });
    expect(changed.body).toMatchObject({ threshold_value: 0, project_id: 'PROJECT-shop', current_state: 'unknown' });
    for (const [query, count] of [
      ['', 1],
      ['?enabled=true', 0],
      ['?metric=call_volume', 0],
      ['?state=unknown', 1],
      ['?project_id=shop', 1],
    ]) {
      expect((await at.builder('GET', `${RULES}${query}`)).body.data).toHaveLength(Number(count));
    }
    expect((await at.builder('DELETE', one)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const gone = await at.builder(method, one, method === 'PATCH' ? {} : undefined);
      expect([gone.status, Object.keys(gone.body)]).toEqual([404, builderShape(dialect)]);
    }
  });

  it.each([
    [RULES, {}, 400],
    [RULES, { ...RULE, name: '' }, 400],
    [RULES, { ...RULE, name: 'n'.repeat(256) }, 400],
    [RULES, { ...RULE, metric: 'x' }, 400],
    [RULES, { ...RULE, operator: '==' }, 400],
    [RULES, { ...RULE, threshold_value: -1 }, 400],
    [RULES, { ...RULE, threshold_value: 1.5 }, 400],
    [RULES, { ...RULE, threshold_value: '5' }, 400],
    [RULES, { ...RULE, window_duration: '7m' }, 400],
    [RULES, { ...RULE, project_id: 'other' }, 400],
    [RULES, { ...RULE, unheard_of: 1 }, 422],
    [RULES, [], 422],
    [ENDPOINTS, {}, 400],
    [ENDPOINTS, { name: 'E', url: 'http://a.example', event_types: ['alerts.triggered'] }, 400],
    [ENDPOINTS, { name: 'E', url: 'https://a.example', event_types: [] }, 400],
    [ENDPOINTS, { name: 'E', url: 'https://a.example', event_types: ['x'] }, 400],
    [ENDPOINTS, { name: 'E', url: 'https://a.example', event_types: ['alerts.resolved'], timeout_ms: 999 }, 400],
    [
      ENDPOINTS,
      { name: 'E', url: 'https://a.example', event_types: ['alerts.resolved'], headers: { 'a b': 'c' } },
      400,
    ],
    [ENDPOINTS, { name: 'E', url: 'https://a.example', event_types: ['alerts.resolved'], secret: 'x' }, 422],
  ])('wire 10 and 11: POST %s %j is %i', async (path, body, status) => {
    const answer = await at.builder('POST', path, body);
    expect([answer.status, Object.keys(answer.body)]).toEqual([
      status,
      status === 422 ? detail : builderShape(dialect),
    ]);
  });

  it('wire 10, 400: lists every wrong field', async () => {
    const { body } = await at.builder('POST', RULES, { name: 1, metric: 'x' });
    const fields = ['name', 'metric', 'operator', 'threshold_value', 'window_duration'];
    const named = isPoly ? body.error_message : body.errors.map((each: { field: string }) => each.field).join(' ');
    for (const field of fields) expect(named).toContain(field);
  });

  it.each([`${RULES}/x`, `${RULES}/ar_%2F`, `${ENDPOINTS}/ar_x`, `${ENDPOINTS}/whe_-`])(
    'interface 7.1: the malformed id of %s is 422',
    async path => {
      for (const method of ['GET', 'DELETE']) {
        const answer = await at.builder(method, path);
        expect([answer.status, Object.keys(answer.body)]).toEqual([422, detail]);
      }
    },
  );

  it.each([
    `${RULES}?metric=x`,
    `${RULES}?enabled=1`,
    `${RULES}?state=x`,
    '/v1/alerts?metric=x',
    `${ENDPOINTS}?event_type=x`,
  ])('wire 10 and 11, filters: %s is 400', async path => {
    expect((await at.builder('GET', path)).status).toBe(400);
  });

  it('interface 8, limits: the eleventh rule and the eleventh endpoint are 409', async () => {
    const endpoint = { name: 'E', url: 'https://a.example', event_types: ['alerts.triggered'], enabled: false };
    for (const [path, body] of [
      [RULES, { ...RULE, enabled: false }],
      [ENDPOINTS, endpoint],
    ] as const) {
      const ids: string[] = [];
      for (let index = 0; index < 10; index += 1) ids.push((await at.builder('POST', path, body)).body.id);
      const eleventh = await at.builder('POST', path, body);
      expect([eleventh.status, Object.keys(eleventh.body)]).toEqual([409, builderShape(dialect)]);
      const { data } = (await at.builder('GET', path)).body;
      expect(data.map((each: { id: string }) => each.id)).toEqual(ids);
      for (const id of ids) await at.builder('DELETE', `${path}/${id}`);
    }
  });

  it('wire 10 and 11, life: ok, alert and no_data, with signed notices in the headers of the dialect', async () => {
    const received: Request[] = [];
    const statuses = [503, 200, 200];
    const arrivals: (() => void)[] = [];
    const receiver = createServer(async (incoming, outgoing) => {
      const pieces: Buffer[] = [];
      for await (const piece of incoming) pieces.push(piece);
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
      received.push(new Request('http://receiver/', { method: 'POST', headers, body: Buffer.concat(pieces) }));
      outgoing.writeHead(statuses[received.length - 1] ?? 200).end();
      arrivals.shift()?.();
    });
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { webhooks } = at.client;
    const endpoint = await webhooks.create({
      name: 'E',
      url: `http://127.0.0.1:${port}/`,
      event_types: ['alerts.triggered', 'alerts.resolved'],
      headers: {
        'X-Own': 'mine',
        'X-Service-Signature': 'forged',
        'X-PolyAI-Signature': 'forged',
        'Content-Type': 'text/plain',
      },
    });
    expect(endpoint.signing_secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect(await webhooks.get(endpoint.id)).not.toHaveProperty('signing_secret');
    const secret = (await webhooks.rotateSecret(endpoint.id)).signing_secret;
    expect(await webhooks.update(endpoint.id, { name: 'F' })).toMatchObject({ name: 'F', timeout_ms: 5000 });
    const rule = await at.client.alerts.createRule({
      ...RULE,
      metric: 'function_errors',
      operator: '>=',
      window_duration: '5m',
    });
    const deliveries = async () => (await at.control('GET', 'webhooks')).body.deliveries;
    const settled = (count: number) =>
      expect
        .poll(async () => (await deliveries()).filter((each: { status?: number }) => each.status).length)
        .toBe(count);
    await at.control('POST', 'metrics', { metric: 'function_errors', value: 5 });
    at.advance(MINUTE);
    expect(await ruleOf(rule.id)).toMatchObject({ current_state: 'alert', current_value: 5 });
    const [firing] = await at.client.alerts.firing({ metric: 'function_errors' });
    expect(firing).toMatchObject({
      id: rule.id,
      alert_rule_id: rule.id,
      since: '2026-11-27T09:01:00.000Z',
      current_value: 5,
    });
    await settled(1);
    at.advance(MINUTE);
    await settled(2);
    at.advance(4 * MINUTE);
    expect(await ruleOf(rule.id)).toMatchObject({ current_state: 'no_data', current_value: null });
    await at.control('POST', 'metrics', { metric: 'function_errors', value: 1 });
    at.advance(MINUTE);
    await settled(3);
    const entries = await deliveries();
    expect(entries.map((each: { attempt: number }) => each.attempt)).toEqual([1, 2, 1]);
    expect(entries[0].event_id).toBe(entries[1].event_id);
    const prefix = isPoly ? 'x-polyai' : 'x-service';
    const other = isPoly ? 'x-service' : 'x-polyai';
    const states: string[] = [];
    for (const request of received) {
      const timestamp = Number(request.headers.get(`${prefix}-timestamp`));
      expect([request.headers.get('x-own'), request.headers.get('content-type')]).toEqual(['mine', 'application/json']);
      const own = new Headers(request.headers);
      own.delete(`${other}-signature`);
      const signed = new Request(request, { headers: own });
      const verified = await verifyWebhook(signed, secret, { now: () => timestamp * 1000 });
      expect(verified.ok).toBe(true);
      if (verified.ok) states.push(`${verified.notice.event_type} ${verified.notice.alert.previous_state}`);
    }
    expect(states).toEqual(['alerts.triggered ok', 'alerts.triggered ok', 'alerts.resolved no_data']);
    await at.client.alerts.updateRule(rule.id, { enabled: false });
    expect(await at.client.alerts.rules({ state: 'unknown' })).toHaveLength(1);
    expect((await at.client.alerts.rule(rule.id)).enabled).toBe(false);
    await at.client.alerts.deleteRule(rule.id);
    await webhooks.delete(endpoint.id);
    expect(await webhooks.list()).toEqual([]);
    receiver.close();
  });

  it('wire 1, demo-builder-readonly: reads, and 401 to every write, since the families have no 403', async () => {
    for (const path of [RULES, ENDPOINTS]) {
      expect((await at.keyed('demo-builder-readonly', 'GET', path)).status).toBe(200);
      expect((await at.keyed('demo-builder-readonly', 'POST', path, {})).status).toBe(401);
    }
  });

  const add = async (more: object) => (await at.builder('POST', RULES, { ...RULE, ...more })).body.id as string;
  const sample = (metric: string, value: number) => at.control('POST', 'metrics', { metric, value });

  it.each([
    ['call_volume', 1, () => at.chat('create')],
    ['function_errors', 2, () => sample('function_errors', 2)],
    ['call_crashes', 3, () => sample('call_crashes', 3)],
    ['turn_latency_p50', 200, () => Promise.all([100, 200, 300, 400].map(each => sample('turn_latency', each)))],
    ['turn_latency_p95', 400, () => Promise.all([100, 200, 300, 400].map(each => sample('turn_latency_p50', each)))],
    [
      'api_errors',
      1,
      async () => {
        await at.control('POST', 'faults', { kind: 'http-status', path: 'chat/create', status: 502, times: 1 });
        return at.chat('create');
      },
    ],
  ])('wire 10, values: %s is %i', async (metric, expected, act) => {
    at.advance(10 * MINUTE);
    const id = await add({ metric, threshold_value: 1000 });
    await act();
    at.advance(MINUTE);
    expect((await ruleOf(id)).current_value).toBe(expected);
    await at.builder('DELETE', `${RULES}/${id}`);
  });

  it.each([
    ['>=', 5, 'alert'],
    ['>=', 4, 'ok'],
    ['>', 5, 'ok'],
    ['>', 6, 'alert'],
    ['<', 5, 'ok'],
    ['<', 4, 'alert'],
    ['<=', 5, 'alert'],
    ['<=', 6, 'ok'],
  ])('wire 10, operators: %s with the value %i is %s', async (operator, value, state) => {
    at.advance(10 * MINUTE);
    const id = await add({ operator });
    await sample('function_errors', value);
    at.advance(MINUTE);
    expect((await ruleOf(id)).current_state).toBe(state);
    await at.builder('DELETE', `${RULES}/${id}`);
  });

  it('wire 10, states: each row of the table, with its notice or none', async () => {
    at.advance(10 * MINUTE);
    const receiver = await startReceiver();
    const { id: endpoint } = await at.client.webhooks.create({
      name: 'E',
      url: receiver.url('200'),
      event_types: ['alerts.triggered', 'alerts.resolved'],
    });
    const id = await add({});
    /** The rule's state after some minutes, with this sample in its window. */
    const stateAfter = async (value: number | null, minutes = 1) => {
      if (value !== null) await sample('function_errors', value);
      at.advance(minutes * MINUTE);
      return (await ruleOf(id)).current_state;
    };
    const fires = async () => (await at.client.alerts.firing()).map(each => each.since);
    expect((await ruleOf(id)).current_state).toBe('ok');
    expect(await stateAfter(null)).toBe('no_data');
    expect(await stateAfter(5)).toBe('alert');
    const [since] = await fires();
    expect(await stateAfter(null)).toBe('alert');
    expect(await fires()).toEqual([since]);
    expect(await stateAfter(0, 3)).toBe('ok');
    expect(await stateAfter(5)).toBe('alert');
    expect(await stateAfter(null, 5)).toBe('no_data');
    expect(await fires()).toEqual([]);
    expect(await stateAfter(1)).toBe('ok');
    await at.client.alerts.updateRule(id, { enabled: false });
    expect(await stateAfter(9)).toBe('unknown');
    await at.client.alerts.updateRule(id, { enabled: true });
    expect(await stateAfter(null)).toBe('alert');
    const expected = [
      'alerts.triggered no_data',
      'alerts.resolved alert',
      'alerts.triggered ok',
      'alerts.resolved no_data',
      'alerts.triggered unknown',
    ];
    await expect
      .poll(() =>
        receiver
          .notices()
          .map(each => `${each.event_type} ${each.alert.previous_state}`)
          .sort(),
      )
      .toEqual([...expected].sort());
    await at.client.alerts.deleteRule(id);
    await at.client.webhooks.delete(endpoint);
    receiver.close();
  });

  it('wire 11, deliveries: accepted, final or repeated by the answer, signed anew with the present secret', async () => {
    at.advance(10 * MINUTE);
    const receiver = await startReceiver();
    const answers = ['204', '302', '404', '408', '429', '500', 'cut'];
    const ids = new Map<string, string>();
    for (const name of answers) {
      const url = receiver.url(name);
      ids.set(name, (await at.client.webhooks.create({ name, url, event_types: ['alerts.triggered'] })).id);
    }
    const rule = await add({});
    await sample('function_errors', 5);
    at.advance(MINUTE);
    await expect.poll(() => receiver.requests.length).toBe(answers.length);
    const attempts = async () => {
      const all = (await at.control('GET', 'webhooks')).body.deliveries;
      return all.filter((each: { endpoint_id: string }) => [...ids.values()].includes(each.endpoint_id));
    };
    const settled = (count: number) =>
      expect
        .poll(
          async () =>
            (await attempts()).filter((each: { status?: number; error?: string }) => each.status || each.error).length,
        )
        .toBe(count);
    await settled(answers.length);
    const repeats = Object.fromEntries(
      (await attempts()).map((each: { endpoint_id: string; next_at: string | null }) => [
        answers.find(name => ids.get(name) === each.endpoint_id),
        each.next_at !== null,
      ]),
    );
    expect(repeats).toEqual({ 204: false, 302: false, 404: false, 408: true, 429: true, 500: true, cut: true });
    const { signing_secret: secret } = await at.client.webhooks.rotateSecret(ids.get('500') ?? '');
    await at.client.webhooks.update(ids.get('408') ?? '', { enabled: false });
    await at.client.webhooks.delete(ids.get('429') ?? '');
    at.advance(MINUTE);
    await settled(answers.length + 2);
    const [first, second] = receiver.requests.filter(each => each.url.endsWith('/500'));
    const header = (request: Request | undefined, name: string) =>
      request?.headers.get(`${isPoly ? 'x-polyai' : 'x-service'}-${name}`) ?? '';
    expect(header(second, 'event-id')).toBe(header(first, 'event-id'));
    expect(Number(header(second, 'timestamp')) - Number(header(first, 'timestamp'))).toBe(60);
    expect(header(second, 'signature')).not.toBe(header(first, 'signature'));
    const now = () => Number(header(second, 'timestamp')) * 1000;
    expect(second && (await verifyWebhook(second, secret, { now })).ok).toBe(true);
    await at.client.alerts.deleteRule(rule);
    for (const { id } of await at.client.webhooks.list()) await at.client.webhooks.delete(id);
    receiver.close();
  });

  it('wire 11, schedule: a receiver that fails gets six attempts, 1, 5, 15, 60 and 240 minutes apart, and one that recovers no more', async () => {
    const clock = (minutes: number) => at.control('POST', 'clock', { advanceMs: minutes * MINUTE });
    await clock(10);
    const receiver = await startReceiver();
    const endpoint = async (name: string, status: string) =>
      (await at.client.webhooks.create({ name, url: receiver.url(status), event_types: ['alerts.triggered'] })).id;
    const down = await endpoint('down', '503');
    const late = await endpoint('late', '500');
    const rule = await add({});
    await sample('function_errors', 5);
    await clock(1);
    const attemptsOf = async (id: string): Promise<{ status?: number; at: string; next_at: string | null }[]> =>
      (await at.control('GET', 'webhooks')).body.deliveries.filter(
        (each: { endpoint_id: string; status?: number }) => each.endpoint_id === id && each.status !== undefined,
      );
    const settled = async (id: string, count: number) =>
      expect.poll(async () => (await attemptsOf(id)).length).toBe(count);
    await settled(late, 1);
    await at.client.webhooks.update(late, { url: receiver.url('204') });
    let made = 1;
    for (const pause of [1, 5, 15, 60, 240]) {
      await settled(down, made);
      await clock(pause - 0.5);
      expect(await attemptsOf(down)).toHaveLength(made);
      await clock(0.5);
      made += 1;
    }
    await settled(down, 6);
    await clock(24 * 60);
    const attempts = await attemptsOf(down);
    const [first] = attempts;
    const minutes = attempts.map(each => (Date.parse(each.at) - Date.parse(first?.at ?? '')) / MINUTE);
    expect([minutes, attempts.at(-1)?.next_at]).toEqual([[0, 1, 6, 21, 81, 321], null]);
    expect((await attemptsOf(late)).map(each => each.status)).toEqual([500, 204]);
    const sent = receiver.requests.filter(each => each.url.endsWith('/503'));
    const header = (name: string) => sent.map(each => each.headers.get(`${isPoly ? 'x-polyai' : 'x-service'}-${name}`));
    expect([sent.length, new Set(header('event-id')).size, new Set(header('signature')).size]).toEqual([6, 1, 6]);
    const times = header('timestamp').map(each => (Number(each) - Number(header('timestamp')[0])) / 60);
    expect(times).toEqual([0, 1, 6, 21, 81, 321]);
    await at.client.alerts.deleteRule(rule);
    for (const { id } of await at.client.webhooks.list()) await at.client.webhooks.delete(id);
    receiver.close();
  });
});
