/** Reads the setting for trusted proxies. Only their entries in X-Forwarded-For are trusted. */

import { type ProxyTrust, readProxyNetworks } from './client-address.ts';

const MAX_HOPS = 32;

/** The number of proxies, from 0 to 32, or their addresses and networks, such as `['10.0.0.0/8', 'fd00::/8']`. */
export type TrustedProxies = number | readonly string[];

export const TRUSTED_PROXIES_FORM = `a whole number of proxies from 0 to ${MAX_HOPS}, or the addresses and networks of the proxies, like 10.0.0.0/8,fd00::/8`;

export function isTrustedProxies(value: unknown): value is TrustedProxies {
  return readTrust(value) !== undefined;
}

/** Returns the trust for `clientAddress`. A wrong value counts as no proxy. */
export function proxyTrust(trusted: TrustedProxies): ProxyTrust {
  return readTrust(trusted) ?? 0;
}

function readTrust(value: unknown): ProxyTrust | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 && value <= MAX_HOPS ? value : undefined;
  if (!Array.isArray(value) || !value.every(each => typeof each === 'string')) return undefined;
  return readProxyNetworks(value);
}
