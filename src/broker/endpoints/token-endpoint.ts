/**
 * POST /token: returns a new access token from the platform or, if the page sends a resume ticket, the token in the ticket. The handler checks origin
 * and rate limit first.
 */

import type { TokenGrant } from '../../protocol/http-api.ts';
import { readDeviceProof } from '../tickets/device-proof.ts';
import type { TicketLine } from '../tickets/resume-ticket.ts';
import { acceptTicket, type TicketDesk } from './accept-ticket.ts';
import type { PlatformCall } from './platform-call.ts';
import { MAX_BODY_BYTES, postedField, readPostedObject } from './request-body.ts';
import { failure, type Outcome, success } from './responses.ts';
import type { Visit } from './visit.ts';

/**
 * Maximum length of a ticket. The body of a probe must have room for it beside `{"session_id":"","resume_ticket":"","proof":""}`, an id of 200
 * characters and the device proof, whose length is 550 characters plus that of the broker's address.
 */
export const MAX_TICKET_LENGTH = MAX_BODY_BYTES - 1_136;

export interface TokenEndpointOptions {
  readonly accessToken: PlatformCall;
  readonly desk: TicketDesk;
  readonly messagingUrl: string;
  readonly dialect: TokenGrant['dialect'];
  /** Further endpoints of this broker, such as `probe`. */
  readonly features: TokenGrant['features'];
  /** Undefined if nobody is challenged. */
  readonly challenger: Challenger | undefined;
  readonly now: () => number;
}

/** Asks pages for a proof before they get a new token. */
export interface Challenger {
  /** Returns the error with the challenge. */
  ask(visit: Visit): Promise<Outcome<never>>;
  /** Checks the solution that a page has sent. */
  check(solution: string, visit: Visit): Promise<Outcome<undefined>>;
}

/** Counts a request that the rate limit has held back. Resolves with a failure if the request exceeds a ceiling. */
export type Count = () => Promise<Outcome<undefined>>;

/** Handles one request from an allowed origin. If there is a `count`, the request is held back: a new token requires a solved challenge. */
export type TokenEndpoint = (request: Request, visit: Visit, count?: Count) => Promise<Outcome<TokenGrant>>;

export function createTokenEndpoint(options: TokenEndpointOptions): TokenEndpoint {
  return async (request, visit, count) => {
    const posted = await readTokenRequest(request, options.challenger ? MAX_SOLUTION_BYTES : undefined);
    if (!posted.ok) return posted;
    const { ticket, proof } = posted.value;
    const admitted = count && (await admit(options.challenger, visit, { ...posted.value, count }));
    if (admitted?.ok === false) return admitted;
    return ticket === undefined
      ? issueToken(options, visit, { proof, left: request.signal })
      : resumeToken(options, visit, { ticket, proof });
  };
}

/** The tokens of some captchas are several kilobytes long. */
const MAX_SOLUTION_BYTES = 16_384;

interface TokenRequest {
  /** Undefined if the page requests a new token. */
  readonly ticket: string | undefined;
  /** The device proof, not checked yet. */
  readonly proof: unknown;
  readonly solution: string | undefined;
}

async function readTokenRequest(request: Request, maxBytes?: number): Promise<Outcome<TokenRequest>> {
  const posted = await readPostedObject(request, 'Send {} or {"resume_ticket": "…"}.', maxBytes);
  if (!posted.ok) return posted;
  const ticket = postedField(posted.value, 'resume_ticket');
  const proof = postedField(posted.value, 'proof');
  const solution = postedField(posted.value, 'solution');
  if (ticket !== undefined && typeof ticket !== 'string')
    return failure('bad_request', 'resume_ticket is not a string. Send {} for a new token.');
  if (solution !== undefined && typeof solution !== 'string')
    return failure('bad_request', 'solution is not a string. Send {} for a challenge.');
  return success({ ticket, proof, solution });
}

/**
 * Counts a request that was held back, and checks its solution. A request without a solution is not counted, because its page will ask again. A
 * ticket needs no solution, because its token was granted before.
 */
async function admit(
  challenger: Challenger | undefined,
  visit: Visit,
  { ticket, solution, count }: Pick<TokenRequest, 'ticket' | 'solution'> & { readonly count: Count },
): Promise<Outcome<undefined>> {
  const isChallenged = challenger !== undefined && ticket === undefined;
  if (isChallenged && solution === undefined) return challenger.ask(visit);
  const counted = await count();
  return counted.ok && isChallenged ? challenger.check(solution ?? '', visit) : counted;
}

async function issueToken(
  options: TokenEndpointOptions,
  visit: Visit,
  { proof, left }: { readonly proof: unknown; readonly left: AbortSignal },
): Promise<Outcome<TokenGrant>> {
  const key = await readDeviceKey(options.desk, proof);
  // Reads the clock before the call: the token is issued later, so the ticket never outlives it.
  const askedAt = options.now();
  const result = await options.accessToken(visit, left);
  if (!result.ok) return result;
  const { accessToken, expiresIn } = result.value;
  const upstreamMs = options.now() - askedAt;
  visit.log.info('token_issued', { origin: visit.origin, expiresIn, upstreamMs, ...(key ? { deviceKey: true } : {}) });
  const expiresAt = askedAt + expiresIn * 1000;
  return success(
    await grantToken(options, visit, accessToken, { expiresIn, expiresAt, line: { key, subject: visit.subject } }),
  );
}

/** Treats an invalid proof like a missing one, because a new token needs no key. */
async function readDeviceKey({ deviceKey }: TicketDesk, proof: unknown): Promise<string | undefined> {
  return deviceKey === 'off' ? undefined : (await readDeviceProof(proof, { path: '/token' }))?.key;
}

async function resumeToken(
  options: TokenEndpointOptions,
  visit: Visit,
  { ticket, proof }: { readonly ticket: string; readonly proof: unknown },
): Promise<Outcome<TokenGrant>> {
  const hint = 'Send {} for a new token.';
  const presented = await acceptTicket(options.desk, visit, { ticket, proof, path: '/token', hint });
  if (!presented.ok) return presented;
  const { token, expiresAt, line } = presented.value;
  const expiresIn = Math.floor((expiresAt - options.now()) / 1000);
  visit.log.info('token_resumed', { origin: visit.origin, expiresIn });
  return success(
    await grantToken(options, visit, token, { expiresIn, expiresAt, line: { ...line, subject: visit.subject } }),
  );
}

async function grantToken(
  { desk, messagingUrl, dialect, features }: TokenEndpointOptions,
  { origin, log, cookies }: Visit,
  accessToken: string,
  { expiresIn, expiresAt, line }: { expiresIn: number; expiresAt: number; line: Partial<TicketLine> },
): Promise<TokenGrant> {
  const grant = { accessToken, expiresIn, messagingUrl, dialect, features };
  if (desk.deviceKey === 'require' && line.key === undefined) {
    log.warn('ticket_withheld', { origin, mend: 'NATTER_DEVICE_KEY, if this visitor shall resume after a reload' });
    return { ...grant, resumeTicket: '' };
  }
  const { id = crypto.randomUUID() } = line;
  const ticket = await desk.tickets.issue(origin, accessToken, expiresAt, { ...line, id });
  const fits = ticket.length <= MAX_TICKET_LENGTH;
  if (!fits) log.warn('ticket_too_long', { length: ticket.length, limit: MAX_TICKET_LENGTH });
  // An empty ticket tells the page that it cannot resume. A ticket that is too long to be sent back would be a false promise.
  if (!fits) return { ...grant, resumeTicket: '' };
  return { ...grant, resumeTicket: cookies ? cookies.keep(id, ticket) : ticket };
}
