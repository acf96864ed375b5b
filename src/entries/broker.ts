/** `natter/broker` under Node: the token broker and the server around it. Elsewhere it is broker-web.ts. */

export { type BrokerConfig, type BrokerConfigResult, type ConfigNote, readBrokerConfig } from '../broker/config.ts';
export { type Broker, createBroker, type RequestInfo } from '../broker/handler.ts';
export type { Log } from '../broker/log.ts';
export { nodeHandshake } from '../broker/node-handshake.ts';
export type { BrokerOptions } from '../broker/options.ts';
export type { HandshakeAnswer, HandshakePort } from '../broker/probe.ts';
export { type RunningBroker, startBroker } from '../broker/server.ts';
export { BrokerStartError } from '../broker/start-error.ts';
export type { TicketKey } from '../broker/ticket.ts';
