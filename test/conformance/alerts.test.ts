import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../src/platform/verify-webhook.ts';
import { builderShape, DIALECTS, MINUTE, SHAPES, useRealPlatform } from './real-platform.ts';

const RULES = '/v1/alert-rules';
const ENDPOINTS = '/v1/webhook-endpoints';
const RULE = { name: 'Errors', metric: 'function_errors', operator: '>=', threshold_value: 5, window_duration: '5m' };

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
});
