/** Replaces lazy-node.ts and node-handshake.ts in runtimes without Node. Has the same exports. */

import type { HandshakePort } from '../endpoints/probe-endpoint.ts';

/** With `undefined` as the option `handshake`, the broker offers no probe. A function that always fails would make pages probe in vain. */
export const nodeHandshake: HandshakePort | undefined = undefined;

export function startBroker(): Promise<never> {
  return Promise.reject(new Error(needsNode('startBroker')));
}

export function toNodeListener(): never {
  throw new Error(needsNode('toNodeListener'));
}

const needsNode = (name: string): string =>
  `${name} needs Node, and natter/broker was resolved without the condition "node". On Node, have the bundler leave natter outside or ` +
  'resolve with that condition; elsewhere mount the fetch of createBroker or brokerFromEnv.';
