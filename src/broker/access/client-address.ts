/** Client addresses: the one that counts in a proxied request, and the key of the rate limit made from it. */

/**
 * Returns the address of the client behind `hops` trusted proxies. Each proxy appends the peer that it saw, so only the last `hops` entries
 * are trustworthy; entries further left are claims of the client. Without proxies the header is ignored.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string | undefined {
  const own = peer === undefined ? undefined : readAddress(peer);
  if (hops === 0 || forwardedFor === undefined) return own;
  // With fewer entries than proxies, the request has not come through all of them: the client may have written every entry.
  const chosen = forwardedFor.split(',').at(-hops);
  return (chosen === undefined ? undefined : readAddress(chosen)) ?? own;
}

/** Returns the key of the limit: an IPv4 address, the /64 of an IPv6 address (one household has 2^64 addresses), or `unknown`. */
export function limitKey(address: unknown): string {
  // JavaScript callers may pass the null of Headers.get, or an object of their runtime.
  const known = typeof address === 'string' ? readAddress(address) : undefined;
  if (known === undefined) return 'unknown';
  return known.includes(':') ? `${network64(known)}::/64` : known;
}

/** Returns the canonical spelling of an address, without port, brackets and zone. An IPv4-mapped IPv6 address becomes IPv4. */
export function readAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (/^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/.test(bare)) return bare;
  if (!/^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(bare) || !URL.canParse(`http://[${bare}]/`)) return undefined;
  const canonical = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  return mapped ? ipv4(mapped[1], mapped[2]) : canonical;
}

function ipv4(high = '0', low = '0'): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

function network64(canonical: string): string {
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** Joins all lines of the header. */
export function readForwardedFor({
  headers,
}: {
  readonly headers: Readonly<Record<string, unknown>>;
}): string | undefined {
  const header = headers['x-forwarded-for'];
  if (Array.isArray(header)) return header.join(',');
  return typeof header === 'string' ? header : undefined;
}
