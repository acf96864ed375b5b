/** Reads the broker's configuration from environment variables. Starts nothing, and quotes no value. */

import { isTrustedProxies, TRUSTED_PROXIES_FORM, type TrustedProxies } from './access/trusted-proxies.ts';
import { CHAT_VARIABLES, readChatVariables } from './chat/chat-options.ts';
import { originWarnings, portWarnings } from './config-warnings.ts';
import { LOG_LEVELS, type LogLevel } from './log/log.ts';
import {
  BASE_PATH_FORM,
  type BrokerOptions,
  type CheckedOption,
  checkOptions,
  isBasePath,
  isWhole,
  OPTION_FORMS,
  type OptionProblem,
} from './options.ts';
import { SERVICE_LIST_FORMS, SERVICE_LISTS, SERVICE_NUMBERS, SERVICE_VARIABLES } from './service-options.ts';
import { checkJwtOptions, type JwtOptions, verifyJwt } from './sign-in/verify-jwt.ts';

const DEFAULT_PORT = 4000;
/** Seconds for which a load balancer may still send requests although the broker is about to stop. */
const DEFAULT_DRAIN_SECONDS = 5;
const MAX_DRAIN_SECONDS = 300;
export const DEFAULT_MAX_IN_FLIGHT = 1_000;
const MAX_MAX_IN_FLIGHT = 100_000;

/** A problem or a warning about an environment variable. */
export interface ConfigNote {
  readonly variable: string;
  /** A sentence that names the variable and, for a problem, the form of value that it must have. */
  readonly message: string;
}

/** How the broker under Node reaches the platform. */
export interface PlatformNetwork {
  /** Certificate of an authority of your own, in PEM, which is trusted beside Node's own. */
  readonly ca?: string;
  /** Certificate with which the broker identifies itself to the platform, in PEM, and its key. */
  readonly cert?: string;
  readonly key?: string;
  /** Address of an HTTP proxy that connects to the platform, such as `http://proxy.example.com:3128`. */
  readonly proxyUrl?: string;
}

/** The configuration of `startBroker`. */
export interface BrokerConfig {
  /** The options of `createBroker`. */
  readonly options: BrokerOptions;
  /** Address to listen on, or the path of a Unix socket, in which case `port` is not used. Default: all interfaces. */
  readonly listenHost?: string;
  /** Port to listen on; 0 lets the system choose a free one. Default 4000. */
  readonly port: number;
  /** Trusted proxies in front of the broker: their number, or their addresses and networks (`10.0.0.0/8`). Default 0: X-Forwarded-For is ignored. */
  readonly trustedProxies: TrustedProxies;
  /** Seconds from SIGTERM until the port is closed; `GET /ready` is 503 meanwhile. Default 5 from the environment, 0 in code. */
  readonly drainSeconds?: number;
  /** Largest number of requests that are answered at the same time, and at most a quarter of the files that the process may open. Default 1,000. */
  readonly maxInFlight?: number;
  /**
   * Requests a token from the platform at the start, to log wrong credentials before the first visitor comes. Default: true from the environment,
   * false in code.
   */
  readonly check?: boolean;
  /** Lowest level that is logged. Default `info`. */
  readonly logLevel: LogLevel;
  /** Address of the Redis or Valkey server that holds the counters of the rate limits. Default: none, and the counters are in memory. */
  readonly redisUrl?: string;
  /** Certificates and proxy for calls to the platform. Default: none. */
  readonly platformNetwork?: PlatformNetwork;
  /** Secret that a client of `GET /metrics` must send. Default: none, and there are no metrics. */
  readonly metricsToken?: string;
  /** Variables that are set but not used, and a port that browsers refuse to call. */
  readonly warnings: readonly ConfigNote[];
}

/** Result of `readBrokerConfig`: the configuration, or every problem with it. */
export type BrokerConfigResult =
  | ({ readonly ok: true } & BrokerConfig)
  | { readonly ok: false; readonly problems: readonly ConfigNote[]; readonly warnings: readonly ConfigNote[] };

export type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES: Readonly<Record<CheckedOption, string>> = {
  platformUrl: 'NATTER_PLATFORM_URL',
  connectorToken: 'NATTER_CONNECTOR_TOKEN',
  host: 'NATTER_HOST',
  allowedOrigins: 'NATTER_ALLOWED_ORIGINS',
  connectors: 'NATTER_CONNECTORS',
  ticketKeys: 'NATTER_TICKET_KEYS',
  dialect: 'NATTER_DIALECT',
  deviceKey: 'NATTER_DEVICE_KEY',
  ticket: 'NATTER_TICKET',
  rateLimit: 'NATTER_RATE_LIMIT',
  rateLimitNetwork: 'NATTER_RATE_LIMIT_NETWORK',
  rateLimitOrigin: 'NATTER_RATE_LIMIT_ORIGIN',
  rateLimitTotal: 'NATTER_RATE_LIMIT_TOTAL',
  challenge: 'NATTER_CHALLENGE',
  challengeDifficulty: 'NATTER_CHALLENGE_DIFFICULTY',
  ...SERVICE_VARIABLES,
};

/** The form of each list in a variable. All other values have the same form as the option. */
const LIST_FORMS: Partial<Record<CheckedOption, string>> = {
  ...SERVICE_LIST_FORMS,
  allowedOrigins:
    "a comma-separated list of origins, like https://shop.example.com,https://*.example.com,http://localhost:5173, or an app's like capacitor://localhost",
  connectors:
    'a JSON list of connectors, like [{"origins": ["https://shop.example.com"], "token": "…", "host": "shop.example.com"}], ' +
    'and in each "platformUrl" and "dialect" if they differ from NATTER_PLATFORM_URL and NATTER_DIALECT',
  ticketKeys:
    'a comma-separated list kid:key, newest first, the key 32 random bytes as base64url; ' +
    `make one with: node -p "'k1:'+require('crypto').randomBytes(32).toString('base64url')"`,
};

/** Variables of the server, the demo and the emulator. They are not options of the broker. */
const OTHERS = [
  'NATTER_TRUST_PROXY',
  'NATTER_DRAIN_SECONDS',
  'NATTER_CHECK',
  'NATTER_MAX_INFLIGHT',
  'NATTER_REDIS_URL',
  'NATTER_METRICS_TOKEN',
  'NATTER_BASE_PATH',
  ...['NATTER_PLATFORM_CA', 'NATTER_PLATFORM_CERT', 'NATTER_PLATFORM_KEY', 'NATTER_PLATFORM_PROXY'],
  ...['NATTER_JWT_ISSUER', 'NATTER_JWT_AUDIENCE', 'NATTER_JWT_KEYS_URL', 'NATTER_JWT_COOKIE', 'NATTER_JWT_REQUIRED'],
  ...CHAT_VARIABLES,
  'NATTER_DEMO_PORT',
  'NATTER_EMULATOR_PORT',
  'NATTER_BUILDER_PORT',
];

/** Reads the configuration from variables such as `process.env`. Reports all problems at once. An empty variable counts as not set. */
export function readBrokerConfig(env: Environment): BrokerConfigResult {
  const options = readOptionVariables(env);
  const shell = readShellVariables(env);
  const jwt = readJwtVariables(env);
  const { chat, problems: ofChat } = readChatVariables(variable => readVariable(env, variable));
  const basePath = readBasePath(env);
  const problems = [
    ...tlsProblems(env),
    ...checkOptions(options).map(problem => describeOptionProblem(env, problem)),
    ...(jwt?.problems ?? []),
    ...ofChat,
    ...[basePath].filter(isNote),
    ...Object.values(shell).filter(isNote),
  ];
  const { allowedOrigins, connectors } = options;
  const warnings = [
    ...findUnusedVariables(env),
    ...portWarnings(shell.port),
    ...originWarnings('NATTER_ALLOWED_ORIGINS', allowedOrigins),
    ...originWarnings(
      'NATTER_CONNECTORS',
      [connectors].flat().flatMap(each => Object(each).origins ?? []),
    ),
  ];
  if (problems.length > 0) return { ok: false, problems, warnings };
  const given = Object.fromEntries(
    Object.entries(shell).filter(([, value]) => value !== undefined),
  ) as unknown as Shell;
  const ownPorts = {
    ...(jwt ? { authorize: verifyJwt(jwt.options) } : {}),
    ...(chat ? { chat } : {}),
    ...(typeof basePath === 'string' ? { basePath } : {}),
  };
  return { ok: true, options: { ...(options as BrokerOptions), ...ownPorts }, ...given, warnings };
}

type Shell = Omit<BrokerConfig, 'options' | 'warnings'>;

/** Reads the settings of the server around the broker. Returns a problem in place of a wrong setting. */
function readShellVariables(env: Environment): { readonly [K in keyof Shell]-?: Shell[K] | ConfigNote | undefined } {
  return {
    listenHost: readListenHost(env),
    port: readWholeVariable(env, 'PORT', { min: 0, max: 65_535, fallback: DEFAULT_PORT }),
    trustedProxies: readTrustedProxies(env),
    drainSeconds: readWholeVariable(env, 'NATTER_DRAIN_SECONDS', {
      min: 0,
      max: MAX_DRAIN_SECONDS,
      fallback: DEFAULT_DRAIN_SECONDS,
    }),
    maxInFlight: readWholeVariable(env, 'NATTER_MAX_INFLIGHT', {
      min: 1,
      max: MAX_MAX_IN_FLIGHT,
      fallback: DEFAULT_MAX_IN_FLIGHT,
    }),
    check: readCheck(env),
    redisUrl: readRedisUrl(env),
    platformNetwork: readNetwork(env),
    metricsToken: readMetricsToken(env),
    logLevel: readLogLevel(env),
  };
}

/** Refuses to run under a Node that does not check certificates, because anyone between broker and platform could read the connector token. */
function tlsProblems(env: Environment): readonly ConfigNote[] {
  const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';
  const message = `${variable}: is 0, so that Node accepts any certificate. Take it away; for a certificate authority of your own set NODE_EXTRA_CA_CERTS.`;
  return env[variable] === '0' ? [{ variable, message }] : [];
}

function readVariable(env: Environment, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === '' ? undefined : value;
}

/** Reads the values without checking them. The result has no key for a variable that is not set. */
function readOptionVariables(env: Environment): Partial<Record<CheckedOption, unknown>> {
  const options: Partial<Record<CheckedOption, unknown>> = {};
  for (const [name, variable] of Object.entries(VARIABLES)) {
    const option = name as CheckedOption;
    const value = readVariable(env, variable);
    if (value !== undefined) options[option] = parseVariable(option, value);
  }
  return options;
}

function parseVariable(option: CheckedOption, value: string): unknown {
  if (option === 'allowedOrigins' || SERVICE_LISTS.test(option)) return splitList(value);
  if (option === 'connectors') return parseJson(value);
  if (option === 'ticketKeys') return splitList(value).map(splitTicketKey);
  if (/^rateLimit|Difficulty$/.test(option) || SERVICE_NUMBERS.test(option))
    return /^\d+$/.test(value) ? Number(value) : value;
  return value;
}

/** Returns the text itself if it is not JSON. The check of the option then reports the form that it must have. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Splits a list. Ignores a comma at the end. */
function splitList(value: string): readonly string[] {
  return value
    .replace(/,\s*$/, '')
    .split(',')
    .map(entry => entry.trim());
}

function splitTicketKey(entry: string): { kid: string; key: string } {
  const colon = entry.indexOf(':');
  return { kid: entry.slice(0, Math.max(0, colon)), key: entry.slice(colon + 1) };
}

function describeOptionProblem(env: Environment, { option, message }: OptionProblem): ConfigNote {
  const variable = VARIABLES[option];
  const form = LIST_FORMS[option] ?? OPTION_FORMS[option];
  if (readVariable(env, variable) === undefined) {
    return { variable, message: `${variable} is missing. It must be ${form}.` };
  }
  const hint = LIST_FORMS[option] ? ` It must be ${form}.` : '';
  return { variable, message: `${variable}: ${message}${hint}` };
}

function readWholeVariable(
  env: Environment,
  variable: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number | ConfigNote {
  const text = readVariable(env, variable);
  if (text === undefined) return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (isWhole(value, min, max)) return value;
  return { variable, message: `${variable}: must be a whole number from ${min} to ${max}.` };
}

function readTrustedProxies(env: Environment): TrustedProxies | ConfigNote {
  const text = readVariable(env, 'NATTER_TRUST_PROXY') ?? '0';
  const trusted = /^\d+$/.test(text) ? Number(text) : splitList(text);
  if (isTrustedProxies(trusted)) return trusted;
  return { variable: 'NATTER_TRUST_PROXY', message: `NATTER_TRUST_PROXY: must be ${TRUSTED_PROXIES_FORM}.` };
}

function readRedisUrl(env: Environment): string | undefined | ConfigNote {
  const url = readVariable(env, 'NATTER_REDIS_URL');
  if (url === undefined || (/^rediss?:\/\//.test(url) && URL.canParse(url))) return url;
  const form = 'the address of a Redis or Valkey, like redis://:password@redis.example.com:6379/0, or rediss: with TLS';
  return { variable: 'NATTER_REDIS_URL', message: `NATTER_REDIS_URL: must be ${form}.` };
}

function readNetwork(env: Environment): PlatformNetwork | undefined | ConfigNote {
  const pem =
    readPem(env, 'NATTER_PLATFORM_CA') ?? readPem(env, 'NATTER_PLATFORM_CERT') ?? readPem(env, 'NATTER_PLATFORM_KEY');
  if (pem) return pem;
  const [ca, cert, key, proxyUrl] = [
    readVariable(env, 'NATTER_PLATFORM_CA'),
    readVariable(env, 'NATTER_PLATFORM_CERT'),
    readVariable(env, 'NATTER_PLATFORM_KEY'),
    readVariable(env, 'NATTER_PLATFORM_PROXY'),
  ];
  if ((cert === undefined) !== (key === undefined)) {
    const variable = cert === undefined ? 'NATTER_PLATFORM_CERT' : 'NATTER_PLATFORM_KEY';
    return { variable, message: `${variable} is missing. Certificate and key belong together.` };
  }
  if (proxyUrl !== undefined && !(/^http:\/\/[^/]/.test(proxyUrl) && URL.canParse(proxyUrl))) {
    const variable = 'NATTER_PLATFORM_PROXY';
    return {
      variable,
      message: `${variable}: must be the address of an HTTP proxy, like http://proxy.example.com:3128.`,
    };
  }
  const given = Object.entries({ ca, cert, key, proxyUrl }).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Returns a problem if the variable is set but does not contain PEM. */
function readPem(env: Environment, variable: string): ConfigNote | undefined {
  const text = readVariable(env, variable);
  if (text === undefined || /^-----BEGIN [A-Z ]+-----\r?\n[\s\S]*-----END [A-Z ]+-----$/.test(text)) return undefined;
  return {
    variable,
    message: `${variable}: must be in PEM, from -----BEGIN to -----END; best by a file (${variable}_FILE).`,
  };
}

function readMetricsToken(env: Environment): string | undefined | ConfigNote {
  const token = readVariable(env, 'NATTER_METRICS_TOKEN');
  if (token === undefined || /^[\x21-\x7e]{16,}$/.test(token)) return token;
  const form = 'at least 16 visible characters without spaces';
  return { variable: 'NATTER_METRICS_TOKEN', message: `NATTER_METRICS_TOKEN: must be ${form}.` };
}

/** Setting of verifyJwt → its variable. */
const JWT_VARIABLES = {
  issuer: 'NATTER_JWT_ISSUER',
  audience: 'NATTER_JWT_AUDIENCE',
  jwksUrl: 'NATTER_JWT_KEYS_URL',
  cookie: 'NATTER_JWT_COOKIE',
  required: 'NATTER_JWT_REQUIRED',
} as const;

/** Reads how visitors are recognised. Returns undefined if none of the variables is set: every visitor is then anonymous. */
function readJwtVariables(env: Environment): { options: JwtOptions; problems: readonly ConfigNote[] } | undefined {
  const given = Object.entries(JWT_VARIABLES).flatMap(([name, variable]): [string, unknown][] => {
    const text = readVariable(env, variable);
    if (text === undefined) return [];
    if (name === 'required') return [[name, text === 'on' || (text === 'off' ? false : text)]];
    return [[name, name === 'issuer' || name === 'audience' ? splitList(text) : text]];
  });
  if (given.length === 0) return undefined;
  const options = Object.fromEntries(given) as unknown as JwtOptions;
  const problems = checkJwtOptions(options).map(problem => {
    const [name = ''] = problem.split(' ');
    const variable = JWT_VARIABLES[name as keyof typeof JWT_VARIABLES];
    return {
      variable,
      message: `${variable}: ${problem.slice(name.length + 1).replace('true or false', 'on or off')}`,
    };
  });
  return { options, problems };
}

function readBasePath(env: Environment): string | undefined | ConfigNote {
  const path = readVariable(env, 'NATTER_BASE_PATH');
  if (path === undefined || isBasePath(path)) return path;
  return { variable: 'NATTER_BASE_PATH', message: `NATTER_BASE_PATH: must be ${BASE_PATH_FORM}.` };
}

function readListenHost(env: Environment): string | undefined | ConfigNote {
  const host = readVariable(env, 'HOST');
  if (host === undefined || /^(?:\/.{1,100}|[\w.:-]{1,253})$/.test(host)) return host;
  return {
    variable: 'HOST',
    message: 'HOST: must be an address or a name to listen on, or the path of a Unix socket.',
  };
}

function readCheck(env: Environment): boolean | ConfigNote {
  const text = readVariable(env, 'NATTER_CHECK') ?? 'on';
  if (text === 'on' || text === 'off') return text === 'on';
  return { variable: 'NATTER_CHECK', message: 'NATTER_CHECK: must be on or off.' };
}

function isNote(value: unknown): value is ConfigNote {
  return typeof value === 'object' && value !== null && 'message' in value;
}

function readLogLevel(env: Environment): LogLevel | ConfigNote {
  const text = readVariable(env, 'LOG_LEVEL')?.toLowerCase() ?? 'info';
  const level = LOG_LEVELS.find(each => each === text);
  return level ?? { variable: 'LOG_LEVEL', message: `LOG_LEVEL: must be one of ${LOG_LEVELS.join(', ')}.` };
}

function findUnusedVariables(env: Environment): readonly ConfigNote[] {
  const known = new Set([...Object.values(VARIABLES), ...OTHERS]);
  return Object.keys(env)
    .filter(
      variable => variable.startsWith('NATTER_') && !known.has(variable) && readVariable(env, variable) !== undefined,
    )
    .map(variable => ({
      variable,
      message: `${variable} is set, but it is not a variable of the broker. Check its spelling.`,
    }));
}
