/** Which broker may be used. The loader must know it before it paints, so it stands by itself. */

export const BROKER_HINT = 'Set an https broker: EMBEDDING.md#broker';

/**
 * The broker's address in the form that paths are appended to; undefined when no token may be fetched from there: not https (http on
 * this machine), or with credentials, query or fragment, which would get lost when a path is appended.
 */
export function brokerAddress(given: unknown): string | undefined {
  return isBroker(given) ? `${given}`.replace(/\/+$/, '') : undefined;
}

export function isBroker(given: unknown): boolean {
  return /^http(s:\/\/[^/?#@]|:\/\/(localhost|127\.[\d.]+|\[::1])([:/]|$))[^?#@]*$/.test(given as string);
}

/** The warning for a broker that cannot be used. */
export function brokerTrouble(given: unknown): { code: 'missing_broker' | 'invalid_broker'; message: string } {
  const words = given ? `"${given}" cannot be the broker's address. ` : '';
  return { code: `${given ? 'invalid' : 'missing'}_broker`, message: words + BROKER_HINT };
}
