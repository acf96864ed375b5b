/** Redirects: follows them, and describes their targets and failures. */

import { displayUrl, quoteUrl } from '../../command/safe-text.ts';
import type { Fetched, Reply } from './ports.ts';

/** Number of redirects that browsers follow. */
export const BROWSER_REDIRECTS = 20;

/**
 * Follows up to `most` redirects. Returns a redirect as the reply if it is one too many, leads back to an earlier address, or has a target that is
 * not an http(s) address.
 */
export async function followRedirects(
  ask: (url: string) => Promise<Fetched>,
  url: string,
  most: number,
): Promise<Fetched> {
  const via: string[] = [];
  for (let at = url; ; ) {
    const fetched = await ask(at);
    if (!fetched.ok) return via.length === 0 ? fetched : { ...fetched, url: at };
    const reply: Reply = { ...fetched.reply, via };
    const next = redirectTarget(reply);
    if (next === undefined || via.length === most || next === at || via.includes(next)) return { ok: true, reply };
    via.push(at);
    at = next;
  }
}

export function isRedirect({ status }: Pick<Reply, 'status'>): boolean {
  return status >= 300 && status < 400;
}

/** Returns the absolute target of a redirect; undefined for another reply, and for a target that cannot be fetched. */
export const redirectTarget = ({ status, headers, url }: Reply): string | undefined =>
  targetAt(url, status, headers.get('location'));

function targetAt(url: string, status: number, location: string | null): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === null || !URL.canParse(location, url))
    return undefined;
  const target = new URL(location, url);
  // The fragment is not sent to servers.
  target.hash = '';
  return /^https?:$/.test(target.protocol) ? target.href : undefined;
}

/** Describes the target as a part of a sentence: `to https://www.example.com (301)`. */
export const describeTarget = ({ url, status, headers }: Reply): string =>
  describeTargetAt(url, status, headers.get('location'));

function describeTargetAt(url: string, status: number, location: string | null): string {
  const target = targetAt(url, status, location);
  const where = target !== undefined ? displayUrl(target) : location === null ? 'nowhere' : quoteUrl(location);
  return `to ${where} (${status})`;
}

/**
 * Describes the target of a redirected handshake. The socket's address contains `secret`. Some servers repeat it in the path of a login page, so the
 * path is then omitted.
 */
export function describeSocketTarget(url: string, status: number, location: string | null, secret: string): string {
  const base = url.replace(/^ws/i, 'http');
  const path = location?.replace(/[?#].*$/s, '') ?? '';
  if (!alphanumeric(path).includes(alphanumeric(secret))) return describeTargetAt(base, status, location);
  const target = targetAt(base, status, location);
  return `${target === undefined ? 'elsewhere' : `to ${new URL(target).origin}`} (${status})`;
}

/** Returns only the letters and digits, which makes differently encoded texts comparable. */
const alphanumeric = (text: string): string => text.replace(/%(?:25)*[\da-f]{2}|[^a-z\d]/gi, '');

/** Explains a redirect that was not followed: the cause, and the fix. */
export function explainLostRedirect(reply: Reply): [message: string, fix: string] {
  const { url, via, headers, status } = reply;
  const from = displayUrl(url);
  const target = redirectTarget(reply);
  if (target === undefined) return explainMissingTarget(from, headers.get('location'), status);
  const path = [...via, url];
  const start = path.indexOf(target);
  if (start >= 0) {
    const circle = path.slice(start).map(displayUrl);
    // Addresses that differ only in the query look the same, so they are printed once.
    const round = [...new Set(circle)].join(', ');
    return [
      `${from} redirects ${describeTarget(reply)} in a circle: ${round}, and so on.`,
      'Fix the redirects of that server; if it waits for a cookie or a login, check without the page by --broker and --origin.',
    ];
  }
  const first = displayUrl(path[0] ?? url);
  return [
    `${first} redirects ${via.length} times, and after that ${from} still does, ${describeTarget(reply)}.`,
    'Use the address at which the last one ends, or shorten the chain on the server.',
  ];
}

function explainMissingTarget(from: string, location: string | null, status: number): [message: string, fix: string] {
  if (location === null) {
    return [
      `${from} answers ${status} and does not say where to.`,
      'Make the server send Location, or answer by itself.',
    ];
  }
  return [
    `${from} redirects to ${quoteUrl(location)} (${status}), which is no http(s) address.`,
    'Fix the redirect of that server: Location must be an https address.',
  ];
}

/** Returns the first redirect from https to plain http on the way to this reply, if any. */
export function findDowngrade({ via, url }: Reply): { readonly from: string; readonly to: string } | undefined {
  const path = [...via, url];
  const fall = path.findIndex((each, i) => each.startsWith('http:') && path[i - 1]?.startsWith('https:'));
  const [from, to] = [path[fall - 1], path[fall]];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Describes a reply in one sentence: the final address and its status. */
export function describeReply({ via: [first], url, status }: Reply): string {
  const answers = `${displayUrl(url)} answers ${status}`;
  return first === undefined ? `${answers}.` : `${displayUrl(first)} redirects, and ${answers}.`;
}
