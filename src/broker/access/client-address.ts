/** Finds the client's address in a proxied request, and derives the keys of the rate limits from it. */

/** The trusted proxies in front of the broker: their number, or a check of their addresses. */
export type ProxyTrust = number | ((address: string) => boolean);

/** Bits of each group of an address, by the number of groups. */
const GROUP_BITS: Readonly<Record<number, number>> = { 4: 8, 8: 16 };

/** Returns the client's address as reported by the trusted proxies. If they report none, returns the address of the connection. */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trust: ProxyTrust,
): string | undefined {
  return forwardedAddress(peer, forwardedFor, trust) ?? (peer === undefined ? undefined : readAddress(peer));
}

/**
 * Returns the address that trusted proxies have written into the header. Each proxy appends the address of its peer, so only the last entries, which
 * the trusted proxies wrote, are reliable. The client may have forged the entries before them.
 */
export function forwardedAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trust: ProxyTrust,
): string | undefined {
  if (trust === 0 || forwardedFor === undefined) return undefined;
  const entries = forwardedFor.split(',');
  // If there are fewer entries than proxies, `at` returns undefined: the request has bypassed a proxy, and the client may have forged all entries.
  if (typeof trust === 'number') return readAddress(entries.at(-trust) ?? '');
  let found: string | undefined;
  let nearest = readAddress(peer ?? '');
  while (nearest !== undefined && trust(nearest) && entries.length > 0) {
    found = readAddress(entries.pop() ?? '');
    nearest = found;
  }
  return found;
}

/**
 * Returns a function that checks whether a proxy's address is in one of these networks, such as `10.0.0.0/8` or a single address. Returns undefined
 * if one of them is malformed.
 */
export function readProxyNetworks(networks: readonly string[]): ((address: string) => boolean) | undefined {
  const read = networks.map(readNetwork).filter(network => network !== undefined);
  if (read.length < networks.length || read.length === 0) return undefined;
  return address => read.some(({ groups, bits }) => isWithin(groupsOf(address), groups, bits));
}

interface Network {
  readonly groups: readonly number[];
  readonly bits: number;
}

function readNetwork(text: string): Network | undefined {
  const [, base = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const address = readAddress(base);
  if (address === undefined) return undefined;
  const groups = groupsOf(address);
  const most = address.includes(':') ? 128 : 32;
  const bits = length === undefined ? most : Number(length);
  return bits <= most ? { groups, bits } : undefined;
}

function isWithin(address: readonly number[], network: readonly number[], bits: number): boolean {
  const size = GROUP_BITS[network.length] ?? 0;
  const isEqual = (group: number, place: number): boolean => {
    const shared = Math.min(size, Math.max(0, bits - place * size));
    return (group ^ (network[place] ?? 0)) >> (size - shared) === 0;
  };
  return address.length === network.length && address.every(isEqual);
}

/** Keys of the counters for one client. */
export interface LimitKeys {
  /** An IPv4 address, the /64 of an IPv6 address (because one household has the whole /64), or `unknown`. */
  readonly address: string;
  /** The /24 of an IPv4 address, the /48 of an IPv6 address; undefined if the address is unknown. */
  readonly network: string | undefined;
}

export function limitKeys(address: unknown): LimitKeys {
  // JavaScript callers may pass the null of `Headers.get`, or an object.
  const known = typeof address === 'string' ? readAddress(address) : undefined;
  if (known === undefined) return { address: 'unknown', network: undefined };
  const groups = groupsOf(known);
  if (groups.length === 4) return { address: known, network: `${groups.slice(0, 3).join('.')}.0/24` };
  const start = (count: number) => groups.slice(0, count).map(hex).join(':');
  return { address: `${start(4)}::/64`, network: `${start(3)}::/48` };
}

const hex = (group: number): string => group.toString(16);

/** Returns the canonical spelling of an address, without port, brackets and zone. An IPv4-mapped IPv6 address becomes IPv4. */
export function readAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.|$)){4}$/.test(bare)) return bare;
  if (!/^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(bare) || !URL.canParse(`http://[${bare}]/`)) return undefined;
  const canonical = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  return mapped ? ipv4(mapped[1], mapped[2]) : canonical;
}

function ipv4(high = '0', low = '0'): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** Returns the numbers of a canonical address: four for IPv4, eight for IPv6. */
function groupsOf(canonical: string): readonly number[] {
  if (!canonical.includes(':')) return canonical.split('.').map(Number);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map(group => Number.parseInt(group, 16));
}

/** Returns X-Forwarded-For. Joins the lines if the header is repeated. */
export function readForwardedFor({
  headers,
}: {
  readonly headers: Readonly<Record<string, unknown>>;
}): string | undefined {
  const header = headers['x-forwarded-for'];
  if (Array.isArray(header)) return header.join(',');
  return typeof header === 'string' ? header : undefined;
}
