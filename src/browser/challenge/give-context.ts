/** Gives the platform verified context: calls the page's function, and sends the token to the address that takes it. */

import type { ContextPort } from '../../client/api/ports.ts';

/** Milliseconds that the page's function has. */
const CALL_MS = 4_000;
const MAX_TOKEN_CHARS = 16_384;

/** Returns the token that the site's server has signed (`signContext` of natter/broker). */
export type OnContextRequired = (session: {
  /** The conversation's session, as the platform names it. */
  readonly sessionId: string;
  /** Subject of the token. */
  readonly contextId: string;
}) => string | Promise<string>;

/** `url` is the empty string if the token is not sent. The promise is never rejected. */
export async function giveContext(
  required: OnContextRequired,
  url: string,
  session: Parameters<ContextPort>[0],
): ReturnType<ContextPort> {
  let token: unknown;
  try {
    token = await Promise.race([required(session), new Promise(late => setTimeout(late, CALL_MS, CALL_MS))]);
  } catch {
    return 'thrown';
  }
  if (token === CALL_MS) return 'slow';
  if (typeof token !== 'string' || !token || token.length > MAX_TOKEN_CHARS) return 'invalid';
  if (!url) return 'accepted';
  const { sessionId: session_id, contextId: context_id } = session;
  const taken = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session_id, context_id, token }),
    credentials: 'omit',
  }).catch(() => null);
  return taken?.ok ? 'accepted' : 'refused';
}
