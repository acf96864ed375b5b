/**
 * HTTP bodies of the platform's calls (access-token, sessions) and of the broker's responses to pages. Readers take parsed JSON, return
 * undefined if a required field is missing, and never throw.
 */

import type { Dialect } from './events.ts';
import { field, type Json, readInt, readObject, readString, readText } from './json-fields.ts';
import { MAX_RETRY_AFTER_SECONDS } from './limits.ts';

export const ACCESS_TOKEN_PATH = '/api/v1/access-token';
export const SESSIONS_PATH = '/api/v1/sessions';
export const SOCKET_PATH = '/ws';

/** Response of the platform's access-token call (docs/PROTOCOL.md, Handshake). `expiresIn` is in seconds. */
export interface AccessToken {
  readonly accessToken: string;
  readonly expiresIn: number;
}

export function readAccessToken(value: unknown): AccessToken | undefined {
  const body = readObject(value);
  const accessToken = body && readText(body, 'access_token');
  // Refuses a token with a space or a line break, which would break the header and the address that contain it.
  if (!body || accessToken === undefined || !/^[\x21-\x7e]+$/.test(accessToken)) return undefined;
  const given = field(body, 'expires_in') ?? 3600;
  const expiresIn = /number|string/.test(typeof given) ? Math.floor(given as number) : 0;
  return expiresIn >= 1 && Number.isSafeInteger(expiresIn) ? { accessToken, expiresIn } : undefined;
}

export type Platform = 'web' | 'ios' | 'android' | 'ios-web' | 'android-web' | 'custom';
export type DeviceType = 'mobile' | 'tablet' | 'desktop';

/** Body of the sessions call; all of it is optional. */
export interface SessionRequest {
  readonly streamingEnabled: boolean;
  readonly platform: Platform;
  readonly deviceType?: DeviceType;
}

export function sessionRequestToWire(request: SessionRequest): object {
  return {
    streaming_enabled: request.streamingEnabled,
    platform: request.platform,
    ...(request.deviceType ? { device_type: request.deviceType } : {}),
  };
}

export function readSessionId(value: unknown): string | undefined {
  const body = readObject(value);
  return body && readText(body, 'session_id');
}

/** Returns the text of an `{"error": "…"}` body of the platform, or undefined. */
export function readPlatformError(value: unknown): string | undefined {
  const body = readObject(value);
  return body && readText(body, 'error');
}

/** Builds the socket's address, `wss://host/ws?access_token=…&session_id=…[&cursor=…]`, from the platform's http(s) base address. */
export function socketUrl(
  base: string,
  query: { accessToken: string; sessionId: string; cursor: number | null },
): string {
  const token = encodeURIComponent(query.accessToken);
  const session = encodeURIComponent(query.sessionId);
  const cursor = query.cursor === null ? '' : `&cursor=${query.cursor}`;
  const address = base.replace(/\/+$/, '').replace(/^http(s?)/i, (_, secure: string) => `ws${secure.toLowerCase()}`);
  return `${address}${SOCKET_PATH}?access_token=${token}&session_id=${session}${cursor}`;
}

// ---------------------------------------------------------------- the broker

/** Response of POST /token. */
export interface TokenGrant {
  readonly accessToken: string;
  /** Seconds until the access token expires. */
  readonly expiresIn: number;
  readonly messagingUrl: string;
  readonly dialect: Dialect;
  /** The access token, encrypted with a key of the broker. Unlike the token, it may be in browser storage. */
  readonly resumeTicket: string;
  /** Names of the optional endpoints that this broker offers, such as `probe` or `chat`. */
  readonly features: readonly string[];
}

export function tokenGrantToWire(grant: TokenGrant): object {
  return {
    access_token: grant.accessToken,
    expires_in: grant.expiresIn,
    token_type: 'Bearer',
    messaging_url: grant.messagingUrl,
    dialect: grant.dialect,
    resume_ticket: grant.resumeTicket,
    features: grant.features,
  };
}

export function readTokenGrant(value: unknown): TokenGrant | undefined {
  const body = readObject(value);
  const accessToken = body && readText(body, 'access_token');
  const messagingUrl = body && readText(body, 'messaging_url');
  if (!body || !accessToken || !messagingUrl) return undefined;
  const features = field(body, 'features');
  return {
    accessToken,
    expiresIn: readInt(body, 1, 'expires_in') ?? 3600,
    messagingUrl,
    dialect: readString(body, 'dialect') === 'poly' ? 'poly' : 'service',
    resumeTicket: readString(body, 'resume_ticket') ?? '',
    features: Array.isArray(features) ? features.filter(each => typeof each === 'string') : [],
  };
}

/** Response of POST /probe, which finds out why a socket did not open. */
export interface ProbeAnswer {
  /** HTTP status of the platform's answer to the handshake: 101 if a socket would open, 0 without an answer. */
  readonly status: number;
  /** Seconds to wait, if the platform said so; at most a day. */
  readonly retryAfter?: number;
}

export function probeAnswerToWire({ status, retryAfter }: ProbeAnswer): object {
  return { status, ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) };
}

/** Returns undefined if the status is neither an HTTP status nor 0. */
export function readProbeAnswer(value: unknown): ProbeAnswer | undefined {
  const body = readObject(value);
  const status = body && readInt(body, 0, 'status');
  if (!body || status === undefined || (status !== 0 && (status < 100 || status > 599))) return undefined;
  const retryAfter = readInt(body, 0, 'retry_after');
  return { status, ...(retryAfter === undefined ? {} : { retryAfter: limitedSeconds(retryAfter) }) };
}

/**
 * Work that a page must do before it gets a token, in the form of ALTCHA: find the number from 0 to `maxnumber` for which the SHA-256 hash of
 * `salt`, followed by the number in decimal digits, is `challenge`.
 */
export interface ProofOfWork {
  readonly algorithm: 'SHA-256';
  /** 64 hexadecimal digits. */
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}

/** The proof that a page must provide: a proof of work, or the token of the site's own captcha. */
export type Challenge = ({ readonly kind: 'work' } & ProofOfWork) | { readonly kind: 'token' };

/** Codes of the broker's error bodies; each has one HTTP status. */
export type BrokerErrorCode =
  | 'origin_not_allowed'
  | 'not_authorized'
  | 'challenge_required'
  | 'rate_limited'
  | 'bad_request'
  | 'ticket_outdated'
  | 'ticket_revoked'
  | 'proof_refused'
  | 'too_large'
  | 'number_invalid'
  | 'country_not_allowed'
  | 'no_number_free'
  | 'outcome_unknown'
  | 'upstream_rejected'
  | 'upstream_unavailable'
  | 'not_found'
  | 'not_configured'
  /** The Chat conversation was ended by the agent or by the page. */
  | 'chat_ended'
  /** The platform does not know the Chat conversation any more, or has timed it out. */
  | 'chat_expired'
  /** The platform's answer was not seen, so the message may have arrived. */
  | 'answer_lost';

export const BROKER_ERROR_STATUS: Readonly<Record<BrokerErrorCode, number>> = {
  origin_not_allowed: 403,
  not_authorized: 403,
  challenge_required: 403,
  rate_limited: 429,
  bad_request: 400,
  ticket_outdated: 400,
  ticket_revoked: 400,
  proof_refused: 400,
  too_large: 413,
  number_invalid: 400,
  country_not_allowed: 400,
  no_number_free: 503,
  outcome_unknown: 504,
  upstream_rejected: 502,
  upstream_unavailable: 503,
  not_found: 404,
  not_configured: 404,
  chat_ended: 410,
  chat_expired: 410,
  answer_lost: 504,
};

export interface BrokerErrorBody {
  readonly code: BrokerErrorCode;
  readonly message: string;
  /** Seconds to wait; absent if waiting does not help. */
  readonly retryAfter?: number;
  /** Set for `challenge_required`. */
  readonly challenge?: Challenge;
}

export function brokerErrorToWire(error: BrokerErrorBody): object {
  const { code, message, retryAfter, challenge } = error;
  return {
    error: {
      code,
      message,
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
      ...(challenge ? { challenge } : {}),
    },
  };
}

export function readBrokerError(value: unknown): BrokerErrorBody | undefined {
  const error = readErrorFields(value);
  return error && Object.hasOwn(BROKER_ERROR_STATUS, error.code) ? (error as BrokerErrorBody) : undefined;
}

/** Reads an error body with any code. */
export function readErrorFields(
  value: unknown,
): (Omit<BrokerErrorBody, 'code'> & { readonly code: string }) | undefined {
  const body = readObject(value);
  const error: Json | undefined = body && readObject(field(body, 'error'));
  const code = error && readText(error, 'code');
  if (!error || code === undefined) return undefined;
  const retryAfter = readInt(error, 0, 'retry_after');
  return {
    code,
    message: readString(error, 'message') ?? '',
    ...(retryAfter === undefined ? {} : { retryAfter: limitedSeconds(retryAfter) }),
  };
}

/** Limits a wait to a day. */
export const limitedSeconds = (seconds: number): number => Math.min(seconds, MAX_RETRY_AFTER_SECONDS);

/**
 * Returns the wait that a Retry-After header asks for, in seconds, at most a day. The header is a number, or an HTTP date, which is compared
 * with `now` (milliseconds). Returns undefined if the header is absent or unreadable. Checks the format of a date first, because Date.parse
 * would read `-5` as a year.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return limitedSeconds(Number(header));
  const at = /^\s*[a-z]{3,9},? .*\d\d:\d\d:\d\d/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : limitedSeconds(Math.max(0, Math.ceil((at - now) / 1000)));
}

/** Returns true for an address that may receive a token: `https:`, or `http:` on this machine. */
export function isSafePlatformUrl(url: string): boolean {
  const match = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^/:?#@[\]\s\\]+)(?::\d+)?(?:[/?#]|$)/i.exec(url);
  if (!match) return false;
  const host = (match[2] ?? '').toLowerCase();
  return match[1]?.toLowerCase() === 'https' || isLoopbackHost(host);
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
