/** Checks the broker's address. The loader needs it before it paints, so it is in a file of its own. */

/**
 * Returns the broker's whole address in the form that paths are appended to, the same for every way of writing it; the empty string when no token
 * may be fetched from there: not https (http on this machine), or with credentials, query or fragment, which would get lost when a path is
 * appended. A path (`/api/chat`) is on the site of the page, `location.origin`, whatever a `<base>` says.
 */
export function wholeBroker(given: unknown): string {
  const address = `${given}`
    .trim()
    .replace(/^\w+:\/\/[^/]*/, origin => origin.toLowerCase())
    .replace(/^\/(?!\/)/, () => `${location.origin}/`)
    .replace(/\/+$/, '');
  return /^http(s:\/\/[^/?#@]|:\/\/(localhost|127\.[\d.]+|\[::1])([:/]|$))[^?#@]*$/.test(address) ? address : '';
}

/** Does the same for settings that are read anywhere. On a server, which has no page, a path stays a path. */
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
