/** Creates a broker that reads its environment on the first request, for programs that are built or imported before their secrets exist. */

import { brokerErrorToWire } from '../protocol/http-api.ts';
import { clientAddress } from './access/client-address.ts';
import { proxyTrust } from './access/trusted-proxies.ts';
import {
  type BrokerConfig,
  type BrokerConfigResult,
  type ConfigNote,
  type Environment,
  readBrokerConfig,
} from './config.ts';
import { brokerError, jsonResponse } from './endpoints/responses.ts';
import { isWorker, workerHandshake } from './endpoints/worker-handshake.ts';
import { type Broker, createBroker, type RequestInfo } from './handler.ts';
import { consoleLog, type Log } from './log/log.ts';
import { type BrokerOptions, type CheckedOption, checkCode } from './options.ts';

/** The options of a broker that no environment variable can contain, such as `basePath`. */
export type BrokerCodeOptions = Omit<BrokerOptions, CheckedOption>;

/** Functions that depend on the runtime. */
export interface HostPorts {
  /** Opens the stores at the address in NATTER_REDIS_URL. */
  readonly openStores: (url: string, log: Log) => Required<Pick<BrokerOptions, 'counters' | 'marks' | 'alerts'>>;
  readonly readConfig: (env: Environment) => BrokerConfigResult;
  /** Makes the ports for calls to the platform. */
  readonly createPorts: (config: BrokerConfig) => Pick<BrokerOptions, 'fetch' | 'handshake'>;
}

/** Implements `brokerFromEnv` of node/lazy-node.ts without the ports of Node. In a Worker, probes with the handshake of Workers. */
export function brokerFromEnv(env: object, options: BrokerCodeOptions = {}, host?: HostPorts): Broker {
  const problems = checkCode(options);
  if (problems.length > 0) throw new TypeError(problems.join('\n'));
  let broker: Broker | undefined;
  const ports = isWorker() ? { handshake: workerHandshake, ...options } : options;
  return {
    fetch(request, info) {
      broker ??= brokerFromVariables(env, ports, host);
      return broker.fetch(request, info);
    },
  };
}

function brokerFromVariables(env: object, options: BrokerCodeOptions, host: HostPorts | undefined): Broker {
  const { log = consoleLog } = options;
  const config = (host?.readConfig ?? readBrokerConfig)(variablesOf(env));
  for (const { variable, message } of config.warnings) log.warn('config_warning', { variable, message });
  if (!config.ok) return createUnconfiguredBroker(config.problems, log);
  const { redisUrl, platformNetwork } = config;
  if (!host && platformNetwork) log.warn('config_warning', { variable: 'NATTER_PLATFORM_…', message: NO_NETWORK });
  const own = { ...host?.createPorts(config), ...options };
  if (redisUrl === undefined || options.counters) return createConfiguredBroker(config, own);
  if (host) {
    const { counters, marks, alerts } = host.openStores(redisUrl, log);
    return createConfiguredBroker(config, { counters, marks, alerts, ...own });
  }
  log.warn('config_warning', { variable: 'NATTER_REDIS_URL', message: NO_REDIS });
  return createConfiguredBroker(config, own);
}

/** Matches the variables of the broker, and the one with which Node accepts any certificate. */
const READ = /^(?:NATTER_|NODE_TLS_REJECT_UNAUTHORIZED$)/;

/**
 * Returns the variables that are strings, because a Worker's `env` contains other bindings as well. Omits port and log level, because the host
 * reads these.
 */
function variablesOf(env: object): Readonly<Record<string, string>> {
  const texts = Object.entries(env).filter(
    (entry): entry is [string, string] => READ.test(entry[0]) && typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

function createConfiguredBroker({ options, trustedProxies }: BrokerConfig, own: BrokerCodeOptions): Broker {
  const broker = createBroker({ ...options, ...own });
  const trust = proxyTrust(trustedProxies);
  if (trust === 0) return broker;
  const addressOf = (request: Request, info?: RequestInfo): string | undefined =>
    clientAddress(info?.address ?? undefined, request.headers.get('X-Forwarded-For') ?? undefined, trust);
  return { fetch: (request, info) => broker.fetch(request, { address: addressOf(request, info) }) };
}

function createUnconfiguredBroker(problems: readonly ConfigNote[], log: Log): Broker {
  log.error('not_configured', {
    variables: problems.map(({ variable }) => variable).join(', '),
    message: problems.map(({ message }) => message).join(' '),
  });
  const error = brokerError('not_configured', NOT_CONFIGURED);
  return { fetch: async () => jsonResponse(500, brokerErrorToWire(error), { 'Cache-Control': 'no-store' }) };
}

const NO_NETWORK =
  'NATTER_PLATFORM_CA, _CERT, _KEY and _PROXY are for the broker under Node. Here the runtime itself decides how the platform is reached: give the option fetch.';

const NO_REDIS =
  'NATTER_REDIS_URL is set, and only the broker for Node uses it: give the options counters and marks. Until then each instance limits by itself.';

const NOT_CONFIGURED =
  'This broker is not configured. Operator of this broker: its log names the environment variables that are missing or wrong.';
