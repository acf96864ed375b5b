/** Values that the contract's schemas refuse before client or server uses them. */

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { promoteDeployment, publishAgent } from '../../src/contract/families/agents-release.ts';
import { getConcurrency } from '../../src/contract/families/concurrency.ts';
import { listConversations } from '../../src/contract/families/conversations.ts';
import { createWebhookEndpoint } from '../../src/contract/families/webhooks.ts';
import { ROUTES } from '../../src/contract/platform.ts';
import { CALLING_CODES } from '../../src/contract/shape/calling-codes.ts';
import { readFields, timeOf } from '../../src/contract/shape/fields.ts';

describe('times', () => {
  it.each([
    '2026-02-30',
    '2026-02-30T09:00:00Z',
    '2026-04-31T09:00',
    '2025-02-29T00:00:00+01:00',
    '2026-13-01',
    '2026-00-10',
  ])('%s is none: there is no such day', text => expect(timeOf(text)).toBeNaN());

  it('one that is missing or unreadable is named with its form, and compared with none', () => {
    const words = (query: object) =>
      readFields(listConversations.query, query).error?.issues.map(each => `${each.path.join('.')} ${each.message}`);
    const form = 'must be an ISO 8601 time such as 2026-11-27T09:00:00Z';
    expect(words({ start_time: '2027', end_time: '2026-01-01' })).toEqual([`start_time ${form}`]);
    expect(words({ start_time: 5 })).toEqual([`start_time ${form}`]);
    const { issues = [] } = readFields(getConcurrency.query, {}).error ?? {};
    expect(issues.map(each => each.message)).toEqual([form, form]);
  });

  it('the last days of months are days, in leap years and at any offset', () => {
    expect(timeOf('2028-02-29')).toBe(Date.UTC(2028, 1, 29));
    expect(timeOf('2026-12-31T23:30:00-01:00')).toBe(Date.UTC(2027, 0, 1, 0, 30));
    expect(timeOf('2026-01-31T09:00:00.123456789')).toBe(Date.UTC(2026, 0, 31, 9, 0, 0, 123));
  });
});

describe('calling codes', () => {
  it('has exactly the codes of ISO 3166-1 alpha-2', () => {
    expect(CALLING_CODES.size).toBe(249);
    for (const code of ['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'])
      expect([code, CALLING_CODES.get(code)]).toEqual([code, expect.stringMatching(/^\d{1,3}$/)]);
    for (const code of ['XK', 'AC', 'TA', 'EU', 'UK']) expect([code, CALLING_CODES.has(code)]).toEqual([code, false]);
  });

  it('knows no code that Intl does not know as a region', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect([...CALLING_CODES.keys()].filter(code => names.of(code) === undefined)).toEqual([]);
  });
});

describe('webhook endpoints', () => {
  const accepts = (more: object): boolean =>
    createWebhookEndpoint.body.safeParse({
      name: 'n',
      url: 'https://a.example/',
      event_types: ['alerts.triggered'],
      ...more,
    }).success;

  it.each(['Content-Length', 'host', 'TRANSFER-ENCODING', 'Connection'])('has no header %s of its own', name => {
    expect(accepts({ headers: { [name]: '1' } })).toBe(false);
    expect(accepts({ headers: { [`X-${name}`]: '1' } })).toBe(true);
  });

  it.each(['https://user:pass@a.example/', 'https://user@a.example/', 'https://:pass@a.example/'])(
    'has no address with a password: %s',
    url => expect(accepts({ url })).toBe(false),
  );
});

describe('releases', () => {
  it('publish goes to sandbox alone, promote to the two others', () => {
    const publishes = (environment: string) => publishAgent.body.safeParse({ environment }).success;
    const promotes = (targetEnvironment: string) => promoteDeployment.body.safeParse({ targetEnvironment }).success;
    const all = ['sandbox', 'pre-release', 'live'];
    expect([all.map(publishes), all.map(promotes)]).toEqual([
      [true, false, false],
      [false, true, true],
    ]);
  });
});

describe('words for refused values', () => {
  const WRONG = [undefined, null, '', 'x', -1, 1.5, Number.NaN, true, [], [5], [{}], {}, { 'a b': 'c' }, { a: 5 }];

  /** Fields of the schema, and what is in them. */
  function fieldsOf(name: string, schema: unknown): readonly (readonly [string, z.ZodType])[] {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsOf(name, schema.unwrap());
    if (schema instanceof z.ZodArray) return [[`${name}.0`, schema.element as z.ZodType]];
    if (!(schema instanceof z.ZodObject)) return [];
    return Object.entries<z.ZodType>(schema.shape).flatMap(([inner, field]) => [
      [`${name}.${inner}`, field] as const,
      ...fieldsOf(`${name}.${inner}`, field),
    ]);
  }

  it.each(ROUTES.map(each => [each.name, each] as const))('%s says what each field must be', (name, route) => {
    const parts = { params: route.params, query: route.query, body: route.body, polyBody: route.polyBody };
    const fields = Object.entries(parts).flatMap(([part, schema]) => fieldsOf(`${name} ${part}`, schema));
    const unclear = fields.flatMap(([field, schema]) =>
      WRONG.flatMap(value => readFields(schema, value).error?.issues ?? [])
        .filter(each => !/^(?:must|is|has|cannot|needs|names) /.test(each.message))
        .map(each => `${field}: ${each.message}`),
    );
    expect([...new Set(unclear)]).toEqual([]);
  });

  it.each([
    [z.string(), undefined, 'is missing: must be text'],
    [z.string(), ['a', 'b'], 'must be one text, not a list'],
    [z.string().min(1), '', 'must not be empty'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    [z.literal('a'), undefined, 'is missing: must be a'],
    [z.record(z.string(), z.string()), null, 'must be an object'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.number().min(0), -1, 'must be 0 or more'],
    [z.number().max(9), 10, 'must be 9 or less'],
    [z.string({ error: 'must be a colour' }), 5, 'must be a colour'],
  ])('%#: the value is described in plain English', (schema, value, words) => {
    expect(readFields(schema, value).error?.issues.map(each => each.message)).toEqual([words]);
  });
});
