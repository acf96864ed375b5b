/** Compares NATTER_TRUST_PROXY with the headers of real requests, and warns once of each mismatch. */

import { forwardedAddress, type ProxyTrust } from '../access/client-address.ts';
import type { Log } from '../log/log.ts';

/** Warning for a request that has X-Forwarded-For although no proxy is trusted. A client may also have forged the header. */
const NOT_TRUSTED =
  'A request has X-Forwarded-For. If the broker stands behind a proxy, set NATTER_TRUST_PROXY to the number of proxies or to their addresses: ' +
  'all visitors count as one address until then, and share one rate limit.';

const HEADER_MISSING =
  'NATTER_TRUST_PROXY is set, and a request of a page came from another address than those in it, without X-Forwarded-For, or with no address where the proxy writes it: all visitors count ' +
  'as one address until then, and share one rate limit. Have the proxy send it (nginx: proxy_set_header X-Forwarded-For ' +
  '$proxy_add_x_forwarded_for); where no proxy stands before the broker, take NATTER_TRUST_PROXY away.';

export interface ProxyWatch {
  /** Checks the header of any request. */
  checkRequest(forwardedFor: string | undefined): void;
  /** Checks the header of a POST from an allowed origin. Other requests, such as health checks, may bypass the proxy. */
  checkPagePost(peer: string | undefined, forwardedFor: string | undefined): void;
}

export function createProxyWatch(trust: ProxyTrust, log: Log): ProxyWatch {
  const warned = new Set<string>();
  const warnOnce = (event: string, message: string): void => {
    if (warned.has(event)) return;
    warned.add(event);
    log.warn(event, { variable: 'NATTER_TRUST_PROXY', message });
  };
  return {
    checkRequest(forwardedFor) {
      if (trust === 0 && forwardedFor !== undefined) warnOnce('proxy_not_trusted', NOT_TRUSTED);
    },
    checkPagePost(peer, forwardedFor) {
      const named = forwardedAddress(peer, forwardedFor, trust);
      if (trust !== 0 && named === undefined) warnOnce('forwarded_for_missing', HEADER_MISSING);
    },
  };
}
