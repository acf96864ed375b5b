/** Ready-made checks of captcha tokens: Turnstile, hCaptcha, reCAPTCHA. All three services have the same interface, `siteverify`. */

import type { FetchPort } from '../endpoints/ask-platform.ts';
import { parseJsonBody, readLimitedBody } from '../endpoints/request-body.ts';

/** The page that presents a token. */
export interface TokenBearer {
  /** The page's origin, which is allowed. */
  readonly origin: string;
  /** The client's IP address; undefined if the host does not know it. */
  readonly address: string | undefined;
}

/** Returns true if the token is valid. Throws or is rejected if the token cannot be checked; the page is then told to try again later. */
export type Verify = (token: string, bearer: TokenBearer) => boolean | Promise<boolean>;

/** Settings of a ready-made check. */
export interface VerifierOptions {
  /** The secret key that the service has given you for this site. It is sent to the service only. */
  readonly secret: string;
  /**
   * Address at which the service checks tokens. Default: the service's own. Use `https://www.recaptcha.net/recaptcha/api/siteverify` in countries
   * that block Google.
   */
  readonly url?: string;
  /** Calls the service. Default: the global fetch. */
  readonly fetch?: FetchPort;
}

/** Settings of a check of reCAPTCHA. */
export interface RecaptchaOptions extends VerifierOptions {
  /** Lowest score that is accepted, from 0 to 1. Default 0.5. Keys of version 2 have no score. */
  readonly minScore?: number;
  /** The action for which the page must have requested the token. Default: any. */
  readonly action?: string;
}

/** A check that could not be made. The message contains no secret and no token. */
export class VerifierError extends Error {}

/** Checks tokens of Cloudflare Turnstile. */
export function verifyTurnstile(options: VerifierOptions): Verify {
  const verify = createVerifier(
    'verifyTurnstile',
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    options,
  );
  return async (token, bearer) => (await verify(token, bearer)) !== undefined;
}

/** Checks tokens of hCaptcha. */
export function verifyHcaptcha(options: VerifierOptions): Verify {
  const verify = createVerifier('verifyHcaptcha', 'https://api.hcaptcha.com/siteverify', options);
  return async (token, bearer) => (await verify(token, bearer)) !== undefined;
}

/** Checks tokens of reCAPTCHA, version 2 or 3. */
export function verifyRecaptcha(options: RecaptchaOptions): Verify {
  const verify = createVerifier('verifyRecaptcha', 'https://www.google.com/recaptcha/api/siteverify', options);
  const { minScore = 0.5, action } = options;
  return async (token, bearer) => {
    const answer = await verify(token, bearer);
    if (!answer) return false;
    const isLikely = answer.score === undefined || (typeof answer.score === 'number' && answer.score >= minScore);
    return isLikely && (action === undefined || answer.action === action);
  };
}

interface Answer {
  readonly success?: unknown;
  readonly score?: unknown;
  readonly action?: unknown;
  readonly 'error-codes'?: unknown;
}

const MAX_ANSWER_BYTES = 16_384;

/** Returns a function that resolves with the service's answer if the token is valid, otherwise with undefined. */
function createVerifier(name: string, address: string, options: VerifierOptions) {
  const { secret, url = address } = options ?? {};
  if (typeof secret !== 'string' || secret === '') throw new TypeError(`${name}: give the secret key of the service.`);
  // Wrapped, because some runtimes refuse a fetch that is called as a method of another object.
  const call: FetchPort = options.fetch ?? ((target, init) => fetch(target, init));
  return async (token: string, bearer: TokenBearer): Promise<Answer | undefined> => {
    const remote = bearer.address === undefined ? {} : { remoteip: bearer.address };
    const response = await call(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret, response: token, ...remote }).toString(),
      redirect: 'manual',
    });
    const answer = await readAnswer(response);
    if (answer.success === true) return answer;
    if (String(answer['error-codes']).includes('input-secret'))
      throw new VerifierError(`the service refuses the secret of ${name}`);
    return undefined;
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const body = await readLimitedBody(response, MAX_ANSWER_BYTES);
  const answer = body.ok ? parseJsonBody(body.text) : undefined;
  if (!response.ok || typeof answer !== 'object' || answer === null)
    throw new VerifierError(`the service answers ${response.status} without a result`);
  return answer;
}
