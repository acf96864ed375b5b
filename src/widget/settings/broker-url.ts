/** Checks the broker's address. This is a separate file, because the loader needs it before it paints. */

/**
 * Returns the broker's whole address, normalised and without a closing slash. A path (`/api/chat`) is on the page's own site, `location.origin`,
 * regardless of a `<base>`. Returns the empty string for an unusable address: one that is not https (or http on this machine), or has credentials, a
 * query or a fragment.
 */
export function wholeBroker(given: unknown): string {
  const address = `${given}`
    .trim()
    .replace(/^\w+:\/\/[^/]*/, origin => origin.toLowerCase())
    .replace(/^\/(?!\/)/, () => `${location.origin}/`)
    .replace(/\/+$/, '');
  return /^http(s:\/\/[^/?#@]|:\/\/(localhost|127\.[\d.]+|\[::1])([:/]|$))[^?#@]*$/.test(address) ? address : '';
}

/** Like `wholeBroker`, but also for servers, where a path stays a path because there is no page. */
export function brokerAddress(given: unknown): string {
  const text = `${given}`.trim();
  return !globalThis.location && /^\/(?!\/)/.test(text) ? text.replace(/\/+$/, '') : wholeBroker(text);
}

/** Returns the sentence for developers about an unusable broker. */
export const brokerHint = (given: unknown): string => `Must be https://host or, on https, /path, not "${given || ''}".`;

/** Returns the warning about an unusable broker. */
export function brokerTrouble(given: unknown): { code: 'missing_broker' | 'invalid_broker'; message: string } {
  return { code: given ? 'invalid_broker' : 'missing_broker', message: brokerHint(given) };
}
