/** Checks the broker's address. The loader needs it before it paints, so it stands by itself. */

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

/** The same for settings that are read anywhere. On a server, which has no page, a path stays one. */
export function brokerAddress(given: unknown): string {
  const text = `${given}`.trim();
  return !globalThis.location && /^\/(?!\/)/.test(text) ? text.replace(/\/+$/, '') : wholeBroker(text);
}

/** The sentence for developers about a broker that cannot be used. */
export const brokerHint = (given: unknown): string => `Must be https://host or, on https, /path, not "${given || ''}".`;

/** The warning for a broker that cannot be used. */
export function brokerTrouble(given: unknown): { code: 'missing_broker' | 'invalid_broker'; message: string } {
  return { code: given ? 'invalid_broker' : 'missing_broker', message: brokerHint(given) };
}
