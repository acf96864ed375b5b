/**
 * POST /revoke: makes a resume ticket worthless, because its conversation has ended or the visitor's data has been deleted. As in RFC 7009, an
 * invalid ticket gets the same answer. The handler checks origin and rate limit first.
 */

import { TICKET_GONE_MS } from '../tickets/resume-ticket.ts';
import { revocationOf, type TicketDesk, ticketOf } from './accept-ticket.ts';
import { postedField, readPostedObject } from './request-body.ts';
import { failure, type Outcome, success } from './responses.ts';
import type { Visit } from './visit.ts';

const HINT = 'Send {"resume_ticket": "…"}.';

export type RevokeEndpoint = (request: Request, visit: Visit) => Promise<Outcome<object>>;

export function createRevokeEndpoint(desk: TicketDesk): RevokeEndpoint {
  return async (request, visit) => {
    const posted = await readPostedObject(request, HINT);
    if (!posted.ok) return posted;
    const ticket = postedField(posted.value, 'resume_ticket');
    if (typeof ticket !== 'string') return failure('bad_request', `resume_ticket is not a string. ${HINT}`);
    await revokeTicket(desk, visit, ticketOf(visit, ticket) ?? '');
    visit.cookies?.remove(ticket);
    return success({});
  };
}

/**
 * Revokes the ticket and all others of its line. The mark is needed only until the last of them has expired, because none can be renewed any more.
 * No further proof is required: whoever finds a ticket may make it worthless.
 */
async function revokeTicket({ tickets, marks }: TicketDesk, { origin, log }: Visit, ticket: string): Promise<void> {
  const opened = await tickets.open(ticket, origin);
  if (opened.ok && (await marks.set(revocationOf(opened.line), TICKET_GONE_MS))) log.info('ticket_revoked', { origin });
}
