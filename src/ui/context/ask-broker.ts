/** Requests of the panel's parts to the broker. A request without an answer is never repeated here: a call would be placed twice. */

import type { BrokerAddress } from './ui-context.ts';

/** `code` is that of the broker's error; the empty string if no answer came. */
export type Reply =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: string };

export type Ask = (path: string, posted?: object) => Promise<Reply>;

/** Longer than the broker's own limit for the platform, so that its answer still comes. */
const ANSWER_MS = 20_000;

export function createAsk({ broker, brokerCookies, signIn }: BrokerAddress): Ask {
  const base = broker.replace(/\/+$/, '');
  return async (path, posted) => {
    try {
      const response = await fetch(base + path, {
        ...(posted && {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(await signIn?.()) },
          body: JSON.stringify(posted),
        }),
        credentials: brokerCookies ? 'include' : 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const body = await response.json();
      return response.ok ? { ok: true, body } : { ok: false, code: `${body?.error?.code ?? ''}` };
    } catch {
      return { ok: false, code: '' };
    }
  };
}
