/** The one owner of what a text from elsewhere may be on a terminal, and codes of the system in words. */

import type { NoReply } from './ports.ts';

const MAX_QUOTE = 120;

/** A text in one line and without anything that a terminal obeys: control characters, marks of direction, what has no width, half characters. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Characters of a secret that give it away: an answer may quote only a part of it. */
const TELLING = 16;

/** A text that is fit for a terminal, with `(hidden)` in place of each secret. */
export function clean(text: string, secrets: readonly string[]): string {
  return plain(secrets.reduce(withoutSecret, text));
}

function withoutSecret(text: string, secret: string): string {
  if (secret === '') return text;
  const [before = '', ...after] = text.split(secret.slice(0, TELLING));
  const tail = secret.slice(TELLING);
  const rests = after.map(rest => rest.slice(sharedStart(rest, tail)));
  return [before, ...rests].join('(hidden)');
}

function sharedStart(text: string, other: string): number {
  let length = 0;
  while (length < other.length && text[length] === other[length]) length++;
  return length;
}

/** A text of somebody else's: plain, and short. */
export function brief(text: string): string {
  const line = plain(text);
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
}

export const quoted = (text: string): string => `"${brief(text)}"`;

/** An address without user name, query and fragment: any of them may hold a secret. */
export function shown(address: string): string {
  if (!URL.canParse(address)) return quotedAddress(address);
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === '/' ? '' : brief(pathname)}`;
}

/** As `shown`, of what is no http(s) address. */
export function quotedAddress(address: string): string {
  return quoted(address.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//'));
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no way to that machine',
  ENETUNREACH: 'there is no way to that network',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  EPROTO: 'what answers there does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what answers there does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what answers there does not speak TLS',
  HPE_INVALID_CONSTANT: 'what answers there does not speak HTTP',
  timeout: 'no answer in time',
  closed: 'the connection was closed before there was an answer',
  too_large: 'the answer is far too large',
  unreadable: 'the answer cannot be read',
};

/** As a part of a sentence. */
export function because({ cause }: NoReply): string {
  return CAUSES[cause] ?? `the network says ${cause}`;
}

/** The media type of a Content-Type header in lower case, without parameters, and fit to be told. */
export function mediaType(headers: Headers): string {
  return brief((headers.get('content-type') ?? '').replace(/;.*$/s, '')).toLowerCase();
}

/** Parsed JSON that is an object, or undefined. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether an address leads to the machine that asks. */
export function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.test(new URL(address).hostname);
}
