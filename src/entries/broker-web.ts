/** `natter/broker` outside Node: the same exports, without those that need Node. */

export { verifyHcaptcha, verifyRecaptcha, verifyTurnstile } from '../broker/challenge/verifiers.ts';
export { readBrokerConfig } from '../broker/config.ts';
export { workerHandshake } from '../broker/endpoints/worker-handshake.ts';
export { brokerFromEnv } from '../broker/from-env.ts';
export { createBroker } from '../broker/handler.ts';
export { BrokerStartError } from '../broker/node/start-error.ts';
export { nodeHandshake, startBroker, toNodeListener } from '../broker/node/without-node.ts';
export { signContext } from '../broker/sign-in/sign-context.ts';
export { verifyJwt } from '../broker/sign-in/verify-jwt.ts';
