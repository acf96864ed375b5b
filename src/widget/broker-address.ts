/** Which broker may be used. The loader must know it before it paints, so it stands by itself. */

export const BROKER_HINT = 'Set an https broker: EMBEDDING.md#broker';

/**
 * The broker's address in the form that paths are appended to, the same for every way of writing it; undefined when no token may be fetched
 * from there: not https (http on this machine), or with credentials, query or fragment, which would get lost when a path is appended.
 */
export function brokerAddress(given: unknown): string | undefined {
  const address = `${given}`
    .trim()
    .replace(/^\w+:\/\/[^/]*/, origin => origin.toLowerCase())
    .replace(/\/+$/, '');
  return /^http(s:\/\/[^/?#@]|:\/\/(localhost|127\.[\d.]+|\[::1])([:/]|$))[^?#@]*$/.test(address) ? address : undefined;
}
