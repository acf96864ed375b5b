/**
 * The options of a broker, and their checks. createBroker and the environment (config.ts) share the checks and report the same problems. No message
 * quotes a value, because it may be a secret in the wrong place.
 */

import type { TokenGrant } from '../protocol/http-api.ts';
import type { CounterStore } from './access/counters.ts';
import type { Ceilings } from './access/rate-limit.ts';
import type { AlertStore } from './alerts/alert-store.ts';
import type { Verify } from './challenge/verifiers.ts';
import { CHAT_FORM, type ChatOptions, isChatOptions } from './chat/chat-options.ts';
import { CONNECTOR_CHECKS, CONNECTOR_FORMS, CONNECTORS_FORM, type Connector, checkConnectors } from './connectors.ts';
import type { FetchPort } from './endpoints/ask-platform.ts';
import type { DelayPort } from './endpoints/call-timeout.ts';
import type { HandshakePort } from './endpoints/probe-endpoint.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './log/metered-log.ts';
import {
  missingServices,
  SERVICE_CHECKS,
  SERVICE_FORMS,
  type ServiceOption,
  type ServiceOptions,
} from './service-options.ts';
import type { Authorize } from './sign-in/identify.ts';
import { DEVICE_KEY_MODES, type DeviceKeyMode } from './tickets/device-proof.ts';
import type { MarkStore } from './tickets/marks.ts';
import type { TicketKey } from './tickets/resume-ticket.ts';
import { TICKET_PLACES, type TicketPlace } from './tickets/ticket-cookies.ts';

/**
 * Tokens per minute and address. A conversation needs one token, and one more for each page on which it continues. A hospital of 2,000 people behind
 * one address needs fewer.
 */
const DEFAULT_RATE_LIMIT = 60;
const MAX_RATE_LIMIT = 1_000_000;
/**
 * Default limits of a network, of an origin and of all requests, as multiples of the limit of an address. A mobile carrier has thousands of
 * subscribers behind a /24, but of 20,000 conversations a day hardly 10 a minute come from one of them.
 */
const DEFAULT_MULTIPLES = { network: 10, origin: 50, all: 100 };

/** Default for the largest number that a page has to try. On a slow phone this takes at most half a second. */
export const DEFAULT_DIFFICULTY = 50_000;
const MIN_DIFFICULTY = 100;
const MAX_DIFFICULTY = 10_000_000;

/**
 * Selects the pages that must send a proof for a new token. `off`: none. `auto`: pages that request one while more than a quarter of a rate limit
 * (of their address, their network, their origin, or in total) is used up. `always`: all.
 */
export type ChallengeMode = 'off' | 'auto' | 'always';

/** Options of `createBroker`. */
export interface BrokerOptions extends ServiceOptions {
  /**
   * Base address of the Messaging interface, such as `https://messaging.example.com`. Pages connect to it as well. `http:` is allowed only on this
   * machine. Required unless each of `connectors` has its own.
   */
  readonly platformUrl?: string | undefined;
  /** Secret of the connector. It is sent to the platform only. Required without `connectors`. */
  readonly connectorToken?: string | undefined;
  /** The domain or app namespace registered for the connector, such as `shop.example.com`. Required without `connectors`. */
  readonly host?: string | undefined;
  /**
   * Origins of the pages that may use the broker: `https://shop.example.com`, or `https://*.example.com` for all subdomains of example.com, at any
   * depth, but not for example.com itself. At least one. Required without `connectors`.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Several connectors, instead of `connectorToken`, `host` and `allowedOrigins`. A page is served by the first connector in the list that has its
   * origin. `platformUrl` and `dialect` are then the defaults for all of them.
   */
  readonly connectors?: readonly Connector[] | undefined;
  /** Keys of the resume tickets, newest first: the first encrypts, all decrypt. At least one. */
  readonly ticketKeys: readonly TicketKey[];
  /**
   * Binds resume tickets to a key that cannot leave the visitor's browser, which makes a copied ticket worthless elsewhere. `prefer` (default):
   * binds them if the browser supports it. `require`: a browser that does not support it gets no ticket, and starts a new conversation after a
   * reload. `off`: binds no ticket.
   */
  readonly deviceKey?: DeviceKeyMode;
  /**
   * Place of the resume ticket. `body` (default): the page stores it. `cookie`: the browser stores it in a cookie that no script can read. This
   * needs a broker on the page's own site, and the widget's setting `brokerCookies`.
   */
  readonly ticket?: TicketPlace;
  /** The dialect of the platform, which is a word in the names of its events (docs/PROTOCOL.md, Dialects). Default `service`. */
  readonly dialect?: TokenGrant['dialect'];
  /**
   * Token requests per minute and client address (IPv6: per /64). Default 60. Probes are counted separately, with the same limit but at
   * most 10.
   */
  readonly rateLimit?: number;
  /** Token requests per minute of an IPv4 /24 or an IPv6 /48. Default: ten times `rateLimit`. */
  readonly rateLimitNetwork?: number;
  /** Token requests per minute of an origin. Default: 50 times `rateLimit`. */
  readonly rateLimitOrigin?: number;
  /** All token requests per minute. Default: 100 times `rateLimit`. */
  readonly rateLimitTotal?: number;
  /** Selects the pages that must send a proof for a new token. A program then cannot take many tokens without work. Default `off`. */
  readonly challenge?: ChallengeMode;
  /** The largest number that a page may have to try, from 100 to 10,000,000. On average it tries half as many. Default 50,000. */
  readonly challengeDifficulty?: number;
  /**
   * Checks the token of the site's own captcha, which pages then send instead of a proof of work: `verifyTurnstile({ secret })`. Used unless
   * `challenge` is `off`. Must return within 5 s.
   */
  readonly verify?: Verify;
  /**
   * Identifies the visitor who requests a token. Returns `{ subject }` for a signed-in visitor, `undefined` for an anonymous one, who is served as
   * well, and `false` to refuse the request. Signed-in visitors are limited by subject instead of address, and need no challenge. Their tickets are
   * refused if another visitor presents them. `verifyJwt` creates such a function. Must return within 5 s. Default: every visitor is anonymous.
   */
  readonly authorize?: Authorize;
  /** Holds the counters of the rate limits. Default: the memory of this process. Each replica then counts separately. */
  readonly counters?: CounterStore;
  /**
   * Remembers revoked tickets and used proofs until the tickets have expired. Default: the memory of this process. Each replica then knows only its
   * own.
   */
  readonly marks?: MarkStore;
  /** Holds the alerts of the platform. Default: the memory of this process, so that each replica knows those that it received itself. */
  readonly alerts?: AlertStore;
  /**
   * The path below which the broker is mounted: with `/api/chat` it answers `POST /api/chat/token`. Default none. Omit it if the host removes the
   * prefix from the path, as Express does.
   */
  readonly basePath?: string;
  /**
   * Tries the socket's handshake for `POST /probe`. Default: none. The endpoint then returns the error `not_configured`, and the responses of `POST
   * /token` do not list the feature `probe`. `startBroker` and `brokerFromEnv` use Node's own handshake by default.
   */
  readonly handshake?: HandshakePort;
  /** Offers conversations without sockets, for visitors whose network blocks them: the keys of the platform's Chat. Default none. */
  readonly chat?: ChatOptions | undefined;
  /** Returns false once the host is about to stop. `GET /ready` is then answered with 503. Default: always true. The Node server sets its own. */
  readonly isReady?: () => boolean;
  /** Calls the platform. Default: the global fetch. `startBroker` uses node:http, with connections that are kept alive. */
  readonly fetch?: FetchPort;
  /** Returns milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /** Returns a number that is at least 0 and less than 1, for the random part of the pause before a retry. Default: Math.random. */
  readonly random?: () => number;
  /** Resolves after the given milliseconds; used for the timeout of each call and before the retry. Default: a timer. */
  readonly delay?: DelayPort;
  /** Receives events. Default: prints warnings and errors on the console, one line each. Never receives a token, a ticket or a body. */
  readonly log?: Log;
  /** Counts the broker's events, including those that the log omits. Default: nothing is counted. The Node server sets its own. */
  readonly metrics?: Metrics;
}

export type CheckedOption =
  | ServiceOption
  | 'platformUrl'
  | 'connectorToken'
  | 'host'
  | 'allowedOrigins'
  | 'connectors'
  | 'ticketKeys'
  | 'dialect'
  | 'deviceKey'
  | 'ticket'
  | 'rateLimit'
  | 'rateLimitNetwork'
  | 'rateLimitOrigin'
  | 'rateLimitTotal'
  | 'challenge'
  | 'challengeDifficulty';

export interface OptionProblem {
  readonly option: CheckedOption;
  /** Continues a sentence after the option's name: `must be …`. */
  readonly message: string;
}

/** Form of each option, for error messages. */
export const OPTION_FORMS: Readonly<Record<CheckedOption, string>> = {
  ...CONNECTOR_FORMS,
  connectors: CONNECTORS_FORM,
  ticketKeys: 'a list of at least one key, newest first, each a kid and 32 random bytes as base64url (43 characters)',
  deviceKey: 'off, prefer or require',
  ticket: 'body or cookie',
  rateLimit: `a whole number from 1 to ${MAX_RATE_LIMIT}, requests per minute and address`,
  rateLimitNetwork: `a whole number from 1 to ${MAX_RATE_LIMIT}, requests per minute and network`,
  rateLimitOrigin: `a whole number from 1 to ${MAX_RATE_LIMIT}, requests per minute and origin`,
  rateLimitTotal: `a whole number from 1 to ${MAX_RATE_LIMIT}, all requests per minute`,
  challenge: 'off, auto or always',
  challengeDifficulty: `a whole number from ${MIN_DIFFICULTY} to ${MAX_DIFFICULTY}, the largest number that a page has to try`,
  ...SERVICE_FORMS,
};

const CHALLENGE_MODES: readonly unknown[] = ['off', 'auto', 'always'] satisfies ChallengeMode[];
const LEVELS: readonly (keyof Log)[] = ['info', 'warn', 'error'];

const CHECKS: Readonly<Record<CheckedOption, (value: unknown) => readonly string[]>> = {
  ...CONNECTOR_CHECKS,
  connectors: checkConnectors,
  ticketKeys: checkTicketKeys,
  deviceKey: value => form('deviceKey', value === undefined || DEVICE_KEY_MODES.some(mode => mode === value)),
  ticket: value => form('ticket', value === undefined || TICKET_PLACES.some(place => place === value)),
  rateLimit: value => form('rateLimit', isLimit(value)),
  rateLimitNetwork: value => form('rateLimitNetwork', isLimit(value)),
  rateLimitOrigin: value => form('rateLimitOrigin', isLimit(value)),
  rateLimitTotal: value => form('rateLimitTotal', isLimit(value)),
  challenge: value => form('challenge', value === undefined || CHALLENGE_MODES.includes(value)),
  challengeDifficulty: value =>
    form('challengeDifficulty', value === undefined || isWhole(value, MIN_DIFFICULTY, MAX_DIFFICULTY)),
  ...SERVICE_CHECKS,
};

/** Returns all problems at once. An empty list means that createBroker accepts the options. */
export function checkOptions(options: Readonly<Partial<Record<CheckedOption, unknown>>>): readonly OptionProblem[] {
  const missing = missingServices(options);
  return Object.entries(CHECKS).flatMap(([name, check]) => {
    const option = name as CheckedOption;
    if (missing.some(each => each === option)) return [{ option, message: `must be ${OPTION_FORMS[option]}.` }];
    return (checkBesideConnectors(options, option) ?? check(options[option])).map(message => ({ option, message }));
  });
}

/** Returns the problems of an option that describes a single connector, if there is a list `connectors`. Otherwise returns undefined. */
function checkBesideConnectors(
  { connectors, platformUrl, ...options }: Readonly<Partial<Record<CheckedOption, unknown>>>,
  option: CheckedOption,
): readonly string[] | undefined {
  if (connectors === undefined) return undefined;
  if (option === 'connectors') return checkConnectors(connectors, platformUrl);
  if (option === 'platformUrl') return platformUrl === undefined ? [] : undefined;
  if (!/^(?:connectorToken|host|allowedOrigins)$/.test(option)) return undefined;
  return options[option as 'host'] === undefined ? [] : ['must be omitted: connectors contains it for each connector.'];
}

const isFunction = (value: unknown): boolean => typeof value === 'function';

export const BASE_PATH_FORM =
  'a path of letters, digits, ".", "_", "~" and "-" that begins with a slash, like /api/chat';

/**
 * Options that can only be set in code: the path, and functions and objects, most of them ports. Each has its form for error messages and its
 * check.
 */
const PORTS: Readonly<
  Record<Exclude<keyof BrokerOptions, CheckedOption>, readonly [string, (value: unknown) => boolean]>
> = {
  basePath: [BASE_PATH_FORM, isBasePath],
  handshake: ['a function, such as nodeHandshake of natter/broker', isFunction],
  chat: [CHAT_FORM, isChatOptions],
  verify: ['a function, such as verifyTurnstile({ secret }) of natter/broker', isFunction],
  authorize: ['a function, such as verifyJwt({ issuer, audience, jwksUrl }) of natter/broker', isFunction],
  counters: ['an object with the function take', value => hasFunction(value, 'take')],
  marks: ['an object with the functions set and has', value => hasFunction(value, 'set') && hasFunction(value, 'has')],
  alerts: ['an object with the functions put and all', value => hasFunction(value, 'put') && hasFunction(value, 'all')],
  isReady: ['a function', isFunction],
  fetch: ['a function, called as the global fetch is', isFunction],
  now: ['a function', isFunction],
  random: ['a function', isFunction],
  delay: ['a function', isFunction],
  metrics: ['an object with the function count', value => hasFunction(value, 'count')],
  log: ['an object with the functions info, warn and error', isLog],
};

/** Checks the options that no environment variable can contain. Returns one line for each wrong value and for each unknown name. */
export function checkCode(options: object): readonly string[] {
  const names = [...Object.keys(CHECKS), ...Object.keys(PORTS)];
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.flatMap(([name, value]) => {
    // Does not repeat a long or unusual name, which may be a secret in the wrong place: {[token]: host}.
    const label = /^\w{1,30}$/.test(name) ? ` ${name}` : ' of such a name';
    if (!names.includes(name))
      return [`createBroker: there is no option${label}; the options are ${names.join(', ')}.`];
    const [words, fits] = Object.hasOwn(PORTS, name) ? PORTS[name as keyof typeof PORTS] : ['', () => true];
    return fits(value) ? [] : [`createBroker: option ${name} must be ${words}.`];
  });
}

export function isBasePath(value: unknown): boolean {
  return typeof value === 'string' && /^(?:\/[\w.~-]+)*\/?$/.test(value);
}

function isLog(value: unknown): boolean {
  return typeof value === 'object' && value !== null && LEVELS.every(level => isFunction(Reflect.get(value, level)));
}

function hasFunction(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && isFunction(Reflect.get(value, name));
}

function isLimit(value: unknown): boolean {
  return value === undefined || isWhole(value, 1, MAX_RATE_LIMIT);
}

/** Returns the ceilings of an endpoint with at most `most` requests per minute and address. */
export function ceilingsOf(options: BrokerOptions, most = Number.POSITIVE_INFINITY): Ceilings {
  const { rateLimit = DEFAULT_RATE_LIMIT, rateLimitNetwork, rateLimitOrigin, rateLimitTotal } = options;
  const address = Math.min(rateLimit, most);
  const { network, origin, all } = DEFAULT_MULTIPLES;
  const ceiling = (configured: number | undefined, multiple: number): number =>
    Math.min(configured ?? rateLimit * multiple, most * multiple);
  return {
    subject: address,
    address,
    network: ceiling(rateLimitNetwork, network),
    origin: ceiling(rateLimitOrigin, origin),
    all: ceiling(rateLimitTotal, all),
  };
}

export function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function form(option: CheckedOption, holds: boolean): readonly string[] {
  return holds ? [] : [`must be ${OPTION_FORMS[option]}.`];
}

function checkTicketKeys(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return form('ticketKeys', false);
  const kids = new Set<unknown>();
  return value.flatMap((entry: unknown, index) => {
    const { kid, key } = readTicketKey(entry);
    const problems: string[] = [];
    if (!kid) problems.push(`entry ${index + 1} must have a kid of 1 to 64 letters, digits, ".", "_" or "-".`);
    if (!key) problems.push(`entry ${index + 1} must have a key of exactly 32 bytes, as base64url 43 characters.`);
    if (kid && kids.has(kid))
      problems.push(`entry ${index + 1} must have a kid of its own: an earlier key has the same.`);
    kids.add(kid);
    return problems;
  });
}

function readTicketKey(entry: unknown): { kid: string | undefined; key: boolean } {
  if (typeof entry !== 'object' || entry === null) return { kid: undefined, key: false };
  const kid: unknown = Reflect.get(entry, 'kid');
  const key: unknown = Reflect.get(entry, 'key');
  return {
    kid: typeof kid === 'string' && /^[\w.-]{1,64}$/.test(kid) ? kid : undefined,
    key: typeof key === 'string' ? /^[\w-]{43}$/.test(key) : key instanceof Uint8Array && key.byteLength === 32,
  };
}
