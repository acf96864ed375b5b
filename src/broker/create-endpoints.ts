/** Creates the endpoints that pages post to. handler.ts checks the origin before it calls them. */

import { probeAnswerToWire, tokenGrantToWire } from '../protocol/http-api.ts';
import { reservedNumberToWire, statusAnswerToWire } from '../protocol/service-api.ts';
import type { CounterStore } from './access/counters.ts';
import { type Ceilings, createRateLimit, type RateLimit } from './access/rate-limit.ts';
import type { AlertStore } from './alerts/alert-store.ts';
import { type AlertsEndpoint, createAlertsEndpoint } from './alerts/alerts-endpoint.ts';
import { createStatusEndpoint } from './alerts/platform-level.ts';
import { createCallMe } from './calls/call-me-endpoint.ts';
import { createCallUs } from './calls/call-us-endpoint.ts';
import { dniService, outboundService } from './calls/service-call.ts';
import { createChallenger } from './challenge/challenge.ts';
import { createProofsOfWork } from './challenge/proof-of-work.ts';
import { createChatCall } from './chat/chat-calls.ts';
import { createChatEndpoints } from './chat/chat-endpoints.ts';
import { connectorsOf, type FullConnector } from './connectors.ts';
import type { TicketDesk } from './endpoints/accept-ticket.ts';
import type { FetchPort } from './endpoints/ask-platform.ts';
import { realDelay } from './endpoints/call-timeout.ts';
import { createPlatformCall, type PlatformCall } from './endpoints/platform-call.ts';
import { createProbeEndpoint, PROBE_RATE_LIMIT } from './endpoints/probe-endpoint.ts';
import { type Outcome, success } from './endpoints/responses.ts';
import { createRevokeEndpoint } from './endpoints/revoke-endpoint.ts';
import { type Challenger, type Count, createTokenEndpoint } from './endpoints/token-endpoint.ts';
import type { Visit } from './endpoints/visit.ts';
import { type Log, withFields } from './log/log.ts';
import { type BrokerOptions, ceilingsOf, DEFAULT_DIFFICULTY } from './options.ts';
import type { MarkStore } from './tickets/marks.ts';
import { createTickets, type Tickets } from './tickets/resume-ticket.ts';

/** An endpoint with a rate limit of its own. A page that probes often can therefore still get a token. */
export interface LimitedEndpoint {
  readonly limit: RateLimit;
  /** Requests beyond this share of a ceiling are held back until the page has solved a challenge. */
  readonly freeShare: number;
  /** True if the option `authorize` is called to identify the visitor. */
  readonly identifies: boolean;
  /** Handles one request from an allowed origin; the result is in wire form. `count`: see TokenEndpoint. */
  readonly answer: (request: Request, visit: Visit, count?: Count) => Promise<Outcome<object>>;
}

export interface Endpoints {
  readonly token: LimitedEndpoint;
  /** Undefined without the option `handshake`. */
  readonly probe?: LimitedEndpoint | undefined;
  readonly revoke: LimitedEndpoint;
  /** Undefined without the option `chat`; the last one as well without a key of Conversations. */
  readonly 'chat/create'?: LimitedEndpoint;
  readonly 'chat/respond'?: LimitedEndpoint;
  readonly 'chat/close'?: LimitedEndpoint;
  readonly 'chat/turns'?: LimitedEndpoint;
  /** Undefined without the option `webhookSecrets`. */
  readonly status?: LimitedEndpoint | undefined;
  /** Undefined without the option `outboundToken`. */
  readonly callMe?: LimitedEndpoint;
  readonly callCountries?: LimitedEndpoint;
  readonly callState?: LimitedEndpoint;
  /** Undefined without the option `dniApiKey`. */
  readonly callUs?: LimitedEndpoint;
}

const ADVICE =
  'if it stays: NATTER_TRUST_PROXY behind a proxy (the address that fetch is given, in a program), so that visitors are told apart';
const OR_A_PROGRAM = 'if these are visitors, and not a program that takes tokens';
const MENDS = {
  subject: `NATTER_RATE_LIMIT, ${OR_A_PROGRAM}`,
  address: `${ADVICE}; else NATTER_RATE_LIMIT, where many share one`,
  network: `NATTER_RATE_LIMIT_NETWORK, ${OR_A_PROGRAM}`,
  origin: `NATTER_RATE_LIMIT_ORIGIN, ${OR_A_PROGRAM}`,
  all: `NATTER_RATE_LIMIT_TOTAL, ${OR_A_PROGRAM}`,
};
/** Advice for the log: the limit of probes is never above ten a minute, whatever the settings. */
const PROBE_MENDS = { subject: ADVICE, address: ADVICE, network: ADVICE, origin: ADVICE, all: ADVICE };

/** The stores that all connectors share. */
export interface Stores {
  readonly counters: CounterStore;
  readonly marks: MarkStore;
  readonly alerts: AlertStore;
}

interface Shared extends Pick<Stores, 'marks' | 'alerts'> {
  readonly connector: FullConnector;
  readonly desk: TicketDesk;
  readonly now: () => number;
  readonly log: Log;
  readonly limitOf: (path: string, ceilings: Ceilings, mends: typeof MENDS) => RateLimit;
}

/** Creates the endpoints of one connector, which issue and accept its tickets. */
export function createEndpoints(
  options: BrokerOptions,
  connector: FullConnector,
  { counters, marks, alerts, tickets }: Stores & Pick<TicketDesk, 'tickets'>,
  log: Log,
): Endpoints {
  const { deviceKey = 'prefer', now = Date.now } = options;
  const desk = { tickets, marks, deviceKey };
  const limitOf: Shared['limitOf'] = (path, ceilings, mends) =>
    createRateLimit({ path, ceilings, mends, counters, now });
  const shared = { connector, desk, now, log, marks, alerts, limitOf };
  return {
    token: limitedTokenEndpoint(options, shared),
    probe: limitedProbeEndpoint(options, shared),
    revoke: limited(limitOf('/revoke', ceilingsOf(options), MENDS), createRevokeEndpoint(desk)),
    ...limitedChatEndpoints(options, shared),
    status: limitedStatusEndpoint(options, shared),
    ...createCallEndpoints(options, shared),
  };
}

export function ticketsOf({ ticketKeys: keys, now = Date.now }: BrokerOptions, connector: FullConnector): Tickets {
  const { platformUrl: platform, token, host } = connector;
  return createTickets({ keys, platform, connector: token, host, now });
}

/** An endpoint that asks for no challenge. */
function limited(limit: RateLimit, answer: LimitedEndpoint['answer'], identifies = false): LimitedEndpoint {
  return { limit, freeShare: 1, identifies, answer };
}

/** Returns what the endpoints need to ask the platform. */
function platformPorts({ fetch: port, delay = realDelay, now = Date.now }: BrokerOptions) {
  // Wrapped, because some runtimes refuse a fetch that is called as a method of another object.
  const fetchPort: FetchPort = port ?? ((url, init) => fetch(url, init));
  return { fetch: fetchPort, delay, now };
}

function createAccessCall(options: BrokerOptions, connector: FullConnector, log: Log): PlatformCall {
  const { random = Math.random } = options;
  const { platformUrl, token: connectorToken, host } = connector;
  return createPlatformCall({ ...platformPorts(options), platformUrl, connectorToken, host, random, log });
}

/** Requests a token with each connector and discards it. Errors are in the log. */
export async function checkPlatform(options: BrokerOptions, log: Log): Promise<void> {
  const connectors = connectorsOf(options);
  const check = async (connector: FullConnector): Promise<void> => {
    const own = connectorLog(connectors, connector, log);
    const outcome = await createAccessCall(options, connector, own)({ log: own, traceHeaders: {} });
    if (outcome.ok) own.info('platform_checked');
  };
  await Promise.all(connectors.map(check));
}

/** Returns a log whose lines name the connector, by its host, if there are several. */
export function connectorLog(all: readonly FullConnector[], { host }: FullConnector, log: Log): Log {
  return all.length > 1 ? withFields(log, { connector: host }) : log;
}

function limitedTokenEndpoint(
  options: BrokerOptions,
  { connector, desk, now, log, marks, limitOf }: Shared,
): LimitedEndpoint {
  const { challenge = 'off' } = options;
  const { platformUrl: messagingUrl, dialect } = connector;
  const accessToken = createAccessCall(options, connector, log);
  const features = [
    ...(options.handshake ? ['probe'] : []),
    'revoke',
    ...(options.chat ? ['chat'] : []),
    ...(options.chat?.conversationsKey === undefined ? [] : ['chat-turns']),
    ...serviceNames(options),
  ];
  const challenger = challenge === 'off' ? undefined : challengerOf(options, marks, now);
  const endpoint = createTokenEndpoint({ accessToken, desk, messagingUrl, dialect, features, challenger, now });
  return {
    limit: limitOf('/token', ceilingsOf(options), MENDS),
    freeShare: FREE_SHARES[challenge],
    identifies: true,
    answer: async (request, visit, count) => inWireForm(await endpoint(request, visit, count), tokenGrantToWire),
  };
}

/** Up to this share of each ceiling, tokens are granted without a challenge. */
const FREE_SHARES = { off: 1, auto: 0.25, always: 0 };

function challengerOf(options: BrokerOptions, marks: MarkStore, now: () => number): Challenger {
  const { ticketKeys: keys, challengeDifficulty: difficulty = DEFAULT_DIFFICULTY, verify, delay = realDelay } = options;
  return createChallenger({ proofs: createProofsOfWork({ keys, difficulty, marks, now }), verify, delay });
}

function limitedProbeEndpoint(
  options: BrokerOptions,
  { connector: { platformUrl }, desk, limitOf }: Shared,
): LimitedEndpoint | undefined {
  const { handshake, delay = realDelay } = options;
  if (!handshake) return undefined;
  const endpoint = createProbeEndpoint({ handshake, desk, platformUrl, delay });
  const limit = limitOf('/probe', ceilingsOf(options, PROBE_RATE_LIMIT), PROBE_MENDS);
  return limited(limit, async (request, visit) => inWireForm(await endpoint(request, visit), probeAnswerToWire));
}

type ChatNames = 'chat/create' | 'chat/respond' | 'chat/close' | 'chat/turns';

/** Requests of a conversation without sockets, as a multiple of the rate limit: each message is one, and so is each look whether the broker answers. */
const CHAT_MULTIPLE = 10;

function limitedChatEndpoints(
  options: BrokerOptions,
  { connector, desk, now, log, limitOf }: Shared,
): Pick<Endpoints, ChatNames> {
  const { chat } = options;
  if (!chat) return {};
  const call = createChatCall({ ...platformPorts(options), chat, connectorToken: connector.token, log });
  const endpoints = createChatEndpoints({ call, desk, now, environment: chat.environment });
  const ceilings = ceilingsOf(options);
  const many = Object.fromEntries(Object.entries(ceilings).map(([name, most]) => [name, most * CHAT_MULTIPLE]));
  const often = limitOf('/chat', many as unknown as Ceilings, MENDS);
  return {
    'chat/create': limited(limitOf('/chat/create', ceilings, MENDS), endpoints.create, true),
    'chat/respond': limited(often, endpoints.respond, true),
    'chat/close': limited(often, endpoints.close, true),
    ...(chat.conversationsKey !== undefined && { 'chat/turns': limited(often, endpoints.turns, true) }),
  };
}

function limitedStatusEndpoint(options: BrokerOptions, { alerts, now, limitOf }: Shared): LimitedEndpoint | undefined {
  const { webhookSecrets, statusBanner: banner = 1 } = options;
  if (!webhookSecrets) return undefined;
  const endpoint = createStatusEndpoint({ alerts, banner, now });
  const limit = limitOf('/status', ceilingsOf(options), MENDS);
  return limited(limit, async () => inWireForm(await endpoint(), statusAnswerToWire));
}

/** The endpoint that the platform calls, with a limit of its own. */
export interface LimitedAlerts {
  readonly limit: RateLimit;
  readonly answer: AlertsEndpoint;
}

/** Returns undefined without the option `webhookSecrets`. */
export function createLimitedAlerts(
  options: BrokerOptions,
  { counters, marks, alerts }: Stores,
): LimitedAlerts | undefined {
  const { webhookSecrets: secrets, now = Date.now } = options;
  if (!secrets) return undefined;
  return {
    limit: createRateLimit({ path: '/webhooks/alerts', ceilings: ceilingsOf(options), mends: MENDS, counters, now }),
    answer: createAlertsEndpoint({ secrets, alerts, marks, now }),
  };
}

/** The state of a call has a limit of its own, because pages ask for it every few seconds. */
function createCallEndpoints(
  options: BrokerOptions,
  { connector: { dialect }, marks, limitOf }: Shared,
): Pick<Endpoints, 'callMe' | 'callCountries' | 'callState' | 'callUs'> {
  const { outboundUrl, outboundToken, callCountries: countries = [], callsPerHour: perHour = 3 } = options;
  const { dniUrl, dniApiKey, dniSeconds: seconds = 600 } = options;
  const ports = { ...platformPorts(options), marks };
  const limit = (path: string) => limitOf(path, ceilingsOf(options), MENDS);
  const outbound = outboundUrl && outboundToken ? outboundService(outboundUrl, outboundToken, dialect) : undefined;
  const callMe = outbound && createCallMe({ ...ports, service: outbound, countries, perHour });
  const dni = dniUrl && dniApiKey ? dniService(dniUrl, dniApiKey) : undefined;
  const callUs = dni && createCallUs({ ...ports, service: dni, seconds });
  return {
    ...(callMe && {
      callMe: limited(limit('/call-me'), callMe.place, true),
      callCountries: limited(limit('/call-me/countries'), callMe.list),
      callState: limited(limit('/call-me/state'), callMe.state),
    }),
    ...(callUs && {
      callUs: limited(
        limit('/call-us'),
        async (request, visit) => inWireForm(await callUs(request, visit), reservedNumberToWire),
        true,
      ),
    }),
  };
}

/** Names of the further endpoints, as pages know them. */
function serviceNames({ webhookSecrets, outboundToken, dniApiKey }: BrokerOptions): readonly string[] {
  return [
    ...(webhookSecrets ? ['status'] : []),
    ...(outboundToken ? ['call-me'] : []),
    ...(dniApiKey ? ['call-us'] : []),
  ];
}

function inWireForm<T>(outcome: Outcome<T>, toWire: (value: T) => object): Outcome<object> {
  return outcome.ok ? success(toWire(outcome.value)) : outcome;
}
