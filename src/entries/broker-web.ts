/** `natter/broker` where there is no Node: the same names, and nothing that only Node has. */

export { readBrokerConfig } from '../broker/config.ts';
export { brokerFromEnv } from '../broker/from-env.ts';
export { createBroker } from '../broker/handler.ts';
export { BrokerStartError } from '../broker/node/start-error.ts';
export { nodeHandshake, startBroker, toNodeListener } from '../broker/node/without-node.ts';
