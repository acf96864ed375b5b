/**
 * Proves to the broker that a request comes from this browser, with a key that cannot leave it (DPoP, RFC 9449). A copied ticket is then worthless
 * elsewhere. On pages without Web Crypto (plain http) or without a database there is no proof, and tickets are not bound.
 */

import { browserRandom } from './clock.ts';

/** Returns the stored key pair, or stores the one that `make` creates. Tabs that ask at the same time get the same one. */
export type StoredKey = (make: () => Promise<CryptoKeyPair>) => Promise<CryptoKeyPair | undefined>;

/** Signs a request to `url` with `ticket`; the method is POST by default. Returns undefined if the browser cannot sign; the promise is never rejected. */
export type Prove = (url: string, ticket: string | undefined, method?: string) => Promise<string | undefined>;

/** Milliseconds for which a visitor waits for the key. */
const KEY_MS = 2_000;

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };

export function createProver(storedKey: StoredKey): Prove {
  return async (url, ticket, htm = 'POST') => {
    try {
      const { subtle } = crypto;
      const late = new Promise<undefined>(resolve => setTimeout(resolve, KEY_MS));
      const made = () => subtle.generateKey(CURVE, false, ['sign']) as Promise<CryptoKeyPair>;
      const pair = (await Promise.race([storedKey(made), late])) as CryptoKeyPair;
      const { kty, crv, x, y } = await subtle.exportKey('jwk', pair.publicKey);
      const ath = ticket && encode(await subtle.digest('SHA-256', bytesOf(ticket)));
      const claims = { htm, htu: url, jti: browserRandom.uuid(), iat: Math.floor(Date.now() / 1000), ath };
      const parts = [{ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }, claims];
      const text = parts.map(part => encode(bytesOf(JSON.stringify(part)))).join('.');
      const signature = await subtle.sign({ ...CURVE, hash: 'SHA-256' }, pair.privateKey, bytesOf(text));
      return `${text}.${encode(signature)}`;
    } catch (error) {
      console.debug('[natter] no device key', error);
      return undefined;
    }
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Encodes as base64url. */
const encode = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
