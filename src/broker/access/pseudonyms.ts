/** Makes names of clients for the log. */

const DAY_MS = 86_400_000;

type Digest = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** Hashes with Node's own module if there is one. It takes a tenth of the time of Web Crypto, and runs for each request. */
function createDigest(): Digest {
  const node = globalThis.process?.getBuiltinModule?.('node:crypto');
  if (node) return bytes => node.createHash('sha256').update(bytes).digest();
  return async bytes => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export type Pseudonyms = (address: string) => Promise<string>;

/**
 * Returns a function from an address to a name for the log: 8 characters of a hash with a salt that changes daily and is not stored. A client has
 * the same name for a day, and the name does not reveal the address.
 */
export function createPseudonyms(now: () => number): Pseudonyms {
  let day = Number.NaN;
  let salt = new Uint8Array();
  const digest = createDigest();
  return async address => {
    const today = Math.floor(now() / DAY_MS);
    if (today !== day) {
      day = today;
      salt = crypto.getRandomValues(new Uint8Array(16));
    }
    const bytes = new Uint8Array([...salt, ...new TextEncoder().encode(address)]);
    const hash = await digest(bytes);
    return btoa(String.fromCharCode(...hash.subarray(0, 6)))
      .replaceAll('+', '-')
      .replaceAll('/', '_');
  };
}
