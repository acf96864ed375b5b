/** Reads and checks the body of a call: content type, encoding, JSON, and the fields against the route's schema. */

import { z } from 'zod';
import { readFields } from '../../contract/shape/fields.ts';
import { type AnyRoute, bodyIn, type Dialect, inDialect, validationCodeOf } from '../../contract/shape/route.ts';
import { Problem } from '../model/problem.ts';
import { fieldProblems, inWords, type RawCall } from './call.ts';

/** Largest body, 1 MiB. A larger one gets 413. */
export const MOST_BODY_BYTES = 1024 * 1024;

/** The deepest nesting that is accepted. JSON.stringify would fail on a much deeper value when the value is sent back. */
const DEEPEST = 100;

export function readCallBody(route: AnyRoute, dialect: Dialect, { headers, body }: RawCall): unknown {
  const schema = bodyIn(route, dialect);
  const isRead = route.rawBody !== undefined || !(schema instanceof z.ZodUndefined);
  if (isRead && body.length > MOST_BODY_BYTES) throw invalid(route, 413, 'The body is larger than 1 MiB.');
  if (schema instanceof z.ZodUndefined) return undefined;
  if (body.length === 0 && route.bodyOptional) return checkFields(route, dialect, schema, {});
  if (body.length === 0) throw invalid(route, 400, 'The body is missing.');
  checkType(route, headers);
  return checkFields(route, dialect, schema, parse(route, body));
}

function invalid(route: AnyRoute, status: number, message: string): Problem {
  return new Problem(status, message, { code: route.family.validationCode ?? 'SCHEMA_VALIDATION_FAILED' });
}

function checkType(route: AnyRoute, headers: Headers): void {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  throw invalid(route, 400, `The body must have the Content-Type application/json, not ${type || 'none'}.`);
}

function parse(route: AnyRoute, body: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw invalid(route, 400, 'The body is not valid JSON in UTF-8.');
  }
  if (isTooDeep(value)) throw invalid(route, 400, `The body is nested deeper than ${DEEPEST} levels.`);
  return value;
}

/** Returns true if objects and lists are nested more than a hundred levels deep. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each === 'object' && each !== null) for (const inner of Object.values(each)) next.push(inner);
    }
    level = next;
  }
  return level.length > 0;
}

function checkFields(route: AnyRoute, dialect: Dialect, schema: z.ZodType, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid(route, route.family.notAnObject, 'The body must be a JSON object.');
  }
  const named = withServiceNames(route, given);
  if (inDialect(route.family.refusesUnknownFields, dialect)) refuseUnknown(route, schema, named);
  const read = readFields(schema, named);
  if (read.success) return read.data;
  const fields = fieldProblems(read.error).map(each => ({ ...each, field: nameGiven(route, given, each.field) }));
  const code = validationCodeOf(route, fields);
  throw new Problem(400, inWords(fields), { code, fields });
}

/** Renames fields of the dialect `poly` to those of `service`. Callers may use either name. */
function withServiceNames(route: AnyRoute, given: object): object {
  const names = Object.entries(route.polyNames ?? {});
  if (names.length === 0) return given;
  const service = new Map(names.map(([own, poly]) => [poly, own]));
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [service.get(name) ?? name, value]));
}

/** Returns the name that the caller used for a field. */
function nameGiven(route: AnyRoute, given: object, field: string): string {
  const poly = route.polyNames?.[field];
  return poly !== undefined && Object.hasOwn(given, poly) ? poly : field;
}

function refuseUnknown(route: AnyRoute, schema: z.ZodType, given: object): void {
  if (!(schema instanceof z.ZodObject)) return;
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(given).filter(name => !known.includes(name));
  if (unknown.length === 0) return;
  const fields = unknown.map(field => ({ field, message: 'is no field of this call' }));
  const code = route.family.validationCode ?? 'SCHEMA_VALIDATION_FAILED';
  throw new Problem(422, inWords(fields), { code, fields });
}
