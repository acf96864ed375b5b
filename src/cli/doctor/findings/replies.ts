/** Reads replies, and describes missing ones. */

import { isLoopbackHost } from '../../../protocol/http-api.ts';
import { type Json, readObject } from '../../../protocol/json-fields.ts';
import { excerpt } from '../../command/safe-text.ts';
import type { NoReply } from './ports.ts';

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

/** Describes the cause as a part of a sentence. */
export function describeCause({ cause }: NoReply): string {
  return CAUSES[cause] ?? `the network says ${cause}`;
}

/** Returns the media type of a Content-Type header in lower case, without parameters, safe to print. */
export function mediaType(headers: Headers): string {
  return excerpt((headers.get('content-type') ?? '').replace(/;.*$/s, '')).toLowerCase();
}

/** Returns a JSON object, or undefined for any other text. */
export function jsonObject(text: string): Json | undefined {
  return readObject(parseJson(text));
}

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns true for an address on this machine. */
export function isLoopback(address: string): boolean {
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}
