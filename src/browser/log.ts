/** Warnings for the developers of the host page, each with a stable code (docs/TROUBLESHOOTING.md, Errors by code). No message contains a token. */

import type { Log } from '../client/api/ports.ts';
import { loadHints } from './load-hints.ts';

/** Codes with a longer explanation (hints.ts). */
const HINTED = /broker|origin|platform|socket|refused/;

export function createLog(broker: string): Log {
  const blocked = new Set<string>();
  // Stores only scheme and host, because the address of a socket contains the token.
  const note = ({ disposition, blockedURI }: SecurityPolicyViolationEvent) =>
    disposition === 'enforce' && blocked.add(/^\w+:\/\/[^/?]+|/.exec(blockedURI)?.[0] ?? '');
  const listening = new AbortController();
  globalThis.document?.addEventListener('securitypolicyviolation', note, listening);
  return {
    warn(code, message, platform = '') {
      const print = (text: string) => console.warn(`[natter] ${code}: ${text}`);
      if (!HINTED.test(code)) print(message);
      else
        loadHints()
          .then(({ hintFor }) => hintFor(code, { message, broker, platform, blocked }))
          .then(print, () => print(message));
    },
    stop: () => listening.abort(),
  };
}
