/** All ports for a real page. */

import type { Ports } from '../client/ports.ts';
import { createApi } from './api.ts';
import { browserClock, browserRandom } from './clock.ts';
import { browserEnvironment } from './environment.ts';
import { consoleLog } from './log.ts';
import { createSocketFactory } from './socket.ts';

/** `broker` is the address of the token broker: https, or http on this machine. */
export function browserPorts(options: { readonly broker: string }): Ports {
  return {
    clock: browserClock,
    random: browserRandom,
    openSocket: createSocketFactory(),
    api: createApi(options.broker),
    environment: browserEnvironment(),
    log: consoleLog,
  };
}
