/** Time and chance from the browser. */

import type { Clock, Random } from '../client/ports.ts';

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, fire) {
    const handle = setTimeout(fire, ms);
    return () => clearTimeout(handle);
  },
};

export const browserRandom: Random = {
  uuid,
  fraction: () => Math.random(),
};

/** Version 4; `randomUUID` is missing on pages that are not served over https. */
function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, place) => {
    const fixed = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte;
    return fixed.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
