/** `natter/broker`: the token broker for any runtime with Web standards, and the Node server around it. */

export { type BrokerConfig, type BrokerConfigResult, type ConfigNote, readBrokerConfig } from '../broker/config.ts';
export { type Broker, createBroker, type RequestInfo } from '../broker/handler.ts';
export type { Log } from '../broker/log.ts';
export { nodeHandshake } from '../broker/node-handshake.ts';
export type { BrokerOptions } from '../broker/options.ts';
export type { HandshakeAnswer, HandshakePort } from '../broker/probe.ts';
export { BrokerStartError, type RunningBroker, startBroker } from '../broker/server.ts';
export type { TicketKey } from '../broker/ticket.ts';
