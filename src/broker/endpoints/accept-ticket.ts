/** Accepts or refuses the ticket that a page presents. */

import type { BrokerErrorCode } from '../../protocol/http-api.ts';
import type { MarkStore } from '../tickets/marks.ts';
import type { TicketLine, TicketRefusal, Tickets } from '../tickets/resume-ticket.ts';
import { failure, type Outcome, success } from './responses.ts';
import type { Visit } from './visit.ts';

export interface PresentedTicket {
  readonly token: string;
  /** Expiry of the token, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly line: TicketLine;
}

export interface TicketDesk {
  readonly tickets: Tickets;
  /** Ids of revoked tickets. */
  readonly marks: MarkStore;
}

type Refusal = TicketRefusal | 'revoked';

const REFUSALS: Readonly<Record<Refusal, string>> = {
  unreadable: 'The resume ticket is not one of this broker, or it is damaged.',
  unknown_key: 'The key of this resume ticket is no longer in use.',
  other_version: 'The resume ticket was issued by another version of the broker.',
  other_platform: 'The resume ticket was issued for another platform.',
  foreign_origin: 'The resume ticket was issued to another origin.',
  other_connector: 'The resume ticket was issued for another connector.',
  too_old: 'The resume ticket is older than 10 minutes.',
  line_too_old: 'The first of these resume tickets is older than 12 hours.',
  from_the_future: 'The resume ticket comes from a broker whose clock is ahead of this one.',
  token_expired: 'The access token in this resume ticket has expired.',
  revoked: 'The resume ticket was revoked: its conversation has ended or was forgotten.',
};

const CODES: Partial<Record<Refusal, BrokerErrorCode>> = {
  other_version: 'ticket_outdated',
  revoked: 'ticket_revoked',
};

/** Opens the ticket of a page. `hint` ends the refusal: a sentence that says what to do without the ticket. */
export async function acceptTicket(
  { tickets, marks }: TicketDesk,
  { origin, log }: Visit,
  { ticket, hint }: { readonly ticket: string; readonly hint: string },
): Promise<Outcome<PresentedTicket>> {
  const refuse = (reason: Refusal): Outcome<never> => {
    log.warn('ticket_refused', { origin, reason });
    return failure(CODES[reason] ?? 'bad_request', `${REFUSALS[reason]} ${hint}`);
  };
  const opened = await tickets.open(ticket, origin);
  if (!opened.ok) return refuse(opened.reason);
  return (await marks.has(revocationOf(opened.line))) ? refuse('revoked') : success(opened);
}

/** Name of the mark by which a line of tickets is known to be revoked. */
export const revocationOf = ({ id }: TicketLine): string => `revoked|${id}`;
