/** The endpoints that pages post to, put together from the options. Who may knock is decided before, in handler.ts. */

import { probeAnswerToWire, tokenGrantToWire } from '../protocol/http-api.ts';
import { createRateLimit, type RateLimit } from './access/rate-limit.ts';
import { realDelay } from './endpoints/call-timeout.ts';
import { createUpstream } from './endpoints/platform-call.ts';
import { createProbeEndpoint, PROBE_RATE_LIMIT } from './endpoints/probe-endpoint.ts';
import { type Outcome, success } from './endpoints/responses.ts';
import { createTickets, type Tickets } from './endpoints/resume-ticket.ts';
import { createTokenEndpoint } from './endpoints/token-endpoint.ts';
import type { Log } from './log/log.ts';
import { type BrokerOptions, DEFAULT_RATE_LIMIT } from './options.ts';

/** Each has an allowance of its own: a page that probes much can still get a token. */
export interface Door {
  readonly limit: RateLimit;
  /** Answers one request of an allowed origin, in wire form. */
  readonly answer: (request: Request, origin: string) => Promise<Outcome<object>>;
}

export interface Doors {
  readonly token: Door;
  /** Undefined when the host brought no way to try a handshake. */
  readonly probe: Door | undefined;
}

const APART =
  'if it stays: NATTER_TRUST_PROXY behind a proxy (the address that fetch is given, in a program), so that visitors are told apart';
const TOKENS_LIMITED = { path: '/token', mend: `${APART}; else NATTER_RATE_LIMIT, where many share one` };
/** No setting lets more than ten a minute pass. */
const PROBES_LIMITED = { path: '/probe', mend: APART };

interface Shared {
  readonly platformUrl: string;
  readonly tickets: Tickets;
  readonly now: () => number;
  readonly log: Log;
}

export function createDoors(options: BrokerOptions, log: Log): Doors {
  const { now = Date.now } = options;
  const platformUrl = options.platformUrl.replace(/\/+$/, '');
  const tickets = createTickets({ keys: options.ticketKeys, platform: platformUrl, now });
  const shared = { platformUrl, tickets, now, log };
  return { token: createTokenDoor(options, shared), probe: createProbeDoor(options, shared) };
}

function createTokenDoor(options: BrokerOptions, { platformUrl, tickets, now, log }: Shared): Door {
  const { connectorToken, host, dialect = 'service', rateLimit = DEFAULT_RATE_LIMIT } = options;
  const { random = Math.random, delay = realDelay } = options;
  // Looked up at the call, not here: some runtimes refuse a fetch that is called as another object's method.
  const fetchPort = options.fetch ?? ((url, init) => fetch(url, init));
  const accessToken = createUpstream({ platformUrl, connectorToken, host, fetch: fetchPort, delay, now, random, log });
  const features = options.handshake ? ['probe'] : [];
  const messagingUrl = platformUrl;
  const endpoint = createTokenEndpoint({ accessToken, tickets, messagingUrl, dialect, features, now, log });
  return {
    limit: createRateLimit({ perMinute: rateLimit, log, told: TOKENS_LIMITED }),
    answer: async (request, origin) => inWireForm(await endpoint(request, origin), tokenGrantToWire),
  };
}

function createProbeDoor(options: BrokerOptions, { platformUrl, tickets, log }: Shared): Door | undefined {
  const { handshake, delay = realDelay, rateLimit = DEFAULT_RATE_LIMIT } = options;
  if (!handshake) return undefined;
  const endpoint = createProbeEndpoint({ handshake, tickets, platformUrl, delay, log });
  return {
    limit: createRateLimit({ perMinute: Math.min(PROBE_RATE_LIMIT, rateLimit), log, told: PROBES_LIMITED }),
    answer: async (request, origin) => inWireForm(await endpoint(request, origin), probeAnswerToWire),
  };
}

function inWireForm<T>(outcome: Outcome<T>, toWire: (value: T) => object): Outcome<object> {
  return outcome.ok ? success(toWire(outcome.value)) : outcome;
}
