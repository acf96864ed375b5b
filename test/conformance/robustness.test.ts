import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/contract/platform.ts';
import { type AnyRoute, inDialect } from '../../src/contract/shape/route.ts';
import { type Answered, DIALECTS, KEYS, SHAPES, UNKNOWN_UUID, useRealPlatform } from './real-platform.ts';

const IDS: Readonly<Record<string, readonly string[]>> = {
  version: ['v1', 'v2'],
  account_id: ['demo', 'ws-demo', 'other'],
  accountId: ['demo', 'other'],
  project_id: ['shop', 'PROJECT-shop', 'other'],
  call_sid: ['OUT-x', 'x'],
  rule_id: ['ar_x', 'x'],
  endpoint_id: ['whe_x', 'x'],
  agentId: ['shop', 'other'],
  branchId: ['main', 'other'],
  variantId: ['VARIANT-harbour', 'VARIANT-pine'],
  deploymentId: [UNKNOWN_UUID, 'x'],
  configName: ['live', 'other', 'a.b'],
};
const ODD = ['%2F', '%25', '%00', '..', '%2e%2e', '%E0%A4%A', '%F0%9F%98%80', 'a%20b', '__proto__', 'x'.repeat(2000)];
const VALUES = [
  ...[
    '',
    '0',
    '-1',
    '1e999',
    '99999999999999999999',
    'true',
    'null',
    '[]',
    '%FF',
    '%00',
    '2026-11-27',
    '2026-02-31T25:61',
  ],
  ...[
    '+275760-09-13',
    '__proto__',
    'constructor',
    'transcript',
    'semantic',
    'random',
    'variant',
    'live',
    'eyJhdCI6MX0',
  ],
];

const segment = (name: string) => fc.oneof(fc.constantFrom(...(IDS[name] ?? ['x'])), fc.constantFrom(...ODD));
const pathOf = (route: AnyRoute): fc.Arbitrary<string> => {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(each => each[1] ?? '');
  return fc.tuple(...names.map(segment)).map(values => {
    let next = 0;
    return route.path.replace(/\{\w+\}/g, () => values[next++] ?? 'x');
  });
};
const queryOf = (route: AnyRoute): fc.Arbitrary<string> => {
  const names = [...Object.keys(route.query.shape), 'unheard_of', '__proto__'];
  return fc
    .array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...VALUES)), { maxLength: 4 })
    .map(pairs => (pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}` : ''));
};
const fieldsOf = ({ body }: AnyRoute): readonly string[] =>
  'shape' in body && typeof body.shape === 'object' && body.shape !== null ? Object.keys(body.shape) : [];
const bodyOf = (route: AnyRoute): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> => {
  const known = fieldsOf(route);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(...VALUES),
    fc.constant({ values: { a: '1' } }),
  );
  const withFields = fc.dictionary(fc.constantFrom(...known, '__proto__', 'x'), value, { maxKeys: 6 });
  return fc.oneof(
    withFields.map(fields => JSON.stringify(fields)),
    fc.json(),
    fc.string(),
    fc.uint8Array({ maxLength: 40 }).map(bytes => new Uint8Array(bytes)),
  );
};
const TYPES = [
  'application/json',
  'application/json;charset=latin1',
  'text/plain',
  'application/xml',
  'x',
  'application/x-www-form-urlencoded',
];

describe.each(DIALECTS)('bad input over the wire, dialect %s', dialect => {
  const at = useRealPlatform(dialect);
  const headersFor = ({ family }: AnyRoute) => ({
    [inDialect(family.keyHeader, dialect)]: KEYS[family.key],
    ...(family.tokenHeader ? { [family.tokenHeader]: KEYS.connector } : {}),
  });
  const expectOwnShape = ({ family }: AnyRoute, { status, body, text }: Answered): void => {
    expect(status).toBeLessThan(502);
    expect(status, text).not.toBe(500);
    if (status < 400) return;
    const shape = SHAPES[inDialect(status === 422 && family.errorsOf422 ? family.errorsOf422 : family.errors, dialect)];
    // A path with `..` leaves the routes of its family, and the host itself answers it.
    if (status === 404 && Object.keys(body).length === 1) expect(Object.keys(body)[0]).toMatch(/error/);
    else expect(Object.keys(body)).toEqual(shape);
  };

  const routes = ROUTES.filter(each => each.name !== 'deleteAgent').map(route => ({ name: route.name, route }));
  it.each(routes)(
    'wire 2, bad input: whatever $name gets, it answers below 500 in its own shape',
    async ({ route }) => {
      const hasBody = route.method !== 'GET' && route.method !== 'DELETE';
      const input = fc.record({
        path: pathOf(route),
        query: queryOf(route),
        body: bodyOf(route),
        type: fc.constantFrom(...TYPES),
      });
      await fc.assert(
        fc.asyncProperty(input, async ({ path, query, body, type }) => {
          const answer = await at.ask(route.method, `${path}${query}`, {
            host: route.family.host,
            headers: { ...headersFor(route), ...(hasBody ? { 'Content-Type': type } : {}) },
            ...(hasBody ? { body } : {}),
          });
          expectOwnShape(route, answer);
        }),
        { numRuns: 5, seed: 29, endOnFailure: true },
      );
    },
  );

  it('wire 2, bad input: ten megabytes to every family are refused, and the connection goes on', async () => {
    const body = 'x'.repeat(10 * 1024 * 1024);
    for (const path of ['/v1/demo/shop/chat/create', '/v1/outbound-calling', '/v1/conversations/dni-reservation']) {
      const headers = { 'x-api-key': path.includes('dni') ? KEYS.dni : KEYS.chat, 'x-token': KEYS.connector };
      const answer = await at.ask('POST', path, {
        headers: { ...headers, 'x-service-auth-token': KEYS.outbound },
        body,
      });
      expect(answer.status).toBe(413);
    }
    expect((await at.chat('create')).status).toBe(200);
  });

  it('wire 2, bad input: afterwards everything is readable and nothing is lost', async () => {
    expect((await at.conversations('?limit=1000')).status).toBe(200);
    expect((await at.builder('GET', '/v1/agents')).status).toBe(200);
    expect((await at.builder('GET', '/v1/agents/shop/branches/main/variants')).status).toBe(200);
    expect(at.errors).toEqual([]);
  });
});
