/**
 * Verifies the notices of alerts that the platform posts (docs/PLATFORM.md, Webhooks). Uses only WebCrypto, so it runs in every runtime that has
 * `fetch`.
 */

import type { AlertNotice } from '../contract/shape/alert-notice.ts';

/** A store for the ids of events. It must keep them for at least six hours, because the platform may repeat a notice for that long. */
export interface EventStore {
  /** Stores the id, and returns true if it was stored before. If handling the notice fails, remove the id: the platform repeats the notice. */
  seen(eventId: string): boolean | Promise<boolean>;
}

export interface VerifyOptions {
  /** Store for the ids of events. Without one every delivery counts as new. */
  readonly store?: EventStore;
  /** Returns milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** Largest difference between the timestamp and now, in seconds. Default 300. */
  readonly toleranceSeconds?: number;
}

export type VerifiedWebhook =
  | {
      readonly ok: true;
      readonly eventId: string;
      /** True if this event was delivered before: answer 200 and do nothing. */
      readonly repeated: boolean;
      readonly notice: AlertNotice;
    }
  | {
      readonly ok: false;
      /**
       * `unsigned`: a header is missing or malformed · `stale`: the timestamp is too far from now · `forged`: no secret fits, or the body is over 1
       * MiB · `unreadable`: signed, but not JSON.
       */
      readonly reason: 'unsigned' | 'stale' | 'forged' | 'unreadable';
    };

const PREFIXES = ['x-service', 'x-polyai'];
const TOLERANCE_SECONDS = 300;
/** Largest accepted body. A notice has a few hundred bytes. */
const MOST_BYTES = 1_048_576;

/**
 * Checks the signature of a delivery. `secrets` is one secret; or two, the old and the new one, until all your servers have the new one. Reads the
 * body, so clone the request if you need it again. Answer 2xx if the result is `ok`, otherwise 401.
 */
export async function verifyWebhook(
  request: Request,
  secrets: string | readonly string[],
  { store, now = Date.now, toleranceSeconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const signed = readHeaders(request.headers);
  if (!signed) return { ok: false, reason: 'unsigned' };
  const { timestamp, signature, eventId } = signed;
  // Refuses a NaN as well: `<=` is false if tolerance or clock is not a number.
  if (!(Math.abs(now() / 1000 - Number(timestamp)) <= toleranceSeconds)) return { ok: false, reason: 'stale' };
  const body = await readBody(request);
  if (!body) return { ok: false, reason: 'forged' };
  const message = joined(new TextEncoder().encode(`${timestamp}.`), body);
  const fits = await Promise.all([secrets].flat().map(secret => isSignedWith(secret, message, signature)));
  if (!fits.includes(true)) return { ok: false, reason: 'forged' };
  const notice = parse(body);
  if (!notice) return { ok: false, reason: 'unreadable' };
  return { ok: true, eventId, repeated: (await store?.seen(eventId)) ?? false, notice };
}

function readHeaders(headers: Headers) {
  const prefix = PREFIXES.find(each => headers.has(`${each}-signature`));
  const timestamp = headers.get(`${prefix}-timestamp`) ?? '';
  const signature = fromHex(headers.get(`${prefix}-signature`) ?? '');
  const eventId = headers.get(`${prefix}-event-id`) ?? '';
  return /^\d{1,12}$/.test(timestamp) && signature && eventId ? { timestamp, signature, eventId } : undefined;
}

/** Reads 32 bytes in lower-case hex; undefined for anything else. */
function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-f]{64}$/.test(text)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(text.slice(index * 2, index * 2 + 2), 16));
}

/** Returns the body, or undefined if it is too large. The limit is needed because anyone can send a body before the signature is checked. */
async function readBody(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length')) > MOST_BYTES) return undefined;
  const reader = request.body?.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    size += next.value.length;
    pieces.push(new Uint8Array(next.value));
    if (size > MOST_BYTES) {
      await reader?.cancel();
      return undefined;
    }
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Returns true if the message is signed with this secret. WebCrypto's `verify` compares in constant time. */
async function isSignedWith(
  secret: string,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  // Refuses a secret that is not set: anyone could sign with an empty key.
  if (typeof secret !== 'string' || secret === '') return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, message);
}

function parse(body: Uint8Array): AlertNotice | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && 'event_type' in value ? (value as AlertNotice) : undefined;
  } catch {
    return undefined;
  }
}
