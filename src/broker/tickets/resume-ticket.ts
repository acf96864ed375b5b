/**
 * Resume tickets: access tokens encrypted so that only the broker can read them. A page stores a ticket across a reload instead of the token. A
 * ticket is a JWE (dir, A256GCM) that names its key, its origin, its platform and its connector. Each use yields a new ticket of the same line. A
 * line of tickets ends when its token expires, after twelve hours, or when it is revoked.
 */

import { base64url, CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';

/** Lifetime of a ticket. The platform expires an idle session after the same time. */
export const TICKET_MAX_AGE_MS = 600_000;

/** Lifetime of a line of tickets. A stolen ticket cannot be renewed for longer. */
export const LINE_MAX_AGE_MS = 12 * 3_600_000;

/** Milliseconds by which a ticket may be dated in the future, because the clocks of replicas differ a little. */
const CLOCK_SKEW_MS = 30_000;

/** Milliseconds after which no ticket issued until now is accepted any more, not even by a replica with a slow clock. */
export const TICKET_GONE_MS = TICKET_MAX_AGE_MS + 2 * CLOCK_SKEW_MS;

export interface TicketKey {
  /**
   * Id of the key. It is written into each ticket, which can therefore be decrypted after a rotation. At most 64 letters, digits, `.`, `_` and `-`.
   */
  readonly kid: string;
  /** 32 random bytes, raw or as base64url. */
  readonly key: Uint8Array | string;
}

/** Version of the claims. A ticket of another version is refused. */
const VERSION = 4;

/** The line of a ticket. A ticket and all those that later replace it have the same one. */
export interface TicketLine {
  readonly id: string;
  /** Time at which the first ticket was issued. */
  readonly began: number;
  /** Thumbprint of the device's key, if the tickets are bound to one. */
  readonly key?: string | undefined;
  /** Hash of the signed-in visitor's subject; undefined for an anonymous visitor. */
  readonly subject?: string | undefined;
  /** The Chat conversation that the ticket leads to, and the time at which it began; undefined if the page uses sockets. */
  readonly chat?: { readonly id: string; readonly began: number } | undefined;
}

/** Contents of a ticket. Times are in milliseconds since 1970. */
interface Claims {
  readonly v: typeof VERSION;
  /** Id and beginning of the line. */
  readonly jti: string;
  readonly began: number;
  readonly key?: string | undefined;
  /** Hash of the visitor's subject. */
  readonly sub?: string | undefined;
  readonly token: string;
  readonly origin: string;
  readonly platform: string;
  /** Hash of the connector token and the host. */
  readonly connector: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Id and beginning of the Chat conversation. */
  readonly chat?: string | undefined;
  readonly chatBegan?: number | undefined;
}

export type TicketRefusal =
  | 'unreadable'
  | 'unknown_key'
  | 'other_version'
  | 'other_platform'
  | 'other_connector'
  | 'foreign_origin'
  | 'too_old'
  | 'line_too_old'
  | 'from_the_future'
  | 'token_expired';

export type OpenedTicket =
  | { readonly ok: true; readonly token: string; readonly expiresAt: number; readonly line: TicketLine }
  | { readonly ok: false; readonly reason: TicketRefusal };

export interface Tickets {
  /** Encrypts with the first key. `expiresAt` is the expiry of the token. Without the id of a line, the ticket begins a new one. */
  issue(origin: string, token: string, expiresAt: number, line?: Partial<TicketLine>): Promise<string>;
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
    async issue(origin, token, expiresAt, line = {}) {
      const { id: jti = crypto.randomUUID(), began = now(), key, subject: sub, chat } = line;
      const bound = { origin, platform, connector: await connectorHash(), key, sub };
      const ofChat = chat && { chat: chat.id, chatBegan: chat.began };
      const claims: Claims = { v: VERSION, jti, began, token, ...bound, ...ofChat, issuedAt: now(), expiresAt };
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: newest.kid })
        .encrypt(await newest.key());
    },

    async open(ticket, origin) {
      const kid = readKid(ticket);
      if (kid === undefined) return { ok: false, reason: 'unreadable' };
      const found = ring.find(each => each.kid === kid);
      if (!found) return { ok: false, reason: 'unknown_key' };
      const claims = readClaims(await decryptTicket(ticket, await found.key()));
      if (typeof claims === 'string') return { ok: false, reason: claims };
      const reason = refuseTicket(claims, { origin, platform, connector: await connectorHash(), at: now() });
      if (reason) return { ok: false, reason };
      const { token, expiresAt, jti: id, began, key, sub: subject, chat: chatId, chatBegan = 0 } = claims;
      const chat = chatId === undefined ? undefined : { id: chatId, began: chatBegan };
      return { ok: true, token, expiresAt, line: { id, began, key, subject, chat } };
    },
  };
}

/** Imports the key once. jose would import raw bytes again for each ticket, which takes as long as the encryption. */
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
  // Empty for a page on the broker's own origin, with which browsers send none. Pages of other origins cannot leave theirs out.
  if (asked.origin !== '' && claims.origin !== asked.origin) return 'foreign_origin';
  if (claims.platform !== asked.platform) return 'other_platform';
  if (claims.connector !== asked.connector) return 'other_connector';
  if (ageMs > TICKET_MAX_AGE_MS) return 'too_old';
  if (asked.at - claims.began > LINE_MAX_AGE_MS) return 'line_too_old';
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
 * Refuses other spellings of the same ticket. At the end of a part, base64url has spare bits that decoders ignore, so a ticket with a different
 * last letter could still be decrypted.
 */
function isCanonical(ticket: string): boolean {
  return ticket.split('.').every(part => base64url.encode(base64url.decode(part)) === part);
}

async function decryptTicket(ticket: string, key: CryptoKey): Promise<unknown> {
  try {
    const { plaintext } = await compactDecrypt(ticket, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return JSON.parse(new TextDecoder().decode(plaintext));
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTime = (value: unknown): boolean => Number.isFinite(value);

/** The form of each claim. A ticket with any other claim is unreadable. */
const CLAIMS: Readonly<Record<keyof Claims, (value: unknown) => boolean>> = {
  v: value => value === VERSION,
  jti: isText,
  began: isTime,
  key: value => value === undefined || isText(value),
  sub: value => value === undefined || isText(value),
  token: isText,
  origin: isText,
  platform: isText,
  connector: isText,
  issuedAt: isTime,
  expiresAt: isTime,
  chat: value => value === undefined || isText(value),
  chatBegan: value => value === undefined || isTime(value),
};

/** Checks the claims, because a broker of another version with the same key may have written different ones. */
function readClaims(given: unknown): Claims | 'unreadable' | 'other_version' {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'unreadable';
  const claims = given as Readonly<Record<string, unknown>>;
  if (claims.v !== VERSION) return typeof claims.v === 'number' ? 'other_version' : 'unreadable';
  const isWhole = Object.entries(CLAIMS).every(([name, fits]) => fits(claims[name]));
  return isWhole && Object.keys(claims).every(name => Object.hasOwn(CLAIMS, name)) ? (given as Claims) : 'unreadable';
}
