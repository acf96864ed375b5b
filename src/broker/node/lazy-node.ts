/** The exports of `natter/broker` that need Node. Each loads its implementation on first use. */

import type { BrokerConfig } from '../config.ts';
import { type BrokerCodeOptions, brokerFromEnv as fromEnv } from '../from-env.ts';
import type { Broker } from '../handler.ts';
import type { Log } from '../log/log.ts';
import { isWhole } from '../options.ts';
import { nodeHandshake } from './node-handshake.ts';
import type { NodeListener, NodeListenerOptions } from './node-listener.ts';
import type { RunningBroker } from './server.ts';

const MAX_HOPS = 32;

/**
 * Listens on all interfaces at `config.port`. Rejects with a BrokerStartError when that is not possible, and with a TypeError when the
 * options are wrong. `POST /probe` is offered, with handshakes of Node's own unless the options bring a port for them. `log` defaults
 * to the options' own, else to JSON lines on standard output at `config.logLevel`.
 */
export async function startBroker(config: BrokerConfig, shell: { log?: Log } = {}): Promise<RunningBroker> {
  const server = await import('./server.ts');
  return server.startBroker(config, shell);
}

/**
 * Makes of a broker a request handler for `http.createServer`, for Express's `app.use`, and for what hands Node's own request and response on.
 * In Express it may stand before or after `express.json()`; below a path (`app.use('/api/chat', …)`) the broker needs no `basePath`, because
 * Express takes the path off. Every request is answered, so no later handler is called. Throws a TypeError for a wrong option.
 */
export function toNodeListener(broker: Broker, options: NodeListenerOptions = {}): NodeListener {
  const { trustProxyHops } = options;
  if (trustProxyHops !== undefined && !isWhole(trustProxyHops, 0, MAX_HOPS))
    throw new TypeError(`toNodeListener: option trustProxyHops must be a whole number from 0 to ${MAX_HOPS}.`);
  let loading: Promise<NodeListener> | undefined;
  return (request, response) => {
    loading ??= import('./node-listener.ts').then(({ createNodeListener }) => createNodeListener(broker, options));
    void loading.then(listener => listener(request, response));
  };
}

/**
 * A broker whose options come from `NATTER_…` variables, such as `process.env` or the `env` of a Worker. They are read on the first request, so
 * that a build or an import needs no secrets. If one is missing or wrong, every request is answered with status 500 and the error code
 * `not_configured`, and one line of the log names each such variable; the site around the broker goes on. `NATTER_TRUST_PROXY` counts here
 * too: the client's address is then read from `X-Forwarded-For`. `PORT` and `LOG_LEVEL` are not read.
 * Throws a TypeError at once when one of `options` is wrong. Probes with handshakes of Node's own unless `options` bring a port for them.
 */
export function brokerFromEnv(env: object, options: BrokerCodeOptions = {}): Broker {
  return fromEnv(env, { handshake: nodeHandshake, ...options });
}
