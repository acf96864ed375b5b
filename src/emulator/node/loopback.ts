/** Admits only callers on this machine, and pages from it, to the control API. */

import { isLoopbackHost } from '../../protocol/http-api.ts';

export interface Caller {
  /** The caller's IP address; null if the host does not know it. */
  readonly address: string | null;
  readonly host: string | null;
  readonly origin: string | null;
  /** True if the request has a header of PROXY_HEADERS. */
  readonly proxied: boolean;
}

/** Headers that proxies add. Nothing else reveals a proxy or tunnel on this machine, because its address is local as well. */
export const PROXY_HEADERS: readonly string[] = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
];

/**
 * Returns the reason to refuse the caller, or null. Checks the Host header as well, against DNS rebinding: a foreign name may resolve to this
 * machine.
 */
export function refuseCaller({ address, host, origin, proxied }: Caller): string | null {
  if (!isLoopbackAddress(address)) return 'the control API answers only to this machine';
  if (proxied) return 'the control API answers only to this machine, and not through a proxy';
  if (!isLoopbackHost(withoutPort(host ?? ''))) {
    return 'the control API answers only under a loopback name: use http://localhost or http://127.0.0.1';
  }
  if (origin !== null && !isLoopbackOrigin(origin)) return 'the control API answers only to pages of this machine';
  return null;
}

export function isLoopbackOrigin(origin: string): boolean {
  const host = /^https?:\/\/([^/?#@\\]+)$/i.exec(origin)?.[1];
  return host !== undefined && isLoopbackHost(withoutPort(host));
}

/** Accepts an IPv4 address in its IPv6 form as well. */
export function isLoopbackAddress(address: string | null): boolean {
  return address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address ?? '');
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
