/**
 * Proofs of work in the format of ALTCHA. The broker draws a number and sends its hash; the page tries numbers until one has this hash. Challenges
 * are not stored: the salt contains the time of expiry, and a signature binds the challenge to the origin. A solution is accepted once.
 */

import { base64url } from 'jose';
import type { ProofOfWork } from '../../protocol/http-api.ts';
import { parseJsonBody } from '../endpoints/request-body.ts';
import type { MarkStore } from '../tickets/marks.ts';
import type { TicketKey } from '../tickets/resume-ticket.ts';

/** Seconds within which a challenge must be solved. This is long, because a phone may be put aside meanwhile. */
const LIFE_SECONDS = 300;

export type SolutionRefusal = 'unreadable' | 'foreign' | 'expired' | 'wrong' | 'spent';

export interface ProofsOfWork {
  issue(origin: string): Promise<ProofOfWork>;
  /** Returns the reason why a solution is refused, or undefined if it is right. Never throws. */
  check(solution: string, origin: string): Promise<SolutionRefusal | undefined>;
}

export interface ProofOptions {
  /** Keys of the resume tickets, newest first. The keys for the signatures are derived from them. */
  readonly keys: readonly TicketKey[];
  /** The largest number that a page may have to try. */
  readonly difficulty: number;
  /** Remembers the solutions that were used. */
  readonly marks: MarkStore;
  readonly now: () => number;
}

export function createProofsOfWork({ keys, difficulty, marks, now }: ProofOptions): ProofsOfWork {
  const ring = keys.map(({ key }) => signingKey(key));
  const [newest] = ring;
  if (!newest) throw new TypeError('createProofsOfWork: give at least one key.');

  async function isSigned({ challenge, signature }: Solution, origin: string): Promise<boolean> {
    for (const key of ring) {
      if (await crypto.subtle.verify('HMAC', await key(), fromHex(signature), signed(challenge, origin))) return true;
    }
    return false;
  }

  return {
    async issue(origin) {
      const expires = Math.floor(now() / 1_000) + LIFE_SECONDS;
      // Ends the salt with an ampersand; otherwise digits could be moved from the time to the number.
      const salt = `${toHex(crypto.getRandomValues(new Uint8Array(12)))}?expires=${expires}&`;
      const challenge = await hashOf(salt + randomUpTo(difficulty));
      const signature = toHex(await crypto.subtle.sign('HMAC', await newest(), signed(challenge, origin)));
      return { algorithm: 'SHA-256', challenge, maxnumber: difficulty, salt, signature };
    },

    async check(text, origin) {
      const solution = readSolution(text);
      if (!solution) return 'unreadable';
      const { challenge, number, salt, expires } = solution;
      if (!(await isSigned(solution, origin))) return 'foreign';
      // This check also verifies the salt, which is not signed: with another salt, no number leads to the signed hash.
      if ((await hashOf(salt + number)) !== challenge) return 'wrong';
      const secondsLeft = expires - Math.floor(now() / 1_000);
      if (secondsLeft <= 0) return 'expired';
      return (await marks.set(`spent|${challenge}`, (secondsLeft + 1) * 1_000)) ? undefined : 'spent';
    },
  };
}

interface Solution extends Pick<ProofOfWork, 'challenge' | 'salt' | 'signature'> {
  readonly number: number;
  /** Seconds since 1970. */
  readonly expires: number;
}

/** Reads the JSON that a page sends in base64. */
function readSolution(text: string): Solution | undefined {
  const json = parseJsonBody(decodeBase64(text));
  if (typeof json !== 'object' || json === null) return undefined;
  const { challenge, number, salt, signature } = json as Readonly<Record<string, unknown>>;
  const isHash = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/.test(value);
  if (!isHash(challenge) || !isHash(signature) || typeof salt !== 'string') return undefined;
  const [, expires] = /^[\da-f]{24}\?expires=(\d{1,12})&$/.exec(salt) ?? [];
  if (expires === undefined || typeof number !== 'number' || !Number.isSafeInteger(number)) return undefined;
  return { challenge, number, salt, signature, expires: Number(expires) };
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

function signingKey(given: Uint8Array | string): () => Promise<CryptoKey> {
  const bytes = new Uint8Array(typeof given === 'string' ? base64url.decode(given) : given);
  let deriving: Promise<CryptoKey> | undefined;
  return () => {
    deriving ??= deriveSigningKey(bytes);
    return deriving;
  };
}

async function deriveSigningKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const from = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode('natter challenge');
  const way = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  return crypto.subtle.deriveKey(way, from, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign', 'verify']);
}

const signed = (challenge: string, origin: string) => new TextEncoder().encode(`${challenge} ${origin}`);

async function hashOf(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Returns a random number from 0 to `most`. With 48 random bits, the bias is negligible. */
function randomUpTo(most: number): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return ((high % 0x1_0000) * 0x1_0000_0000 + low) % (most + 1);
}

function toHex(bytes: ArrayBuffer | Uint8Array): string {
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, nth) =>
    Number.parseInt(text.slice(2 * nth, 2 * nth + 2), 16),
  );
}
