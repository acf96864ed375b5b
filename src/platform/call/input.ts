/** Checks the input of a call before it is sent. Its values and names must match the route's schemas, and JSON must be able to represent it. */

import { z } from 'zod';
import type { FieldProblem } from '../../contract/shape/errors.ts';
import { readFields } from '../../contract/shape/fields.ts';
import type { AnyRoute } from '../../contract/shape/route.ts';
import { nameHint } from '../../ui/i18n/did-you-mean.ts';
import { PlatformError } from './error.ts';

/** Returns the error of a call that was not sent. */
export function refused(route: AnyRoute, fields: readonly FieldProblem[], cause?: unknown): PlatformError {
  const words = fields.map(each => `${each.field}: ${each.message}`).join('; ');
  const message = `${route.name} was not sent. ${words}`;
  return new PlatformError({ status: 0, code: 'invalid_input', message, fields, cause });
}

/** Returns the value as the schema reads it. Throws for a field that the schema does not have, because it would be dropped silently. */
export function checked(route: AnyRoute, part: string, schema: z.ZodType, value: unknown): unknown {
  const read = readFields(schema, value);
  const unknown = unknownFields(schema, value, []);
  if (read.success && unknown.length === 0) return read.data;
  const wrong = (read.error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.') || part, message }));
  throw refused(route, [...unknown, ...wrong]);
}

/** Finds fields that the schema does not have. Records may have fields of any name. */
function unknownFields(schema: z.ZodType, value: unknown, way: readonly PropertyKey[]): readonly FieldProblem[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unknownFields(schema.unwrap() as z.ZodType, value, way);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((each, index) => unknownFields(schema.element as z.ZodType, each, [...way, index]));
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  const names = Object.keys(shape).filter(name => !isForbidden(shape[name]));
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field) return unknownFields(field, inner, [...way, name]);
    if (inner === undefined) return [];
    return [{ field: [...way, name].join('.'), message: `is no field of this call.${nameHint(name, names)}` }];
  });
}

/** Returns the value of a field that may hold any object. Throws if the caller has wrapped it, as in `{ variables: { variables: … } }`. */
export function direct<T>(route: AnyRoute, field: string, value: T): T {
  const [only, ...others] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const isWrapped = only?.[0] === field && others.length === 0 && typeof only[1] === 'object' && only[1] !== null;
  if (!isWrapped) return value;
  throw refused(route, [{ field, message: `must be given directly, without an object { ${field} } around it` }]);
}

/** Returns true for a field that the schema contains only to refuse it. */
const isForbidden = (schema: z.ZodType | undefined): boolean =>
  schema instanceof z.ZodOptional && schema.unwrap() instanceof z.ZodNever;

/** Returns the body as JSON. `given` is the body as the caller passed it, for errors. */
export function writeJson(route: AnyRoute, body: unknown, given: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const problem = unwritable(given, [], []) ?? { field: 'body', message: 'cannot be written as JSON' };
    throw refused(route, [problem], cause);
  }
}

/** Finds values that JSON cannot represent: a BigInt, or an object that contains itself. `above` are the objects that contain the value. */
function unwritable(value: unknown, way: readonly string[], above: readonly object[]): FieldProblem | undefined {
  const field = way.join('.');
  if (typeof value === 'bigint')
    return { field, message: 'is a BigInt, which JSON cannot hold: give a number or text' };
  if (typeof value !== 'object' || value === null || above.length > 100) return undefined;
  if (above.includes(value)) return { field, message: 'contains itself, which JSON cannot hold' };
  for (const [name, inner] of Object.entries(value)) {
    const found = unwritable(inner, [...way, name], [...above, value]);
    if (found) return found;
  }
  return undefined;
}
