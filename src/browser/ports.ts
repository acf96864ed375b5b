/** Creates all ports for a real page. */

import type { Ports } from '../client/api/ports.ts';
import { type Authorization, authorizationHeader, createApi } from './api.ts';
import type { OnContextRequired } from './challenge/give-context.ts';
import { browserClock, browserRandom } from './clock.ts';
import { createProver } from './device-key.ts';
import { browserEnvironment } from './environment.ts';
import { createLazyChat } from './lazy-chat.ts';
import { loadChallenge } from './load-challenge.ts';
import { createLog } from './log.ts';
import { keptKey } from './marker.ts';
import { createSocketFactory } from './socket.ts';
import { createStorage, type Remember } from './storage.ts';
import { createTabs } from './tabs.ts';

export interface BrowserOptions {
  /** Address of the token broker: https, or http on this machine. */
  readonly broker: string;
  /** Separates the conversations of several widgets on one site. Default `default`. */
  readonly widgetId?: string | undefined;
  /** Time for which a conversation is stored. Default `conversation`. */
  readonly remember?: Remember | undefined;
  /** Sends cookies to the broker, which keeps the resume ticket in one. Default false. */
  readonly brokerCookies?: boolean | undefined;
  /** Returns the token of the site's own captcha. */
  readonly challenge?: (() => Promise<string>) | undefined;
  /** Returns the header `Authorization` for the broker. */
  readonly authorization?: Authorization | undefined;
  /** Returns the token of the verified context. */
  readonly onContextRequired?: OnContextRequired | undefined;
  /** Address that takes the token; the empty string for none. */
  readonly contextUrl?: string | undefined;
}

/** Creates the ports. The chat does not start before `allowed` resolves. */
export function browserPorts(options: BrowserOptions, allowed?: Promise<void>): Ports {
  const { broker, widgetId = 'default', remember = 'conversation', brokerCookies, challenge, authorization } = options;
  const { onContextRequired, contextUrl = '' } = options;
  // Tests for a document, because servers have some of these APIs as well.
  const isPage = typeof document !== 'undefined';
  const tabs = isPage ? createTabs(keptKey(broker, widgetId)) : undefined;
  const storage = isPage ? createStorage({ broker, widgetId, remember }, tabs !== undefined) : undefined;
  const prove = storage?.key && createProver(storage.key);
  return {
    clock: browserClock,
    random: browserRandom,
    openSocket: createSocketFactory(),
    api: createApi(broker, { prove, hasCookies: brokerCookies, captcha: challenge, authorization }),
    chat: createLazyChat({
      base: broker.replace(/\/+$/, ''),
      credentials: brokerCookies ? 'include' : 'omit',
      prove,
      signIn: () => authorizationHeader(authorization),
    }),
    environment: browserEnvironment(allowed),
    log: createLog(broker),
    ...(storage ? { storage } : {}),
    ...(tabs ? { tabs } : {}),
    ...(onContextRequired && {
      context: session =>
        loadChallenge().then(
          chunk => chunk.giveContext(onContextRequired, contextUrl, session),
          () => 'unavailable' as const,
        ),
    }),
  };
}
