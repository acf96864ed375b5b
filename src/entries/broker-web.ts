/** `natter/broker` where there is no Node: the same names, and nothing that only Node has. */

export { readBrokerConfig } from '../broker/config.ts';
export { createBroker } from '../broker/handler.ts';
export { BrokerStartError } from '../broker/start-error.ts';
export { nodeHandshake, startBroker } from '../broker/without-node.ts';
