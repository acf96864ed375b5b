/**
 * Parts of schemas that several families share. They accept a number or a flag both as a value, which the client passes, and as a text, which
 * arrives in a query.
 */

import { z } from 'zod';

/** The three deployment environments. */
export type Environment = 'sandbox' | 'pre-release' | 'live';
export const environment = z.enum(['sandbox', 'pre-release', 'live'] satisfies Environment[]);

/** Returns the schema of a whole number within limits. Accepts digits in a text. */
export function wholeNumber(least: number, most: number) {
  return z
    .preprocess(
      value => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
      z
        .number({ error: `must be a whole number from ${least} to ${most}` })
        .int()
        .min(least)
        .max(most),
    )
    .meta({ type: 'integer', minimum: least, maximum: most });
}

/** Schema of a flag: true or false, or one of these words. */
export const flag = z
  .preprocess(
    value => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean({ error: 'must be true or false' }),
  )
  .meta({ type: 'boolean' });

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

const TIME_FORM = 'must be an ISO 8601 time such as 2026-11-27T09:00:00Z';

/** Schema of a time in ISO 8601, which is UTC if it has no zone. It remains a text; `timeOf` converts it. */
export const time = z
  .string({ error: TIME_FORM })
  .refine(value => Number.isFinite(timeOf(value)), TIME_FORM)
  .meta({ type: 'string', format: 'date-time' });

/** Returns a time in milliseconds since 1970; NaN if it is invalid. */
export function timeOf(value: string): number {
  if (!TIME.test(value) || !isDay(value.slice(0, 10))) return Number.NaN;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(value) && value.includes('T');
  if (zoned) return Date.parse(value);
  return Date.parse(value.includes('T') ? `${value}Z` : value);
}

/** Returns false for a day that does not exist, because `Date.parse` would read 30 February as 2 March. */
function isDay(text: string): boolean {
  const instant = Date.parse(text);
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(text);
}

/** Schema of a language, with or without a region: `en`, `en-GB`. */
export const language = z.string().regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'must be a language such as en or en-GB');

/** Schema of an object with any names and values. */
export const attributes = z.record(z.string(), z.unknown());

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Validates a value against a schema. For each wrong part, the error says what it must be, in the schema's own words if it has any. */
export function readFields<T extends z.ZodType>(schema: T, value: unknown) {
  return schema.safeParse(value, { error: wordsFor });
}

function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'too_small' && issue.origin !== 'number' && issue.minimum === 1) return 'must not be empty';
  if (issue.code === 'too_small' && issue.origin === 'number') return `must be ${issue.minimum} or more`;
  if (issue.code === 'too_big' && issue.origin === 'number') return `must be ${issue.maximum} or less`;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message;
  const form = formOf(issue);
  if (form === undefined) return undefined;
  return issue.input === undefined ? `is missing: must be ${form}` : `must be ${form}`;
}

function formOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value')
    return issue.values.length > 1 ? `one of ${issue.values.join(', ')}` : String(issue.values[0]);
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.expected === 'string' && Array.isArray(issue.input)) return 'one text, not a list';
  return KINDS[issue.expected];
}
