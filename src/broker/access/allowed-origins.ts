/**
 * The allow-list of origins, and the test of an Origin header against it. Both are parsed and compared part by part; a name such as
 * `shop.example.com.evil.net` does not pass.
 */

interface OriginRule {
  readonly protocol: string;
  readonly port: string;
  /** The host; for a wildcard, the domain whose subdomains are allowed at any depth. */
  readonly host: string;
  readonly wildcard: boolean;
}

export const ORIGIN_FORM =
  "an origin like https://shop.example.com, https://*.example.com or http://localhost:5173, or an app's like capacitor://localhost, " +
  'without path or user name';

/**
 * Matches the origin of a page inside an app, as a WebView sends it. Its host must have no dots; otherwise a mistyped `htps://shop.example.com`
 * would pass as an app.
 */
const APP_ORIGIN = /^(?!(?:https?|wss?|ftp|file):)[a-z][a-z\d+.-]*:\/\/[a-z\d-]+$/;

/** Reads one entry of the allow-list. Returns undefined if it does not have the form ORIGIN_FORM. Ignores case and one closing slash. */
export function readOriginRule(entry: string): OriginRule | undefined {
  const app = entry.trim().toLowerCase().replace(/\/$/, '');
  if (APP_ORIGIN.test(app))
    return { protocol: new URL(app).protocol, port: '', host: new URL(app).hostname, wildcard: false };
  const match = /^(https?:\/\/)(\*\.)?([^/?#@\s*]+)\/?$/i.exec(entry.trim());
  const url = match && readUrl(`${match[1]}${match[3]}`);
  if (!match || !url || url.hostname === '' || /^\.|\.\.|\.$/.test(url.hostname)) return undefined;
  const wildcard = match[2] !== undefined;
  if (wildcard && !canHaveSubdomains(url.hostname)) return undefined;
  return { protocol: url.protocol, port: url.port, host: url.hostname, wildcard };
}

/** Returns false for a top-level domain, because `https://*.com` would allow half the web, and for an IP address, which has no subdomains. */
function canHaveSubdomains(host: string): boolean {
  return host === 'localhost' || (host.includes('.') && !/^[\d.]+$/.test(host));
}

/**
 * Returns a function that checks an Origin header. It returns the origin if the list allows it, otherwise undefined. It refuses `null`, and any
 * header that is not written as browsers write it (lower case, no default port, no closing slash).
 */
export function createOriginCheck(entries: readonly string[]): (header: string | null) => string | undefined {
  const rules = entries.map(readOriginRule).filter(rule => rule !== undefined);
  return header => {
    const url = header === null ? undefined : readUrl(header);
    if (!url || originOf(url) !== header) return undefined;
    return rules.some(rule => matchesOriginRule(rule, url)) ? header : undefined;
  };
}

function matchesOriginRule(rule: OriginRule, url: URL): boolean {
  if (url.protocol !== rule.protocol || url.port !== rule.port) return false;
  if (!rule.wildcard) return url.hostname === rule.host;
  if (!url.hostname.endsWith(`.${rule.host}`)) return false;
  const labels = url.hostname.slice(0, -rule.host.length - 1).split('.');
  return labels.every(label => /^[\w-]+$/.test(label));
}

/** Returns an Origin header for the log: only the parsed origin, at most 120 characters. */
export function originForLog(header: string | null | undefined): string {
  if (header === null || header === undefined) return '(none)';
  const url = readUrl(header);
  return url ? originOf(url).slice(0, 120) : '(unreadable)';
}

/** Returns the origin. For the scheme of an app, `URL.origin` is `null`; the result is then scheme and host, as a WebView sends them. */
function originOf({ origin, protocol, host }: URL): string {
  const app = `${protocol}//${host}`;
  return APP_ORIGIN.test(app) ? app : origin;
}

function readUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
