/** Types of a call of a REST family, and the binding of a handler to its route. */

import type { z } from 'zod';
import type { FieldProblem } from '../../contract/shape/errors.ts';
import type { Environment } from '../../contract/shape/fields.ts';
import type { AnyRoute, BodyOf, Dialect, ParamsOf, QueryOf } from '../../contract/shape/route.ts';
import type { Project } from '../store/projects.ts';
import type { Core } from '../store/state.ts';

/** A request that has been read but not checked. */
export interface RawCall {
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A successful response. `pieces` is the body of a chunked one, as JSON text. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly pieces?: Iterable<string>;
}

/** A call that has passed all checks. */
export interface Call<R extends AnyRoute> {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly dialect: Dialect;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The project that the path names; the demo's own project if it names none. */
  readonly project: Project;
  /** Environment of the connector token; `live` for families without one. */
  readonly environment: Environment;
  readonly raw: RawCall;
}

export type Handle<R extends AnyRoute> = (core: Core, call: Call<R>) => Answer;

export interface Handler {
  readonly route: AnyRoute;
  readonly run: Handle<AnyRoute>;
}

/** Binds a handler to its route. */
export function handle<R extends AnyRoute>(route: R, run: Handle<R>): Handler {
  // The checks in serve.ts guarantee that the call has the route's types.
  return { route, run: run as Handle<AnyRoute> };
}

/** Lists a schema's errors, each with the path of its field. */
export function fieldProblems(error: z.ZodError): readonly FieldProblem[] {
  return error.issues.flatMap(issue => {
    const at = issue.path.join('.');
    if (issue.code !== 'unrecognized_keys') return [{ field: at, message: issue.message }];
    return issue.keys.map(key => ({ field: at ? `${at}.${key}` : key, message: 'is no field of this call' }));
  });
}

/** Joins the errors into one line: `to_number: must be …; encryption: …`. */
export const inWords = (fields: readonly FieldProblem[]): string =>
  fields.map(each => (each.field ? `${each.field}: ${each.message}` : each.message)).join('; ');
