/** Accepts or refuses the ticket that a page presents. */

import type { BrokerErrorCode } from '../../protocol/http-api.ts';
import { type DeviceKeyMode, readDeviceProof } from '../tickets/device-proof.ts';
import type { MarkStore } from '../tickets/marks.ts';
import { TICKET_GONE_MS, type TicketLine, type TicketRefusal, type Tickets } from '../tickets/resume-ticket.ts';
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
  /** Ids of revoked tickets, and of proofs that were used. */
  readonly marks: MarkStore;
  readonly deviceKey: DeviceKeyMode;
}

export interface Presentation {
  readonly ticket: string;
  /** The device proof, as posted and not yet checked. */
  readonly proof: unknown;
  /** End of the address that the page called. */
  readonly path: string;
  /** Default POST. */
  readonly method?: string;
  /** Last sentence of an error message, which says what to do without the ticket. */
  readonly hint: string;
}

type ProofRefusal = 'not_bound' | 'no_proof' | 'wrong_proof' | 'used_proof';
type Refusal = TicketRefusal | ProofRefusal | 'revoked' | 'no_cookie' | 'other_visitor';

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
  other_visitor: 'The resume ticket was issued to another visitor, who was signed in.',
  no_cookie: 'The browser has sent no cookie with the resume ticket.',
  not_bound: 'The resume ticket is not bound to the key of a device, which this broker requires.',
  no_proof: 'The resume ticket is bound to the key of a device, and the request has no proof of that key.',
  wrong_proof: 'The proof is not one of the device to which this resume ticket is bound, for this request.',
  used_proof: 'The proof of the device was used before.',
};

const CODES: Partial<Record<Refusal, BrokerErrorCode>> = {
  other_version: 'ticket_outdated',
  revoked: 'ticket_revoked',
  not_bound: 'proof_refused',
  no_proof: 'proof_refused',
  wrong_proof: 'proof_refused',
  used_proof: 'proof_refused',
};

/** Opens the ticket of a page. */
export async function acceptTicket(
  desk: TicketDesk,
  visit: Visit,
  presented: Presentation,
): Promise<Outcome<PresentedTicket>> {
  const { origin, log } = visit;
  const refuse = (reason: Refusal): Outcome<never> => {
    log.warn('ticket_refused', { origin, reason });
    return failure(CODES[reason] ?? 'bad_request', `${REFUSALS[reason]} ${presented.hint}`);
  };
  const ticket = ticketOf(visit, presented.ticket);
  if (ticket === undefined) return refuse('no_cookie');
  const opened = await desk.tickets.open(ticket, origin);
  if (!opened.ok) return refuse(opened.reason);
  if (await desk.marks.has(revocationOf(opened.line))) return refuse('revoked');
  // Visitors who sign in keep their conversation. After a sign-out, neither they nor anybody else in the same browser can resume it. Probes do not
  // identify the visitor.
  const { subject } = opened.line;
  if (visit.isIdentified && subject !== undefined && subject !== visit.subject) return refuse('other_visitor');
  const reason = await refuseDevice(desk, opened.line, presented);
  return reason ? refuse(reason) : success(opened);
}

/**
 * Returns the posted ticket. If tickets are in cookies, the page posts a handle instead; returns the ticket in its cookie, or undefined if there is
 * none.
 */
export const ticketOf = ({ cookies }: Visit, posted: string): string | undefined =>
  cookies ? cookies.read(posted) : posted;

/** Returns a reason for refusal if the ticket is bound to the key of a device and the request does not prove that it comes from that device. */
async function refuseDevice(
  { marks, deviceKey }: TicketDesk,
  { key }: TicketLine,
  { proof, path, ticket, method }: Presentation,
): Promise<ProofRefusal | undefined> {
  if (deviceKey === 'off') return undefined;
  if (key === undefined) return deviceKey === 'require' ? 'not_bound' : undefined;
  if (proof === undefined) return 'no_proof';
  const proven = await readDeviceProof(proof, { path, ticket, method });
  if (proven?.key !== key) return 'wrong_proof';
  return (await marks.set(`proof|${proven.id}`, TICKET_GONE_MS)) ? undefined : 'used_proof';
}

/** Returns the name of the mark that records that a line of tickets has been revoked. */
export const revocationOf = ({ id }: TicketLine): string => `revoked|${id}`;
