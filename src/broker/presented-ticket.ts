/** A resume ticket that a page presents: the token in it, or a refusal in words for the page and a reason for the log. */

import { failure, type Outcome, success } from './errors.ts';
import type { Log } from './log.ts';
import type { TicketRefusal, Tickets } from './ticket.ts';

export interface PresentedTicket {
  readonly token: string;
  /** The end of the token, in milliseconds since 1970. */
  readonly expiresAt: number;
}

const REFUSALS: Readonly<Record<TicketRefusal, string>> = {
  unreadable: 'The resume ticket is not one of this broker, or it is damaged.',
  unknown_key: 'The key of this resume ticket is no longer in use.',
  other_platform: 'The resume ticket was issued for another platform.',
  foreign_origin: 'The resume ticket was issued to another origin.',
  too_old: 'The resume ticket is older than 10 minutes.',
  token_expired: 'The access token in this resume ticket has expired.',
};

/** `hint` is a sentence that says what to do without the ticket. */
export async function acceptTicket(
  { tickets, log }: { readonly tickets: Tickets; readonly log: Log },
  { ticket, origin, hint }: { readonly ticket: string; readonly origin: string; readonly hint: string },
): Promise<Outcome<PresentedTicket>> {
  const opened = await tickets.open(ticket, origin);
  if (opened.ok) return success({ token: opened.token, expiresAt: opened.expiresAt });
  log.warn('ticket_refused', { origin, reason: opened.reason });
  return failure('bad_request', `${REFUSALS[opened.reason]} ${hint}`);
}
