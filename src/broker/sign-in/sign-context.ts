/** Signs verified context: facts about a visitor. The platform can rely on them, because they come from the site's server and not from the page. */

import { SignJWT } from 'jose';

/** Longest life of a token that the platform accepts. */
const MAX_LIFE_SECONDS = 30;
const MAX_CONTEXT_BYTES = 8_192;
const MAX_CONTEXT_ID_CHARS = 1_024;

/** Facts about a visitor. The platform accepts no nested lists or objects. */
export type VerifiedContext = Readonly<Record<string, string | number | boolean | null>>;

/** Key for signing context, which the platform's provider issues. */
export interface ContextKey {
  /** Id of the key. */
  readonly kid: string;
  /** The secret, exactly as the provider has issued it: as text, even if it looks like hexadecimal digits. */
  readonly secret: string;
}

/**
 * Returns a token (JWT, HS256) with facts about the visitor whose session has this context id. It is valid for 30 s. Call this on the server, for a
 * visitor whom the site has authenticated. Rejected with a TypeError that says what is wrong but never quotes a value.
 */
export async function signContext(contextId: string, context: VerifiedContext, key: ContextKey): Promise<string> {
  const problem = findProblem(contextId, context, key);
  if (problem !== undefined) throw new TypeError(`signContext: ${problem}`);
  const issuedAt = Math.floor(Date.now() / 1_000);
  return new SignJWT({ ctx: context })
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .setSubject(contextId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + MAX_LIFE_SECONDS)
    .sign(new TextEncoder().encode(key.secret));
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function findProblem(contextId: unknown, context: unknown, key: Partial<ContextKey> | undefined): string | undefined {
  if (!isText(contextId) || contextId.length > MAX_CONTEXT_ID_CHARS)
    return `contextId must be a text of 1 to ${MAX_CONTEXT_ID_CHARS} characters, as the platform has sent it.`;
  if (!isText(key?.kid) || !isText(key.secret)) return 'key must have the texts kid and secret, from the provider.';
  if (typeof context !== 'object' || context === null || Array.isArray(context))
    return 'context must be an object of texts, numbers, true, false and null.';
  const place = Object.values(context).findIndex(value => !isScalar(value));
  if (place >= 0) return `field ${place + 1} of context must be a text, a finite number, true, false or null.`;
  const bytes = new TextEncoder().encode(JSON.stringify(context)).length;
  return bytes > MAX_CONTEXT_BYTES ? `context must have at most ${MAX_CONTEXT_BYTES} bytes as JSON.` : undefined;
}

function isScalar(value: unknown): boolean {
  return value === null || Number.isFinite(value) || typeof value === 'string' || typeof value === 'boolean';
}
