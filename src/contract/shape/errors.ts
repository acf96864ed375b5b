/** The seven formats of an error body (docs/PLATFORM.md, Errors). The emulator writes them; the client reads them. */

/**
 * The families that use each format. `envelope` Chat, Conversations v2 and v3, and the builder families in `poly` · `builder` Agents, Alerts and
 * Webhook endpoints · `message` Concurrent Calls, Handoff state, External Events, bridge-ended and Conversations v1 · `coded` Outbound Calling ·
 * `titled` DNI · `text` Messaging · `detail` a 422 of Alerts in `poly`.
 */
export type ErrorShape = 'envelope' | 'builder' | 'message' | 'coded' | 'titled' | 'text' | 'detail';

export interface FieldProblem {
  /** Dotted path of the field, such as `metadata.order`. */
  readonly field: string;
  readonly message: string;
}

export interface ErrorFacts {
  readonly status: number;
  readonly message: string;
  /** Code of the error; empty if the family has none. */
  readonly code: string;
  readonly fields: readonly FieldProblem[];
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Returns an error body in the given format. `id` is the call's correlation id. */
export function errorBody(shape: ErrorShape, { status, message, code, fields }: ErrorFacts, id: string): object {
  switch (shape) {
    case 'envelope':
      return { success: false, error: message, error_id: id, error_code: code, error_message: message, data: null };
    case 'builder':
      return { message, errors: fields };
    case 'message':
      return { error_message: message };
    case 'coded':
      return { error: message, code };
    case 'titled':
      return { success: false, error: TITLES[status] ?? `Error ${status}`, message };
    case 'text':
      return { error: message };
    case 'detail':
      return { detail: detailOf(message, fields) };
  }
}

function detailOf(message: string, fields: readonly FieldProblem[]): readonly object[] {
  const items = fields.length > 0 ? fields : [{ field: '', message }];
  return items.map(each => ({
    loc: ['body', ...each.field.split('.').filter(Boolean)],
    msg: each.message,
    type: 'value_error',
  }));
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textIn = (body: Fields, name: string): string | undefined => {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
const listIn = (body: Fields, name: string): readonly Fields[] => {
  const value = body[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
};

/** Reads an error body of any shape. Derives the error from the status if `body` is undefined, because there was no body or it was not JSON. */
export function readErrorBody(status: number, body: unknown): ErrorFacts {
  const read = isObject(body) ? body : {};
  const details = listIn(read, 'detail');
  const message =
    textIn(read, 'error_message') ??
    textIn(read, 'message') ??
    textIn(read, 'error') ??
    textIn(read, 'detail') ??
    details.map(each => textIn(each, 'msg')).find(Boolean) ??
    TITLES[status] ??
    `The platform answered with status ${status}.`;
  const fields = [
    ...listIn(read, 'errors').map(each => ({
      field: textIn(each, 'field') ?? '',
      message: textIn(each, 'message') ?? '',
    })),
    ...details.map(each => ({ field: fieldOf(each.loc), message: textIn(each, 'msg') ?? '' })),
  ];
  return { status, message, code: textIn(read, 'error_code') ?? textIn(read, 'code') ?? '', fields };
}

/** Returns the field's dotted path: `['body', 'name']` → `name`. */
function fieldOf(loc: unknown): string {
  if (!Array.isArray(loc)) return '';
  return loc.filter((part, index) => index > 0 || part !== 'body').join('.');
}
