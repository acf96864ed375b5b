/** Creates the endpoints that pages post to. handler.ts checks the origin before it calls them. */

import { probeAnswerToWire, tokenGrantToWire } from '../protocol/http-api.ts';
import { createMemoryCounters } from './access/counters.ts';
import { type Ceilings, createRateLimit, type RateLimit } from './access/rate-limit.ts';
import type { TicketDesk } from './endpoints/accept-ticket.ts';
import { realDelay } from './endpoints/call-timeout.ts';
import { createPlatformCall, type PlatformCall } from './endpoints/platform-call.ts';
import { createProbeEndpoint, PROBE_RATE_LIMIT } from './endpoints/probe-endpoint.ts';
import { type Outcome, success } from './endpoints/responses.ts';
import { createRevokeEndpoint } from './endpoints/revoke-endpoint.ts';
import { createTokenEndpoint } from './endpoints/token-endpoint.ts';
import type { Visit } from './endpoints/visit.ts';
import type { Log } from './log/log.ts';
import { type BrokerOptions, ceilingsOf } from './options.ts';
import { createMemoryMarks } from './tickets/marks.ts';
import { createTickets } from './tickets/resume-ticket.ts';

/** An endpoint with its own rate limit, so that a page that probes often can still get a token. */
export interface LimitedEndpoint {
  readonly limit: RateLimit;
  /** Handles one request of an allowed origin; the result is in wire form. */
  readonly answer: (request: Request, visit: Visit) => Promise<Outcome<object>>;
}

export interface Endpoints {
  readonly token: LimitedEndpoint;
  /** Undefined without the option `handshake`. */
  readonly probe: LimitedEndpoint | undefined;
  readonly revoke: LimitedEndpoint;
}

const ADVICE =
  'if it stays: NATTER_TRUST_PROXY behind a proxy (the address that fetch is given, in a program), so that visitors are told apart';
const OR_A_PROGRAM = 'if these are visitors, and not a program that takes tokens';
const MENDS = {
  address: `${ADVICE}; else NATTER_RATE_LIMIT, where many share one`,
  network: `NATTER_RATE_LIMIT_NETWORK, ${OR_A_PROGRAM}`,
  origin: `NATTER_RATE_LIMIT_ORIGIN, ${OR_A_PROGRAM}`,
  all: `NATTER_RATE_LIMIT_TOTAL, ${OR_A_PROGRAM}`,
};
/** The limit of probes is at most ten a minute, whatever the settings. */
const PROBE_MENDS = { address: ADVICE, network: ADVICE, origin: ADVICE, all: ADVICE };

interface Shared {
  readonly platformUrl: string;
  readonly desk: TicketDesk;
  readonly now: () => number;
  readonly log: Log;
  readonly limitOf: (path: string, ceilings: Ceilings, mends: typeof MENDS) => RateLimit;
}

export function createEndpoints(options: BrokerOptions, log: Log): Endpoints {
  const { now = Date.now } = options;
  const platformUrl = addressOf(options);
  const { ticketKeys: keys, connectorToken: connector, host } = options;
  const tickets = createTickets({ keys, platform: platformUrl, connector, host, now });
  const { counters = createMemoryCounters(), marks = createMemoryMarks(now) } = options;
  const { deviceKey = 'prefer' } = options;
  const desk = { tickets, marks, deviceKey };
  const limitOf: Shared['limitOf'] = (path, ceilings, mends) =>
    createRateLimit({ path, ceilings, mends, counters, now });
  const shared = { platformUrl, desk, now, log, limitOf };
  return {
    token: limitedTokenEndpoint(options, shared),
    probe: limitedProbeEndpoint(options, shared),
    revoke: { limit: limitOf('/revoke', ceilingsOf(options), MENDS), answer: createRevokeEndpoint(desk) },
  };
}

function createAccessCall(options: BrokerOptions, log: Log): PlatformCall {
  const { connectorToken, host, now = Date.now, random = Math.random, delay = realDelay } = options;
  const platformUrl = addressOf(options);
  // Wrapped, because some runtimes refuse a fetch that is called as a method of another object.
  const fetchPort = options.fetch ?? ((url, init) => fetch(url, init));
  return createPlatformCall({
    platformUrl,
    connectorToken,
    host,
    fetch: fetchPort,
    delay,
    now,
    random,
    log,
  });
}

const addressOf = ({ platformUrl }: BrokerOptions): string => platformUrl.replace(/\/+$/, '');

/** Asks the platform for a token, and drops the token. The log shows what is wrong. */
export async function checkPlatform(options: BrokerOptions, log: Log): Promise<void> {
  const outcome = await createAccessCall(options, log)({ log, traceHeaders: {} });
  if (outcome.ok) log.info('platform_checked');
}

function limitedTokenEndpoint(
  options: BrokerOptions,
  { platformUrl, desk, now, log, limitOf }: Shared,
): LimitedEndpoint {
  const { dialect = 'service' } = options;
  const accessToken = createAccessCall(options, log);
  const features = [...(options.handshake ? ['probe'] : []), 'revoke'];
  const messagingUrl = platformUrl;
  const endpoint = createTokenEndpoint({ accessToken, desk, messagingUrl, dialect, features, now });
  return {
    limit: limitOf('/token', ceilingsOf(options), MENDS),
    answer: async (request, visit) => inWireForm(await endpoint(request, visit), tokenGrantToWire),
  };
}

function limitedProbeEndpoint(
  options: BrokerOptions,
  { platformUrl, desk, limitOf }: Shared,
): LimitedEndpoint | undefined {
  const { handshake, delay = realDelay } = options;
  if (!handshake) return undefined;
  const endpoint = createProbeEndpoint({ handshake, desk, platformUrl, delay });
  return {
    limit: limitOf('/probe', ceilingsOf(options, PROBE_RATE_LIMIT), PROBE_MENDS),
    answer: async (request, visit) => inWireForm(await endpoint(request, visit), probeAnswerToWire),
  };
}

function inWireForm<T>(outcome: Outcome<T>, toWire: (value: T) => object): Outcome<object> {
  return outcome.ok ? success(toWire(outcome.value)) : outcome;
}
