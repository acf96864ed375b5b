/** Identifies the visitor who requests a token, by the option `authorize`. */

import { base64url } from 'jose';
import { type DelayPort, networkCause, withTimeout } from '../endpoints/call-timeout.ts';
import { failure, type Outcome, success } from '../endpoints/responses.ts';
import type { Log } from '../log/log.ts';

const MAX_SUBJECT_CHARS = 256;
/** Seconds after which a page may ask again if the visitor could not be checked. */
const RETRY_SECONDS = 5;

/** A signed-in visitor. */
export interface SignedIn {
  /** Id of the visitor at the site, 1 to 256 characters. The log and the tickets contain only a hash. */
  readonly subject: string;
}

/**
 * Identifies the visitor. Returns a signed-in visitor, `undefined` for an anonymous one, who is served as well, or `false` to refuse the request.
 * `request` has the headers of the page's request, but no body. Throws or is rejected if the visitor cannot be identified; the page is then told to
 * try again later.
 */
export type Authorize = (request: Request) => SignedIn | undefined | false | Promise<SignedIn | undefined | false>;

/** Returns a hash of the subject, or undefined for an anonymous visitor. Never throws. */
export type Identify = (request: Request, origin: string, log: Log) => Promise<Outcome<string | undefined>>;

/** A visitor who could not be identified. The message contains no secret. */
export class IdentifyError extends Error {}

export function createIdentify(authorize: Authorize | undefined, delay: DelayPort): Identify {
  if (!authorize) return async () => success(undefined);
  return async (request, origin, log) => {
    try {
      // Passes a copy without the body, because the broker reads the body itself.
      const bare = new Request(request.url, { method: request.method, headers: request.headers });
      const result = await withTimeout(delay, async () => ({ answer: await authorize(bare) }));
      if (!result) throw new IdentifyError('no answer within 5 s');
      if (result.answer === false) {
        log.warn('visitor_refused', { origin });
        return failure('not_authorized', REFUSED);
      }
      return success(result.answer === undefined ? undefined : await hashOf(result.answer.subject));
    } catch (error) {
      const cause = error instanceof IdentifyError ? error.message : networkCause(error);
      log.error('visitor_unchecked', { origin, cause, mend: MEND });
      return failure('upstream_unavailable', 'The visitor could not be checked. Try again in a moment.', RETRY_SECONDS);
    }
  };
}

async function hashOf(subject: unknown): Promise<string> {
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_CHARS)
    throw new IdentifyError(`the subject is not a string of 1 to ${MAX_SUBJECT_CHARS} characters`);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subject));
  return base64url.encode(new Uint8Array(digest, 0, 16));
}

const REFUSED = 'This visitor is not signed in, or may not use the chat. Sign in, and reload the page.';
const MEND = 'the option authorize, or the variables NATTER_JWT_…: the address of the keys, and the way there';
