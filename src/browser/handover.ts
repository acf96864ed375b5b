/** What a page leaves for the next one of its tab, at the last moment: in sessionStorage, which alone is written at once. */

import type { Handover } from '../client/ports.ts';
import { leftKey } from './marker.ts';

/** `key`: the conversation's own (marker.ts). */
export function createHandover(key: string): Handover {
  const name = leftKey(key);
  return {
    leave(text) {
      try {
        sessionStorage.setItem(name, text);
      } catch {
        // Denied or full: what is not handed over here may still be heard by the other tabs.
      }
    },
    take() {
      try {
        const text = sessionStorage.getItem(name);
        sessionStorage.removeItem(name);
        return text;
      } catch {
        return null;
      }
    },
  };
}
