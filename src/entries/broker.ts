/** `natter/broker` under Node, Deno and Bun: the token broker and the server around it. In other runtimes the entry is broker-web.ts. */

export type { CounterStore } from '../broker/access/counters.ts';
export {
  type RecaptchaOptions,
  type TokenBearer,
  type VerifierOptions,
  type Verify,
  verifyHcaptcha,
  verifyRecaptcha,
  verifyTurnstile,
} from '../broker/challenge/verifiers.ts';
export type { BrokerConfig, BrokerConfigResult, ConfigNote } from '../broker/config.ts';
export type { Connector } from '../broker/connectors.ts';
export type { HandshakeAnswer, HandshakePort } from '../broker/endpoints/probe-endpoint.ts';
export { workerHandshake } from '../broker/endpoints/worker-handshake.ts';
export type { BrokerCodeOptions } from '../broker/from-env.ts';
export { type Broker, createBroker, type RequestInfo } from '../broker/handler.ts';
export type { Log } from '../broker/log/log.ts';
export { brokerFromEnv, readBrokerConfig, startBroker, toNodeListener } from '../broker/node/lazy-node.ts';
export { nodeHandshake } from '../broker/node/node-handshake.ts';
export type { NodeListener, NodeListenerOptions, NodeRequest, NodeResponse } from '../broker/node/node-listener.ts';
export type { RunningBroker } from '../broker/node/server.ts';
export { BrokerStartError } from '../broker/node/start-error.ts';
export type { BrokerOptions, ChallengeMode } from '../broker/options.ts';
export type { Authorize, SignedIn } from '../broker/sign-in/identify.ts';
export { type ContextKey, signContext, type VerifiedContext } from '../broker/sign-in/sign-context.ts';
export { type JwtOptions, verifyJwt } from '../broker/sign-in/verify-jwt.ts';
export type { MarkStore } from '../broker/tickets/marks.ts';
export type { TicketKey } from '../broker/tickets/resume-ticket.ts';
