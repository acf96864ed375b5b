/** The exports of `natter/broker` that need Node. Each loads its implementation on first use. */

import { isTrustedProxies, TRUSTED_PROXIES_FORM } from '../access/trusted-proxies.ts';
import type { BrokerConfig, BrokerConfigResult, Environment } from '../config.ts';
import { type BrokerCodeOptions, brokerFromEnv as fromEnv } from '../from-env.ts';
import type { Broker } from '../handler.ts';
import type { Log } from '../log/log.ts';
import { readConfigWithFiles } from './file-variables.ts';
import { createNodeHandshake, nodeHandshake } from './node-handshake.ts';
import type { NodeListener, NodeListenerOptions } from './node-listener.ts';
import { createNodeFetch } from './ports/node-fetch.ts';
import { createRedisStores } from './ports/redis-stores.ts';
import type { RunningBroker } from './server.ts';

/**
 * Reads the configuration from variables such as `process.env`, and from the files that `NATTER_…_FILE` variables name. Reports all problems at once. An
 * empty variable counts as not set.
 */
export function readBrokerConfig(env: Environment): BrokerConfigResult {
  return readConfigWithFiles(env);
}

/**
 * Starts a broker's server on all interfaces at `config.port`. `config` is usually the result of `readBrokerConfig`. The server offers `POST /probe`,
 * with Node's own handshakes unless `config.options` contains `handshake`. `log` defaults to `config.options.log`, or else to JSON lines on standard
 * output at `config.logLevel`. Rejected with a BrokerStartError if it cannot listen, and with a TypeError if the options are wrong.
 */
export async function startBroker(config: BrokerConfig, shell: { log?: Log } = {}): Promise<RunningBroker> {
  const server = await import('./server.ts');
  return server.startBroker(config, shell);
}

/**
 * Converts a broker to a request handler for `http.createServer`, for Express's `app.use`, and for other frameworks that pass on Node's own request
 * and response. In Express it may come before or after `express.json()`. Below a path (`app.use('/api/chat', …)`) the broker needs no `basePath`,
 * because Express removes the path. Every request is answered, so no later handler is called. Throws a TypeError if an option is wrong.
 */
export function toNodeListener(broker: Broker, options: NodeListenerOptions = {}): NodeListener {
  const { trustedProxies } = options;
  if (trustedProxies !== undefined && !isTrustedProxies(trustedProxies))
    throw new TypeError(`toNodeListener: option trustedProxies must be ${TRUSTED_PROXIES_FORM}.`);
  let loading: Promise<NodeListener> | undefined;
  return (request, response) => {
    loading ??= import('./node-listener.ts').then(({ createNodeListener }) => createNodeListener(broker, options));
    void loading.then(listener => listener(request, response));
  };
}

/**
 * Creates a broker whose options come from `NATTER_…` variables, such as `process.env` or the `env` of a Worker. They are read on the first
 * request; a build or an import therefore needs no secrets. If one is missing or wrong, every request is answered with status 500 and the error
 * code `not_configured`, and one line of the log names each such variable; the rest of the site is not affected. With `NATTER_TRUST_PROXY` the
 * client's address is read from `X-Forwarded-For`. `PORT` and `LOG_LEVEL` are not read. Probes with Node's own handshakes unless `options` contain
 * `handshake`. Throws a TypeError at once if one of `options` is wrong.
 */
export function brokerFromEnv(env: object, options: BrokerCodeOptions = {}): Broker {
  return fromEnv(env, options, {
    openStores: createRedisStores,
    readConfig: readConfigWithFiles,
    createPorts: ({ platformNetwork: network }) =>
      network
        ? { fetch: createNodeFetch(network), handshake: createNodeHandshake(network) }
        : { handshake: nodeHandshake },
  });
}
