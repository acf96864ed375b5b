/** What a page leaves for the next one of its tab, at the last moment: in sessionStorage, which alone is written at once. */

import type { Handover } from '../client/ports.ts';
import { leftKey } from './marker.ts';

/** `key`: the conversation's own (marker.ts). */
export function createHandover(key: string): Handover {
  const name = leftKey(key);
  return {
    leave(text) {
      try {
        // It begins with an instant, by which the script tag knows that there is something to do (marker.ts).
        sessionStorage.setItem(name, Date.now() + text);
      } catch {
        // Denied or full: what is not handed over here may still be heard by the other tabs.
      }
    },
    take() {
      try {
        const text = sessionStorage.getItem(name);
        sessionStorage.removeItem(name);
        return text?.replace(/^\d+/, '') ?? null;
      } catch {
        return null;
      }
    },
  };
}
