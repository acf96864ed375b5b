/**
 * Explanations for the developer's console if broker or platform cannot be used: which address was called from where, the possible causes, and
 * the command that finds the actual one. This chunk is fetched only when an explanation is printed.
 */

export interface HintFacts {
  /** The short message, used for a code without an explanation. */
  readonly message: string;
  readonly broker: string;
  /** Base address of the platform; the empty string if it is not known yet. */
  readonly platform: string;
  /** Scheme and host of each address that the page's Content-Security-Policy has blocked. */
  readonly blocked: ReadonlySet<string>;
}

/** Returns the explanation as one line, without credentials or the query of an address. */
export function hintFor(code: string, facts: HintFacts): string {
  const page = pageOf(globalThis);
  const { broker, platform, blocked, message } = facts;
  const asked = isAbout(code, 'platform') ? platform : isAbout(code, 'socket') ? socketAddress(platform) : broker;
  const refused = asked && blocked.has(originOf(asked)) ? originOf(asked) : undefined;
  const hint = refused ? byPolicy(refused) : HINTS[code]?.(facts, page);
  return `${hint ?? message}${doctorLine(broker, page)}`;
}

const isAbout = (code: string, part: string): boolean => code.includes(part) && code !== 'platform_unsafe';

interface PageFacts {
  /** Value of the header `Origin`: the text `null` for a page without an origin; undefined without a page. */
  readonly origin: string | undefined;
  /** Address of an http(s) page, without query and fragment; the empty string for any other. */
  readonly address: string;
}

type Hint = (facts: HintFacts, page: PageFacts) => string | undefined;

const HINTS: Readonly<Record<string, Hint>> = {
  broker_unreachable({ broker }, { origin }) {
    if (isPath(broker)) return `"${broker}" is a path, but there is no page here. Set the broker's whole address.`;
    const unread = `${broker} gave ${nameOf(origin)} no answer it may read.`;
    if (origin === 'null') return `${unread} ${NO_ORIGIN}`;
    if (isLoopback(broker) && !isLoopback(origin ?? broker))
      return `${broker} leads each visitor to their own machine. Set the public https address of the broker.`;
    if (origin === originOf(broker))
      return `${unread} Either the broker is down, or the server of ${origin} does not hand requests for it on to the broker.`;
    return (
      `${unread} Either the broker is down or its address is wrong, or what stands before it (a proxy, a firewall) answers in its place: ` +
      'with an error page, a redirect, or 405 to OPTIONS; or adds a second Access-Control-Allow-Origin.'
    );
  },
  origin_not_allowed({ broker }, { origin }) {
    const refused = `${broker} does not allow ${nameOf(origin)}.`;
    if (origin === 'null') return `${refused} ${NO_ORIGIN}`;
    return (
      `${refused} Add ${origin} to NATTER_ALLOWED_ORIGINS of the broker and start it anew. ` +
      'If it is there, a proxy before the broker removes the header Origin.'
    );
  },
  broker_misconfigured({ broker }, { origin }) {
    const own = /\/(?:token|probe|health)$/.exec(broker)?.[0];
    if (own)
      return `${broker} ends in ${own}, which Natter appends itself. Set ${broker.slice(0, -own.length)} as the broker.`;
    const other = `${broker} answers ${nameOf(origin)}, but not as a Natter broker.`;
    if (origin === originOf(broker))
      return `${other} The server of ${origin} answers in its place: mount the broker at that path (basePath), or hand requests for it on to the broker.`;
    return `${other} Check the address and its path: it is the broker's, not the platform's. A proxy before it must hand /token, /probe and /health on.`;
  },
  platform_unreachable({ platform }, { origin }) {
    return (
      `${platform} gave ${nameOf(origin)} no answer it may read. Either the platform is down, or NATTER_PLATFORM_URL of the broker is wrong, ` +
      'or the network of this visitor blocks it.'
    );
  },
  platform_unsafe: ({ broker }) =>
    `The broker ${broker} names a platform that is not https. Set NATTER_PLATFORM_URL of the broker to an https address.`,
  token_refused: ({ broker }) =>
    `The platform refused the broker ${broker}, or that refused this visitor. Check NATTER_CONNECTOR_TOKEN, NATTER_HOST and NATTER_PLATFORM_URL; its log names the cause.`,
  session_refused: ({ platform }, { origin }) => `${platform} refused ${nameOf(origin)} a session.`,
  socket_refused: ({ platform }, { origin }) =>
    `${socketAddress(platform)} did not open a socket for ${nameOf(origin)}; trying again. If it never opens, a proxy or firewall on the way blocks WebSockets.`,
  sockets_blocked: ({ platform }, { origin }) =>
    `${socketAddress(platform)} opens sockets for the broker, but not for ${nameOf(origin)}: this network or browser blocks WebSockets.`,
};

const NO_ORIGIN =
  'The page has no origin (null), because it was opened from a file or stands in a sandboxed frame, and no broker can allow that. ' +
  'Serve it over http, with npx serve for example.';

const byPolicy = (origin: string): string =>
  `The page's Content-Security-Policy blocks ${origin}. Add ${origin} to its connect-src.`;

function doctorLine(broker: string, { origin, address }: PageFacts): string {
  if (address) return ` Run: npx natter doctor ${address}`;
  // The doctor cannot fetch a page inside an app, but it can check the page's origin.
  const isApp = origin && origin !== 'null' && !isPath(broker);
  return isApp ? ` Run: npx natter doctor ${broker} --origin ${origin}` : '';
}

function pageOf({ origin, location }: { readonly origin?: unknown; readonly location?: Location }): PageFacts {
  if (!location) return { origin: undefined, address: '' };
  // Uses the global `origin` only to recognise a sandbox, where it is `null`. A script may have replaced it, so the rest comes from `location`.
  const own = `${origin}` === 'null' || location.protocol === 'file:' ? 'null' : location.origin;
  const isWeb = /^https?:/.test(location.protocol);
  // Omits a path with characters that have a meaning in a shell.
  const path = /^[\w/.~%@+,:-]*$/.test(location.pathname) ? location.pathname : '/';
  return { origin: own, address: isWeb && own !== 'null' ? location.origin + path : '' };
}

const nameOf = (origin: string | undefined): string =>
  origin === undefined ? 'this program' : origin === 'null' ? 'this page' : origin;

const isPath = (broker: string): boolean => broker.startsWith('/');

const originOf = (address: string): string => /^[\w+.-]+:\/\/[^/?#]+/.exec(address)?.[0] ?? '';

const socketAddress = (platform: string): string => originOf(platform).replace(/^http/, 'ws');

const isLoopback = (address: string): boolean =>
  /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\]|[\w.-]+\.localhost)(?::|\/|$)/.test(address);
