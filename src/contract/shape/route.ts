/**
 * Routes: descriptions of the platform's REST calls as data. They are the source of the emulator's validation, of the client's types and checks,
 * and of the OpenAPI documents.
 */

import { z } from 'zod';
import type { ErrorShape } from './errors.ts';

/** The two naming conventions that deployments use (docs/PLATFORM.md, Dialects). */
export type Dialect = 'service' | 'poly';

/** A value for both dialects, or one for each. */
export type ByDialect<T> = T | { readonly service: T; readonly poly: T };

/** The two services of the platform, which have separate keys. */
export type HostName = 'runtime' | 'builder';

/** Names of the keys in the option `keys` of `createPlatform()`. */
export type KeyName = 'chat' | 'conversations' | 'outbound' | 'events' | 'dni' | 'builder';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Properties that all calls of one family share. */
export interface Family {
  /** Title in the OpenAPI document. */
  readonly title: string;
  readonly description: string;
  readonly host: HostName;
  readonly key: KeyName;
  /** Name of the header with the key, in its exact case. */
  readonly keyHeader: ByDialect<string>;
  /** Name of the header with the connector token, which Chat needs in addition to the key. */
  readonly tokenHeader?: string;
  readonly errors: ByDialect<ErrorShape>;
  /** Shape of an error body with status 422, if that differs from other errors. */
  readonly errorsOf422?: ByDialect<ErrorShape>;
  /** True if a valid key without permission gets 403, false if it gets 401. */
  readonly forbids: boolean;
  /** Status for a body that is not a JSON object. */
  readonly notAnObject: 400 | 422;
  /** Status for a malformed id in the path. */
  readonly malformedId: 400 | 422;
  /** True if fields that the schema does not contain are refused with 422, false if they are ignored. */
  readonly refusesUnknownFields: ByDialect<boolean>;
  /** Code of a validation error, if the shape has codes. Default `SCHEMA_VALIDATION_FAILED`. */
  readonly validationCode?: string;
}

export interface Route<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly family: Family;
  /** Operation id in the OpenAPI document, unique over all families. */
  readonly name: string;
  readonly summary: string;
  /** Effects, states and errors that the schemas do not show, in plain English. */
  readonly description: string;
  /** Sections of the specification, for the OpenAPI document. */
  readonly sections: string;
  readonly method: Method;
  /** Path with parameters in braces, as in the specification: `/v1/alert-rules/{rule_id}`. */
  readonly path: string;
  /** Path in the dialect `poly`, if it differs. The emulator serves both. */
  readonly polyPath?: string;
  /** Parameters of the path without account_id and project_id, which are checked in the same way for all families. */
  readonly params: Params;
  readonly query: Query;
  /** The query in the dialect `poly`, if it differs. */
  readonly polyQuery?: Query;
  /** Body, with the field names of `service`; `noBody` if there is none. */
  readonly body: Body;
  /** The body in the dialect `poly`, if it differs in more than names. */
  readonly polyBody?: z.ZodType;
  /** Names of body fields in the dialect `poly`, by their names in `service`. */
  readonly polyNames?: Readonly<Record<string, string>>;
  /**
   * Parameters of the path with a different name or form in the dialect `poly`. Only the OpenAPI documents use this, because the emulator's
   * handlers check these parameters themselves.
   */
  readonly polyParams?: Readonly<Record<string, { readonly name?: string; readonly schema: z.ZodType }>>;
  /** Content types of a body that has no schema. */
  readonly rawBody?: readonly string[];
  /** Code of a validation error by the first part of the field's path, with `*` for any other. Default: the family's code. */
  readonly fieldCodes?: Readonly<Record<string, string>>;
  /** True if the body may be missing. */
  readonly bodyOptional?: boolean;
  /** Status of a successful response. A 204 has no body. */
  readonly status: 200 | 201 | 204;
  readonly answer: Answer;
  /** Error statuses of the call. */
  readonly failures: readonly number[];
  /** True if a POST may be sent twice without harm. The client then retries the call like a GET. */
  readonly repeatable?: boolean;
}

/** Returns the error code for invalid fields. Only the first field counts. */
export function validationCodeOf(
  { family, fieldCodes }: AnyRoute,
  fields: readonly { readonly field: string }[],
): string {
  const [first = ''] = fields.map(each => each.field.split('.', 1)[0] ?? '');
  return fieldCodes?.[first] ?? fieldCodes?.['*'] ?? family.validationCode ?? 'SCHEMA_VALIDATION_FAILED';
}

export const noFields = z.object({});
export const noBody = z.undefined();

/** Defines a route, with its exact type. */
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

/** Returns the shape of the family's error body for a status. */
export const errorShapeOf = (family: Family, dialect: Dialect, status: number): ErrorShape =>
  inDialect(status === 422 && family.errorsOf422 ? family.errorsOf422 : family.errors, dialect);

export const pathIn = (route: AnyRoute, dialect: Dialect): string =>
  dialect === 'poly' ? (route.polyPath ?? route.path) : route.path;

export const queryIn = (route: AnyRoute, dialect: Dialect): z.ZodObject =>
  dialect === 'poly' ? (route.polyQuery ?? route.query) : route.query;

export const bodyIn = (route: AnyRoute, dialect: Dialect): z.ZodType =>
  dialect === 'poly' ? (route.polyBody ?? route.body) : route.body;
