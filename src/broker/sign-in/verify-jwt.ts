/** A ready-made `authorize`, which checks the JWT that the visitor has got from the site's own sign-in. */

import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { isSafePlatformUrl } from '../../protocol/http-api.ts';
import type { FetchPort } from '../endpoints/ask-platform.ts';
import { readCookies } from '../tickets/ticket-cookies.ts';
import type { Authorize } from './identify.ts';

/** Milliseconds for fetching the keys, less than the 5 s that `authorize` may take. */
const KEYS_TIMEOUT_MS = 4_000;
const DEFAULT_TOLERANCE_SECONDS = 60;
const MAX_TOLERANCE_SECONDS = 300;

/** Accepted signatures: only those with a public key. With a shared secret, whoever can check tokens could also issue them. */
const ALGORITHMS = [
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
  ...['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'],
];

/** Settings of `verifyJwt`. */
export interface JwtOptions {
  /** The issuers whose tokens are accepted, as in the claim `iss`. */
  readonly issuer: string | readonly string[];
  /** The audiences for which a token may be issued, as in the claim `aud`. */
  readonly audience: string | readonly string[];
  /**
   * https address of the issuer's public keys (JWK Set). They are cached for ten minutes. For an unknown key they are fetched again, at most every
   * 30 s.
   */
  readonly jwksUrl: string;
  /** Name of the cookie with the token. Default: the token is in the header `Authorization: Bearer`. */
  readonly cookie?: string;
  /** `true` refuses visitors without a token; `false` treats them as anonymous. An invalid token is always refused. Default `true`. */
  readonly required?: boolean;
  /** Seconds by which the issuer's clock may differ, from 0 to 300. Default 60. */
  readonly clockTolerance?: number;
  /** Fetches the keys. Default: the global fetch. */
  readonly fetch?: FetchPort;
}

/** Checks signature, issuer, audience and times of a visitor's JWT. Its claim `sub` is the subject. Throws a TypeError if a setting is wrong. */
export function verifyJwt(options: JwtOptions): Authorize {
  const problems = checkJwtOptions(options ?? {});
  if (problems.length > 0) throw new TypeError(problems.map(each => `verifyJwt: ${each}`).join('\n'));
  const { issuer, audience, jwksUrl, cookie, required = true, clockTolerance = DEFAULT_TOLERANCE_SECONDS } = options;
  // Wrapped, because some runtimes refuse a fetch that is called as a method of another object.
  const call: FetchPort = options.fetch ?? ((url, init) => fetch(url, init));
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: KEYS_TIMEOUT_MS, [customFetch]: call });
  const rules = {
    issuer: [issuer].flat(),
    audience: [audience].flat(),
    algorithms: ALGORITHMS,
    clockTolerance,
    requiredClaims: ['sub', 'exp'],
  };
  return async ({ headers }) => {
    const token = cookie === undefined ? bearerOf(headers) : readCookies(headers.get('Cookie') ?? '').get(cookie);
    if (token === undefined || token === '') return required ? false : undefined;
    try {
      const { payload } = await jwtVerify(token, keys, rules);
      return { subject: String(payload.sub) };
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  };
}

/** Returns true if the token is invalid; false if the keys could not be fetched. */
function isRefusal(error: unknown): boolean {
  const isOfKeys = /^ERR_(?:JWKS_TIMEOUT|JWKS_INVALID|JOSE_GENERIC)$/;
  return error instanceof errors.JOSEError && !isOfKeys.test(error.code);
}

function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1];
}

/** Returns a sentence for each wrong setting. It begins with the name of the setting. */
export function checkJwtOptions(options: Partial<Readonly<Record<keyof JwtOptions, unknown>>>): readonly string[] {
  const { issuer, audience, jwksUrl, cookie, required, clockTolerance = 0, fetch: port } = options;
  const isTolerance =
    typeof clockTolerance === 'number' && clockTolerance >= 0 && clockTolerance <= MAX_TOLERANCE_SECONDS;
  const rows: readonly (readonly [boolean, string])[] = [
    [isTextList(issuer), 'issuer must be a text or a list of texts, the claim iss of the tokens.'],
    [isTextList(audience), 'audience must be a text or a list of texts, the claim aud of the tokens.'],
    [isKeysUrl(jwksUrl), 'jwksUrl must be the https address of a JWK Set (http only on this machine).'],
    [cookie === undefined || isCookieName(cookie), 'cookie must be the name of a cookie.'],
    [required === undefined || typeof required === 'boolean', 'required must be true or false.'],
    [isTolerance, `clockTolerance must be a number of seconds from 0 to ${MAX_TOLERANCE_SECONDS}.`],
    [port === undefined || typeof port === 'function', 'fetch must be a function.'],
  ];
  return rows.flatMap(([holds, problem]) => (holds ? [] : [problem]));
}

function isTextList(value: unknown): boolean {
  const list = [value].flat();
  return list.length > 0 && list.every(each => typeof each === 'string' && each !== '');
}

function isKeysUrl(value: unknown): boolean {
  return typeof value === 'string' && isSafePlatformUrl(value) && URL.canParse(value);
}

const isCookieName = (value: unknown): boolean => typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value);
