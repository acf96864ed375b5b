/** The error responses of a call in its OpenAPI document: a description for each status, and the body in the family's format. */

import { z } from 'zod';
import type { ErrorShape } from '../../contract/shape/errors.ts';
import { type AnyRoute, bodyIn, type Dialect, errorShapeOf } from '../../contract/shape/route.ts';

const text = (description: string) => ({ type: 'string', description });
const failed = { type: 'boolean', const: false, description: 'Always false.' };

const objectOf = (properties: Readonly<Record<string, object>>, description: string): object => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties),
});

const WORDS = text('The reason in words.');
const fields = {
  type: 'array',
  description: 'Fields that were refused; may be empty.',
  items: objectOf(
    { field: text('Dotted path of the field.'), message: text('Why it was refused.') },
    'A field, as a dotted path, and the reason.',
  ),
};
const details = {
  type: 'array',
  description: 'One entry for each field that was refused.',
  items: objectOf(
    {
      loc: { type: 'array', items: { type: 'string' }, description: 'Path of the field, from `body` on.' },
      msg: text('Why it was refused.'),
      type: text('Kind of the error.'),
    },
    'A field, as a path, and the reason.',
  ),
};

/** Component name and schema of each error format. */
const SHAPES: Readonly<Record<ErrorShape, { readonly name: string; readonly schema: object }>> = {
  envelope: {
    name: 'EnvelopeError',
    schema: objectOf(
      {
        success: failed,
        error: WORDS,
        error_id: text('Correlation id of the call.'),
        error_code: text('Code of the reason; may be empty.'),
        error_message: text('The same words as `error`.'),
        data: { type: 'null', description: 'Always null.' },
      },
      '`error` and `error_message` are the same words; `error_id` is the correlation id.',
    ),
  },
  builder: { name: 'BuilderError', schema: objectOf({ message: WORDS, errors: fields }, 'Words and refused fields.') },
  message: { name: 'MessageError', schema: objectOf({ error_message: WORDS }, 'Words.') },
  coded: {
    name: 'CodedError',
    schema: objectOf({ error: WORDS, code: text('Code of the reason.') }, 'Words and a code.'),
  },
  titled: {
    name: 'TitledError',
    schema: objectOf(
      { success: failed, error: text('Name of the status, such as `Not Found`.'), message: WORDS },
      '`error` is the name of the status.',
    ),
  },
  text: { name: 'TextError', schema: objectOf({ error: WORDS }, 'Words.') },
  detail: { name: 'DetailError', schema: objectOf({ detail: details }, 'One entry for each refused field.') },
};

/** Returns the schemas, by component name, that the error responses of these routes refer to. */
export function errorSchemas(routes: readonly AnyRoute[], dialect: Dialect): Readonly<Record<string, object>> {
  const shapes = routes.flatMap(route =>
    failuresOf(route, dialect).map(status => errorShapeOf(route.family, dialect, status)),
  );
  return Object.fromEntries(shapes.map(shape => [SHAPES[shape].name, SHAPES[shape].schema]));
}

interface ErrorResponse {
  readonly description: string;
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
}

export function errorResponses(route: AnyRoute, dialect: Dialect): Record<string, ErrorResponse> {
  return Object.fromEntries(
    failuresOf(route, dialect).map(status => {
      const { name } = SHAPES[errorShapeOf(route.family, dialect, status)];
      return [
        status,
        {
          description: REASONS[status] ?? `Status ${status}.`,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
        },
      ];
    }),
  );
}

/** Returns the error statuses of a call. Every call with a body may be refused with 413. */
function failuresOf(route: AnyRoute, dialect: Dialect): readonly number[] {
  const hasBody = route.rawBody !== undefined || !(bodyIn(route, dialect) instanceof z.ZodUndefined);
  return hasBody ? [...route.failures, 413] : route.failures;
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'A parameter or a field is missing or wrong.',
  401: 'The key is missing or unknown.',
  403: 'The key lacks the permission.',
  404: 'Not found.',
  409: 'The state forbids it.',
  410: 'The conversation is over.',
  412: 'A stage before this one is missing.',
  413: 'The body is larger than 1 MiB.',
  422: 'A malformed id, or a body that is no JSON object or has an unknown field.',
  429: 'Too many calls; Retry-After says when to try again.',
  500: 'The platform failed.',
  501: 'Not offered.',
  502: 'A service behind the platform failed.',
};
