/** All ports for a real page. */

import type { Ports } from '../client/api/ports.ts';
import { createApi } from './api.ts';
import { browserClock, browserRandom } from './clock.ts';
import { browserEnvironment } from './environment.ts';
import { createLog } from './log.ts';
import { keptKey } from './marker.ts';
import { createSocketFactory } from './socket.ts';
import { createStorage, type Remember } from './storage.ts';
import { createTabs } from './tabs.ts';

export interface BrowserOptions {
  /** Address of the token broker: https, or http on this machine. */
  readonly broker: string;
  /** Keeps the conversations of several widgets of one site apart. Default `default`. */
  readonly widgetId?: string | undefined;
  /** The part of a conversation that outlives the page. Default `conversation`. */
  readonly remember?: Remember | undefined;
  /** Returns the token of the site's own captcha. */
  readonly challenge?: (() => Promise<string>) | undefined;
}

/** Creates the ports. Until `allowed` resolves the chat waits, as on a page that is still prerendered. */
export function browserPorts(
  { broker, widgetId = 'default', remember = 'conversation', challenge }: BrowserOptions,
  allowed?: Promise<void>,
): Ports {
  // Servers have some of these APIs as well, but no tabs.
  const isPage = typeof document !== 'undefined';
  const tabs = isPage ? createTabs(keptKey(broker, widgetId)) : undefined;
  const storage = isPage && createStorage({ broker, widgetId, remember }, tabs !== undefined);
  return {
    clock: browserClock,
    random: browserRandom,
    openSocket: createSocketFactory(),
    api: createApi(broker, challenge),
    environment: browserEnvironment(allowed),
    log: createLog(broker),
    ...(storage ? { storage } : {}),
    ...(tabs ? { tabs } : {}),
  };
}
