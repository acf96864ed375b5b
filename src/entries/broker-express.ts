/** `natter/broker/express`: a broker as a middleware of Express. */

export { type Broker, createBroker } from '../broker/handler.ts';
export { brokerFromEnv, toNodeListener } from '../broker/node/lazy-node.ts';
