/** Which broker may be used. The loader must know it before it paints, so it stands by itself. */

/**
 * The broker's address in the form that paths are appended to; undefined when no token may be fetched from there: not https (http on
 * this machine), or with credentials, query or fragment, which would get lost when a path is appended. A path (`/api/chat`) is on the
 * site of the page, `location.origin`, whatever a `<base>` says. On a server, which has no page, it stays a path.
 */
export function brokerAddress(given: unknown): string | undefined {
  const isPath = /^\/(?!\/)/.test(given as string);
  const address = (isPath && globalThis.location ? location.origin : '') + given;
  const isUsable =
    (isPath && !globalThis.location) ||
    /^http(s:\/\/[^/?#@]|:\/\/(localhost|127\.[\d.]+|\[::1])([:/]|$))[^?#@]*$/.test(address);
  return isUsable ? address.replace(/\/+$/, '') : undefined;
}

/** The sentence for developers about a broker that cannot be used. It quotes neither credentials nor a query. */
export const brokerHint = (given: unknown): string =>
  `broker="${`${given || ''}`.replace(/\/\/.*@|[?#].*/g, '…')}" must be an https address, or a path on an https page.`;
