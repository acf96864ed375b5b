/**
 * A call of the platform as data: both ends read it. The emulator routes and validates by it, the client takes its types and its checks from it, and
 * the OpenAPI documents are generated from it.
 */

import { z } from 'zod';
import type { ErrorShape } from './errors.ts';

/** The two spellings that deployments have (docs/PLATFORM.md, Dialects). */
export type Dialect = 'service' | 'poly';

/** One value for both dialects, or one for each. */
export type ByDialect<T> = T | { readonly service: T; readonly poly: T };

/** The platform is two services with separate keys. */
export type HostName = 'runtime' | 'builder';

/** Keys by the name of the option that holds them (`createPlatform({ keys })`). */
export type KeyName = 'chat' | 'conversations' | 'outbound' | 'events' | 'dni' | 'builder';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Facts that all calls of one family share. */
export interface Family {
  /** Title in the OpenAPI document. */
  readonly title: string;
  readonly description: string;
  readonly host: HostName;
  readonly key: KeyName;
  /** Header of the key, in its exact case. */
  readonly keyHeader: ByDialect<string>;
  /** Chat alone: the header of the connector token, which comes beside the key. */
  readonly tokenHeader?: string;
  readonly errors: ByDialect<ErrorShape>;
  /** Shape of a 422, if it differs. */
  readonly errorsOf422?: ByDialect<ErrorShape>;
  /** True: a known key without the right gets 403. False: it gets 401. */
  readonly forbids: boolean;
  /** Status for a body that is no JSON object. */
  readonly notAnObject: 400 | 422;
  /** Status for a malformed id in the path. */
  readonly malformedId: 400 | 422;
  /** True: a field that the body does not have is refused with 422. False: it is ignored. */
  readonly refusesUnknownFields: ByDialect<boolean>;
  /** Code of a validation error where the shape has codes. Default `SCHEMA_VALIDATION_FAILED`. */
  readonly validationCode?: string;
}

export interface Route<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly family: Family;
  /** Operation id in the OpenAPI document: unique over all families. */
  readonly name: string;
  readonly summary: string;
  /** Plain English: effects, states and errors that the schemas do not tell. */
  readonly description: string;
  /** Sections of the specification, for the document. */
  readonly sections: string;
  readonly method: Method;
  /** With parameters in braces, as the specification writes it: `/v1/alert-rules/{rule_id}`. */
  readonly path: string;
  /** Path in the dialect `poly`, if it differs; the emulator answers both. */
  readonly polyPath?: string;
  /** Parameters of the path, without account_id and project_id, which are checked for all families alike. */
  readonly params: Params;
  readonly query: Query;
  /** `noBody` where there is none. Field names are those of `service`. */
  readonly body: Body;
  /** The body in the dialect `poly`, if it differs in more than names. */
  readonly polyBody?: z.ZodType;
  /** Names of body fields in the dialect `poly`, by their names in `service`. */
  readonly polyNames?: Readonly<Record<string, string>>;
  /** Content types of a body that is taken as it is, without a schema. */
  readonly rawBody?: readonly string[];
  /** Codes of a validation error by the first part of the field, `*` for any other. Default: the family's. */
  readonly fieldCodes?: Readonly<Record<string, string>>;
  /** A body may be missing. */
  readonly bodyOptional?: boolean;
  /** Status of success; 204 has no body. */
  readonly status: 200 | 201 | 204;
  readonly answer: Answer;
  /** Other statuses that the call may answer with, 401 included. */
  readonly failures: readonly number[];
  /** A repeat does no harm, though the method is POST: the client may repeat it as it repeats GET. */
  readonly repeatable?: boolean;
}

/** Code of a validation error of these fields. */
export function validationCodeOf(
  { family, fieldCodes }: AnyRoute,
  fields: readonly { readonly field: string }[],
): string {
  const [first = ''] = fields.map(each => each.field.split('.', 1)[0] ?? '');
  return fieldCodes?.[first] ?? fieldCodes?.['*'] ?? family.validationCode ?? 'SCHEMA_VALIDATION_FAILED';
}

export const noFields = z.object({});
export const noBody = z.undefined();

/** Gives a route its exact type. */
export function defineRoute<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(route: Route<Params, Query, Body, Answer>): Route<Params, Query, Body, Answer> {
  return route;
}

/** A route of any type. */
export type AnyRoute = Route;

export type ParamsOf<R extends AnyRoute> = z.output<R['params']>;
export type QueryOf<R extends AnyRoute> = z.output<R['query']>;
export type BodyOf<R extends AnyRoute> = z.output<R['body']>;
export type AnswerOf<R extends AnyRoute> = z.output<R['answer']>;

export function inDialect<T extends string | boolean>(value: ByDialect<T>, dialect: Dialect): T {
  return typeof value === 'object' ? value[dialect] : value;
}

/** Shape of the error body that the family answers a status with. */
export const errorShapeOf = (family: Family, dialect: Dialect, status: number): ErrorShape =>
  inDialect(status === 422 && family.errorsOf422 ? family.errorsOf422 : family.errors, dialect);

export const pathIn = (route: AnyRoute, dialect: Dialect): string =>
  dialect === 'poly' ? (route.polyPath ?? route.path) : route.path;

export const bodyIn = (route: AnyRoute, dialect: Dialect): z.ZodType =>
  dialect === 'poly' ? (route.polyBody ?? route.body) : route.body;
