/** The JSON object that a page posts: its limit, and what is wrong with one that cannot be read. Which fields it has is the endpoint's business. */

import { readJson, readLimited } from './body.ts';
import { failure, type Outcome, success } from './errors.ts';

export const MAX_BODY_BYTES = 4_096;

/** An empty body counts as `{}`. `hint` is a sentence that says what to send, for the errors. */
export async function readPosted(request: Request, hint: string): Promise<Outcome<object>> {
  const body = await readLimited(request, MAX_BODY_BYTES);
  if (!body.ok && body.reason === 'too_large') {
    return failure('too_large', `The body is larger than ${MAX_BODY_BYTES} bytes. ${hint}`);
  }
  if (!body.ok) return failure('bad_request', 'The body could not be read as UTF-8 text. Send it again.');
  const json = body.text.trim() === '' ? {} : readJson(body.text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return failure('bad_request', `The body is not a JSON object. ${hint}`);
  }
  return success(json);
}

/** An own field only: what a program has put on `Object.prototype`, no page has posted. */
export function postedField(from: object, name: string): unknown {
  return Object.hasOwn(from, name) ? Reflect.get(from, name) : undefined;
}
