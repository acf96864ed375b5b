/**
 * Resume tickets: an access token encrypted for the broker alone, so that a page can store it across a reload without storing a token. A ticket is a
 * JWE (dir, A256GCM) that names its key, its origin, its platform and its connector. The server stores nothing.
 */

import { base64url, CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { failure, type Outcome, success } from './responses.ts';
import type { Visit } from './visit.ts';

/** Lifetime of a ticket. The platform expires an idle session after the same time. */
export const TICKET_MAX_AGE_MS = 600_000;

/** Milliseconds by which a ticket may come from the future: the clocks of replicas differ a little. */
const CLOCK_SKEW_MS = 30_000;

export interface TicketKey {
  /** Id of the key, written into each ticket so that it decrypts after a rotation. Letters, digits, `.`, `_`, `-`; at most 64. */
  readonly kid: string;
  /** 32 random bytes, raw or as base64url. */
  readonly key: Uint8Array | string;
}

/** Version of the claims. A ticket of another version is unreadable. */
const VERSION = 2;

/** Contents of a ticket. Times are in milliseconds since 1970. */
interface Claims {
  readonly v: typeof VERSION;
  readonly token: string;
  readonly origin: string;
  readonly platform: string;
  /** Hash of the connector token and the host. */
  readonly connector: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export type TicketRefusal =
  | 'unreadable'
  | 'unknown_key'
  | 'other_platform'
  | 'other_connector'
  | 'foreign_origin'
  | 'too_old'
  | 'from_the_future'
  | 'token_expired';

export type OpenedTicket =
  | { readonly ok: true; readonly token: string; readonly expiresAt: number }
  | { readonly ok: false; readonly reason: TicketRefusal };

export interface Tickets {
  /** Encrypts with the first key. `expiresAt` is the expiry of the token. */
  issue(origin: string, token: string, expiresAt: number): Promise<string>;
  /** Decrypts with any configured key. Never throws. */
  open(ticket: string, origin: string): Promise<OpenedTicket>;
}

export interface TicketOptions {
  /** Keys, newest first; at least one. */
  readonly keys: readonly TicketKey[];
  /** Address of the platform. Tickets of another platform are refused. */
  readonly platform: string;
  /** Connector token and host. Tickets of another pair are refused. */
  readonly connector: string;
  readonly host: string;
  readonly now: () => number;
}

export function createTickets({ keys, platform, connector: connectorToken, host, now }: TicketOptions): Tickets {
  const ring = keys.map(({ kid, key }) => ({ kid, key: importOnUse(key) }));
  const [newest] = ring;
  if (!newest) throw new TypeError('createTickets: give at least one key.');
  let hash: Promise<string> | undefined;
  const connectorHash = () => {
    hash ??= hashOf(`${connectorToken}\n${host.toLowerCase()}`);
    return hash;
  };

  return {
    async issue(origin, token, expiresAt) {
      const connector = await connectorHash();
      const claims: Claims = { v: VERSION, token, origin, platform, connector, issuedAt: now(), expiresAt };
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.kid })
        .encrypt(await newest.key());
    },

    async open(ticket, origin) {
      const kid = readKid(ticket);
      if (kid === undefined) return { ok: false, reason: 'unreadable' };
      const key = ring.find(each => each.kid === kid);
      if (!key) return { ok: false, reason: 'unknown_key' };
      const claims = await decryptTicket(ticket, await key.key());
      if (!claims) return { ok: false, reason: 'unreadable' };
      const reason = refuseTicket(claims, { origin, platform, connector: await connectorHash(), at: now() });
      return reason ? { ok: false, reason } : { ok: true, token: claims.token, expiresAt: claims.expiresAt };
    },
  };
}

/** Imports a key once: jose would import raw bytes for each ticket, which takes as long as the encryption. */
function importOnUse(given: Uint8Array | string): () => Promise<CryptoKey> {
  const bytes = typeof given === 'string' ? base64url.decode(given) : given.slice();
  let importing: Promise<CryptoKey> | undefined;
  return () => {
    importing ??= crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt', 'decrypt']);
    return importing;
  };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64url.encode(new Uint8Array(digest, 0, 12));
}

function refuseTicket(
  claims: Claims,
  asked: Pick<Claims, 'origin' | 'platform' | 'connector'> & { readonly at: number },
): TicketRefusal | undefined {
  const ageMs = asked.at - claims.issuedAt;
  if (claims.origin !== asked.origin) return 'foreign_origin';
  if (claims.platform !== asked.platform) return 'other_platform';
  if (claims.connector !== asked.connector) return 'other_connector';
  if (ageMs > TICKET_MAX_AGE_MS) return 'too_old';
  if (ageMs < -CLOCK_SKEW_MS) return 'from_the_future';
  return claims.expiresAt - asked.at < 1000 ? 'token_expired' : undefined;
}

function readKid(ticket: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(ticket);
    return isCanonical(ticket) ? kid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Refuses other spellings of one ticket: base64url has spare bits at the end of a part that decoders ignore, so a ticket with another last
 * letter would still decrypt.
 */
function isCanonical(ticket: string): boolean {
  return ticket.split('.').every(part => base64url.encode(base64url.decode(part)) === part);
}

async function decryptTicket(ticket: string, key: CryptoKey): Promise<Claims | undefined> {
  try {
    const { plaintext } = await compactDecrypt(ticket, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return readClaims(JSON.parse(new TextDecoder().decode(plaintext)));
  } catch {
    return undefined;
  }
}

/** Checks the claims: a broker of another version, which has the same key, may have written others. */
function readClaims(claims: Partial<Claims> | null): Claims | undefined {
  const isText = [claims?.token, claims?.origin, claims?.platform, claims?.connector].every(
    each => typeof each === 'string',
  );
  const isTimed = Number.isFinite(claims?.issuedAt) && Number.isFinite(claims?.expiresAt);
  return claims?.v === VERSION && isText && isTimed ? (claims as Claims) : undefined;
}

// ---------------------------------------------------------------- tickets that a page presents

export interface PresentedTicket {
  readonly token: string;
  /** Expiry of the token, in milliseconds since 1970. */
  readonly expiresAt: number;
}

const REFUSALS: Readonly<Record<TicketRefusal, string>> = {
  unreadable: 'The resume ticket is not one of this broker, or it is damaged.',
  unknown_key: 'The key of this resume ticket is no longer in use.',
  other_platform: 'The resume ticket was issued for another platform.',
  foreign_origin: 'The resume ticket was issued to another origin.',
  other_connector: 'The resume ticket was issued for another connector.',
  too_old: 'The resume ticket is older than 10 minutes.',
  from_the_future: 'The resume ticket comes from a broker whose clock is ahead of this one.',
  token_expired: 'The access token in this resume ticket has expired.',
};

/** Opens the ticket of a page. `hint` ends the refusal: a sentence that says what to do without the ticket. */
export async function acceptTicket(
  tickets: Tickets,
  { origin, log }: Visit,
  { ticket, hint }: { readonly ticket: string; readonly hint: string },
): Promise<Outcome<PresentedTicket>> {
  const opened = await tickets.open(ticket, origin);
  if (opened.ok) return success({ token: opened.token, expiresAt: opened.expiresAt });
  log.warn('ticket_refused', { origin, reason: opened.reason });
  return failure('bad_request', `${REFUSALS[opened.reason]} ${hint}`);
}
