/** POST /token: a new access token from the platform, or the same one again for a resume ticket. Origin and rate limit are checked before. */

import type { AccessToken, TokenGrant } from '../../protocol/http-api.ts';
import type { Log } from '../log/log.ts';
import { MAX_BODY_BYTES, postedField, readPosted } from './request-body.ts';
import { failure, type Outcome, success } from './responses.ts';
import { acceptTicket, type Tickets } from './resume-ticket.ts';

/** A ticket must come back within the limit of the body that carries it: `{"session_id":"","resume_ticket":""}` and 200 characters. */
const MAX_TICKET_LENGTH = MAX_BODY_BYTES - 236;

export interface TokenEndpointOptions {
  readonly accessToken: () => Promise<Outcome<AccessToken>>;
  readonly tickets: Tickets;
  readonly messagingUrl: string;
  readonly dialect: TokenGrant['dialect'];
  /** What else this broker offers, by the names that pages know. */
  readonly features: TokenGrant['features'];
  readonly now: () => number;
  readonly log: Log;
}

/** Answers one request of an allowed origin. */
export type TokenEndpoint = (request: Request, origin: string) => Promise<Outcome<TokenGrant>>;

export function createTokenEndpoint(options: TokenEndpointOptions): TokenEndpoint {
  return async (request, origin) => {
    const wish = await readWish(request);
    if (!wish.ok) return wish;
    return wish.value === undefined ? issue(options, origin) : resume(options, origin, wish.value);
  };
}

/** The resume ticket of the body; undefined when a new token is asked for. */
async function readWish(request: Request): Promise<Outcome<string | undefined>> {
  const posted = await readPosted(request, 'Send {} or {"resume_ticket": "…"}.');
  if (!posted.ok) return posted;
  const ticket = postedField(posted.value, 'resume_ticket');
  if (ticket === undefined || typeof ticket === 'string') return success(ticket);
  return failure('bad_request', 'resume_ticket is not a string. Send {} for a new token.');
}

async function issue(options: TokenEndpointOptions, origin: string): Promise<Outcome<TokenGrant>> {
  // Taken before the call: the token cannot be older than this, so the ticket never outlives it.
  const askedAt = options.now();
  const result = await options.accessToken();
  if (!result.ok) return result;
  const { accessToken, expiresIn } = result.value;
  options.log.info('token_issued', { origin, expiresIn });
  return success(await grant(options, origin, accessToken, { expiresIn, expiresAt: askedAt + expiresIn * 1000 }));
}

async function resume(options: TokenEndpointOptions, origin: string, ticket: string): Promise<Outcome<TokenGrant>> {
  const presented = await acceptTicket(options, { ticket, origin, hint: 'Send {} for a new token.' });
  if (!presented.ok) return presented;
  const { token, expiresAt } = presented.value;
  const expiresIn = Math.floor((expiresAt - options.now()) / 1000);
  options.log.info('token_resumed', { origin, expiresIn });
  return success(await grant(options, origin, token, { expiresIn, expiresAt }));
}

async function grant(
  { tickets, messagingUrl, dialect, features, log }: TokenEndpointOptions,
  origin: string,
  accessToken: string,
  { expiresIn, expiresAt }: { expiresIn: number; expiresAt: number },
): Promise<TokenGrant> {
  const ticket = await tickets.issue(origin, accessToken, expiresAt);
  const fits = ticket.length <= MAX_TICKET_LENGTH;
  if (!fits) log.warn('ticket_too_long', { length: ticket.length, limit: MAX_TICKET_LENGTH });
  // An empty ticket tells the page that it cannot resume; one that no request could carry would only look as if it could.
  return { accessToken, expiresIn, messagingUrl, dialect, resumeTicket: fits ? ticket : '', features };
}
