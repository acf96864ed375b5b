/** Request and response bodies: read up to a limit, and parsed as the JSON object that a page posts. */

import { failure, type Outcome, success } from './responses.ts';

/**
 * The text of a body, or the reason why there is none. `unreadable`: the body is not UTF-8. `broken`: the connection ended before the body did,
 * because of `error`.
 */
export type BodyText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'too_large' | 'unreadable' }
  | { readonly ok: false; readonly reason: 'broken'; readonly error: unknown };

export async function readLimitedBody(from: Request | Response, maxBytes: number): Promise<BodyText> {
  if (Number(from.headers.get('Content-Length')) > maxBytes) return { ok: false, reason: 'too_large' };
  if (from.body === null) return { ok: true, text: '' };
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = from.body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > maxBytes) {
        // Not awaited, because a sender that never stops would delay the response.
        reader.cancel().catch(() => {});
        return { ok: false, reason: 'too_large' };
      }
      parts.push(part.value);
    }
  } catch (error) {
    return { ok: false, reason: 'broken', error };
  }
  return decodeText(parts);
}

function decodeText(parts: readonly Uint8Array[]): BodyText {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return { ok: true, text: parts.map(part => decoder.decode(part, { stream: true })).join('') + decoder.decode() };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}

/** Returns the parsed JSON; undefined if the text is not JSON. */
export function parseJsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const MAX_BODY_BYTES = 5_120;

/** Reads the JSON object of a request. An empty body counts as `{}`. `hint` is the last sentence of the error messages and says what to send. */
export async function readPostedObject(
  request: Request,
  hint: string,
  maxBytes = MAX_BODY_BYTES,
): Promise<Outcome<object>> {
  const body = await readLimitedBody(request, maxBytes);
  if (!body.ok && body.reason === 'too_large') {
    return failure('too_large', `The body is larger than ${maxBytes} bytes. ${hint}`);
  }
  if (!body.ok) return failure('bad_request', 'The body could not be read as UTF-8 text. Send it again.');
  const json = body.text.trim() === '' ? {} : parseJsonBody(body.text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return failure('bad_request', `The body is not a JSON object. ${hint}`);
  }
  return success(json);
}

/** Reads the field `attributes`: pairs of texts, as `identify()` takes them. Absent, there are none. `hint`: as above. */
export function readPairs(from: object, hint: string, most?: number): Outcome<Readonly<Record<string, string>>> {
  const given = postedField(from, 'attributes') ?? {};
  const isObject = typeof given === 'object' && !Array.isArray(given);
  const pairs: [string, unknown][] = isObject ? Object.entries(given) : [['', undefined]];
  const isTooLong = most !== undefined && pairs.length > most;
  if (isTooLong || !pairs.every(([name, value]) => name !== '' && typeof value === 'string'))
    return failure('bad_request', `attributes are not ${most ? `up to ${most} ` : ''}pairs of texts. ${hint}`);
  return success(Object.fromEntries(pairs) as Record<string, string>);
}

/** Reads own fields only: fields of `Object.prototype` were not posted. */
export function postedField(from: object, name: string): unknown {
  return Object.hasOwn(from, name) ? Reflect.get(from, name) : undefined;
}
