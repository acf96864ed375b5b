/**
 * Stores tickets in cookies that no script can read. The page gets a handle, which it uses like a ticket; the browser sends the cookie along. Each
 * line of tickets has a cookie of its own, because several conversations must not overwrite each other's. A cookie lasts as long as its ticket.
 */

import { isLoopbackHost } from '../../protocol/http-api.ts';
import { TICKET_MAX_AGE_MS } from './resume-ticket.ts';

/** `body`: the page stores the ticket. `cookie`: the browser stores it, for brokers on the page's own site. */
export const TICKET_PLACES = ['body', 'cookie'] as const;
export type TicketPlace = (typeof TICKET_PLACES)[number];

/** The cookies of one request and its response. */
export interface TicketCookies {
  /** Returns the ticket of a handle; undefined if the browser has sent no cookie for it. */
  read(handle: string): string | undefined;
  /** Puts the ticket into the cookie of its line, and returns the handle. */
  keep(line: string, ticket: string): string;
  remove(handle: string): void;
  /** Values of `Set-Cookie`. */
  readonly changes: readonly string[];
}

const HANDLE = /^cookie\.([\da-f-]{36})$/;

export function createTicketCookies(headers: Headers, origin: string): TicketCookies {
  const { prefix, attributes } = formFor(origin);
  const nameOf = (line: string): string => `${prefix}natter-${line}`;
  const sent = readCookies(headers.get('Cookie') ?? '');
  const changes: string[] = [];
  const set = (line: string, value: string, seconds: number) =>
    changes.push(`${nameOf(line)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${attributes}`);
  const lineOf = (handle: string): string | undefined => HANDLE.exec(handle)?.[1];
  return {
    read(handle) {
      const line = lineOf(handle);
      return line === undefined ? undefined : sent.get(nameOf(line));
    },
    keep(line, ticket) {
      set(line, ticket, TICKET_MAX_AGE_MS / 1_000);
      return `cookie.${line}`;
    },
    remove(handle) {
      const line = lineOf(handle);
      if (line !== undefined) set(line, '', 0);
    },
    changes,
  };
}

/** Local pages on http get cookies without `Secure`, because some browsers accept `Secure` cookies only over https. */
function formFor(origin: string): { readonly prefix: string; readonly attributes: string } {
  const { protocol, hostname } = new URL(origin);
  const isLocal = protocol === 'http:' && isLoopbackHost(hostname);
  return isLocal ? { prefix: '', attributes: '' } : { prefix: '__Host-', attributes: '; Secure' };
}

/** Returns name → value. If two cookies have the same name, the last one wins. */
export function readCookies(header: string): ReadonlyMap<string, string> {
  const pairs = header.split(';').map(pair => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return new Map(pairs);
}
