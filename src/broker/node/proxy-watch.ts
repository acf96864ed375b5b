/** Whether what is said of proxies before the broker and what comes through them fit together. Each trouble is told once: it stays until it is mended. */

import { clientAddress } from '../access/client-address.ts';
import type { Log } from '../log/log.ts';

/** Or somebody writes the header who would like to be somebody else: then nothing is to be done. */
const NOT_TRUSTED =
  'A request has X-Forwarded-For. If the broker stands behind a proxy, set NATTER_TRUST_PROXY to the number of proxies: ' +
  'all visitors count as one address until then, and share one rate limit.';

const HEADER_MISSING =
  'NATTER_TRUST_PROXY is set, and a request of a page came without X-Forwarded-For, or with no address where the proxy writes it: all visitors count ' +
  'as one address until then, and share one rate limit. Have the proxy send it (nginx: proxy_set_header X-Forwarded-For ' +
  '$proxy_add_x_forwarded_for); where no proxy stands before the broker, take NATTER_TRUST_PROXY away.';

export interface ProxyWatch {
  /** Of every request. */
  asked(forwardedFor: string | undefined): void;
  /** Of what a page of an allowed origin has posted: health checks and strangers may well come past the proxy. */
  posted(forwardedFor: string | undefined): void;
}

export function createProxyWatch(hops: number, log: Log): ProxyWatch {
  const told = new Set<string>();
  const tell = (event: string, message: string): void => {
    if (told.has(event)) return;
    told.add(event);
    log.warn(event, { variable: 'NATTER_TRUST_PROXY', message });
  };
  return {
    asked(forwardedFor) {
      if (hops === 0 && forwardedFor !== undefined) tell('proxy_not_trusted', NOT_TRUSTED);
    },
    posted(forwardedFor) {
      const named = clientAddress(undefined, forwardedFor, hops);
      if (hops > 0 && named === undefined) tell('forwarded_for_missing', HEADER_MISSING);
    },
  };
}
