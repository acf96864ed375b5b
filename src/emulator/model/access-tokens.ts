/** Connectors and access tokens: who may request a token, its owner, and its expiry. */

import type { Environment } from '../../contract/shape/fields.ts';
import { readBody } from './json-body.ts';
import type { Connector, PlatformSettings } from './options.ts';
import { type Bucket, createBucket } from './token-bucket.ts';

/** Answer to an HTTP call. `body` is sent as JSON. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: object;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number;
}

export interface User {
  readonly id: string;
  readonly expiresAt: number;
  readonly bucket: Bucket;
  /** Environment of the connector that the token is from. */
  readonly environment: Environment;
}

export interface Tokens {
  /** The access-token call. Every success mints a new anonymous user. */
  issue(at: number, headers: AccessTokenHeaders): HttpAnswer;
  /** Returns the owner of a token; undefined if it is unknown, tampered with or expired. */
  userOf(at: number, accessToken: string): User | undefined;
}

/** The headers that the call reads, and its body. */
export interface AccessTokenHeaders {
  /** X-Token. */
  readonly connectorToken: string | null;
  /** X-Host. */
  readonly host: string | null;
  /** The body as text. Default empty. */
  readonly body?: string;
}

/** From this number of tokens on, expired tokens are removed before a new one is made. */
const SWEEP_AT = 10_000;

export function refusal(status: number, error: string): HttpAnswer {
  return { status, body: { error } };
}

export function rateLimited(waitMs: number): HttpAnswer {
  return { ...refusal(429, 'rate limit exceeded'), retryAfter: Math.ceil(waitMs / 1000) };
}

export function createTokens(settings: PlatformSettings): Tokens {
  const users = new Map<string, User>();
  const buckets = new Map<string, Bucket>();

  function mint(at: number, { environment = 'live' }: Connector): HttpAnswer {
    const expiresAt = at + settings.tokenLifetimeSeconds * 1000;
    const id = settings.random.uuid();
    if (users.size >= SWEEP_AT) for (const [token, user] of users) if (user.expiresAt <= at) users.delete(token);
    const accessToken = tokenText(id, at, expiresAt, settings.random.uuid() + settings.random.uuid());
    users.set(accessToken, { id, expiresAt, bucket: createBucket(settings.httpRate, at), environment });
    return {
      status: 200,
      body: { access_token: accessToken, expires_in: settings.tokenLifetimeSeconds, token_type: 'Bearer' },
    };
  }

  function waitFor(connector: Connector, at: number): number {
    const bucket = buckets.get(connector.token) ?? createBucket(settings.httpRate, at);
    buckets.set(connector.token, bucket);
    return bucket.take(at);
  }

  return {
    issue(at, { connectorToken, host, body = '' }) {
      if (!connectorToken || !host) return refusal(401, 'Missing authentication headers');
      const connector = settings.connectors.find(each => each.token === connectorToken);
      if (!connector) return refusal(401, 'Connector token does not exist');
      if (!connector.host) return refusal(401, 'Connector missing host domain');
      if (!matchesHost(host, connector.host)) return refusal(401, 'Failed to validate connector');
      const waitMs = waitFor(connector, at);
      if (waitMs > 0) return rateLimited(waitMs);
      return readBody(body) ? mint(at, connector) : refusal(400, 'Error parsing request');
    },
    userOf(at, accessToken) {
      const user = users.get(accessToken);
      return user && at < user.expiresAt ? user : undefined;
    },
  };
}

/** Returns true for the registered domain and its subdomains. Ignores a scheme, a port and a path in either text. */
function matchesHost(host: string, registered: string): boolean {
  const asked = bareHost(host);
  const own = bareHost(registered);
  return asked === own || asked.endsWith(`.${own}`);
}

/** `www.shop.example` for `https://www.Shop.example:8443/`; an app namespace such as `com.example.app` stays as it is. */
function bareHost(text: string): string {
  return text.toLowerCase().replace(/^[a-z][a-z\d+.-]*:\/\/|(:\d+)?(\/.*)?$/g, '');
}

/** Returns a token of three base64url parts, like the platform's own. The emulator never reads them: it looks the whole token up in a map. */
function tokenText(userId: string, at: number, expiresAt: number, noise: string): string {
  const part = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const seconds = (instant: number) => Math.floor(instant / 1000);
  return [
    part(JSON.stringify({ alg: 'HS256', typ: 'JWT' })),
    part(JSON.stringify({ sub: userId, iat: seconds(at), exp: seconds(expiresAt) })),
    part(noise),
  ].join('.');
}
