/** POST /token: a new access token from the platform, or the same one again for a resume ticket. Origin and rate limit are checked before. */

import type { AccessToken, TokenGrant } from '../protocol/rest.ts';
import { readJson, readLimited } from './body.ts';
import { failure, type Outcome, success } from './errors.ts';
import type { Log } from './log.ts';
import type { TicketRefusal, Tickets } from './ticket.ts';

export const MAX_BODY_BYTES = 4_096;

/** `{"resume_ticket":""}`: a ticket must come back within the limit of the body that carries it. */
const MAX_TICKET_LENGTH = MAX_BODY_BYTES - 20;

export interface TokenEndpointOptions {
  readonly accessToken: () => Promise<Outcome<AccessToken>>;
  readonly tickets: Tickets;
  readonly messagingUrl: string;
  readonly dialect: TokenGrant['dialect'];
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
  const body = await readLimited(request, MAX_BODY_BYTES);
  if (!body.ok && body.reason === 'too_large') {
    return failure('too_large', `The body is larger than ${MAX_BODY_BYTES} bytes. Send {} or {"resume_ticket": "…"}.`);
  }
  if (!body.ok) return failure('bad_request', 'The body could not be read as UTF-8 text. Send it again.');
  const json = body.text.trim() === '' ? {} : readJson(body.text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return failure('bad_request', 'The body is not a JSON object. Send {} or {"resume_ticket": "…"}.');
  }
  const ticket: unknown = Object.hasOwn(json, 'resume_ticket') ? Reflect.get(json, 'resume_ticket') : undefined;
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
  const opened = await options.tickets.open(ticket, origin);
  if (!opened.ok) {
    options.log.warn('ticket_refused', { origin, reason: opened.reason });
    return failure('bad_request', `${REFUSALS[opened.reason]} Send {} for a new token.`);
  }
  const expiresIn = Math.floor((opened.expiresAt - options.now()) / 1000);
  options.log.info('token_resumed', { origin, expiresIn });
  return success(await grant(options, origin, opened.token, { expiresIn, expiresAt: opened.expiresAt }));
}

const REFUSALS: Readonly<Record<TicketRefusal, string>> = {
  unreadable: 'The resume ticket is not one of this broker, or it is damaged.',
  unknown_key: 'The key of this resume ticket is no longer in use.',
  other_platform: 'The resume ticket was issued for another platform.',
  foreign_origin: 'The resume ticket was issued to another origin.',
  too_old: 'The resume ticket is older than 10 minutes.',
  token_expired: 'The access token in this resume ticket has expired.',
};

async function grant(
  { tickets, messagingUrl, dialect, log }: TokenEndpointOptions,
  origin: string,
  accessToken: string,
  { expiresIn, expiresAt }: { expiresIn: number; expiresAt: number },
): Promise<TokenGrant> {
  const ticket = await tickets.issue(origin, accessToken, expiresAt);
  const fits = ticket.length <= MAX_TICKET_LENGTH;
  if (!fits) log.warn('ticket_too_long', { length: ticket.length, limit: MAX_TICKET_LENGTH });
  // An empty ticket tells the page that it cannot resume; one that no request could carry would only look as if it could.
  return { accessToken, expiresIn, messagingUrl, dialect, resumeTicket: fits ? ticket : '', features: [] };
}
