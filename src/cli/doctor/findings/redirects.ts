/** Redirects: following them, where one leads, and what to say of one that leads nowhere. Whose network it is, is elsewhere. */

import { quotedAddress, shown } from '../../command/safe-text.ts';
import type { Fetched, Reply } from './ports.ts';

/** So many does a browser follow, of a page as of a file: a chain that it would reach the end of is no fault. */
export const BROWSER_REDIRECTS = 20;

/**
 * Follows at most `most` redirects. One that is not followed, because there were too many, because it leads in a circle or because it names no
 * http(s) address, is the reply.
 */
export async function follow(ask: (url: string) => Promise<Fetched>, url: string, most: number): Promise<Fetched> {
  const via: string[] = [];
  for (let at = url; ; ) {
    const fetched = await ask(at);
    if (!fetched.ok) return via.length === 0 ? fetched : { ...fetched, url: at };
    const reply: Reply = { ...fetched.reply, via };
    const next = targetOf(reply);
    if (next === undefined || via.length === most || next === at || via.includes(next)) return { ok: true, reply };
    via.push(at);
    at = next;
  }
}

export function isRedirect({ status }: Pick<Reply, 'status'>): boolean {
  return status >= 300 && status < 400;
}

/** The whole address to which a reply redirects; undefined when it does not, or to none that can be fetched. */
export const targetOf = ({ status, headers, url }: Reply): string | undefined =>
  targetAt(url, status, headers.get('location'));

function targetAt(url: string, status: number, location: string | null): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || location === null || !URL.canParse(location, url))
    return undefined;
  const target = new URL(location, url);
  // A fragment is not sent, so two addresses that differ in nothing else are one.
  target.hash = '';
  return /^https?:$/.test(target.protocol) ? target.href : undefined;
}

/** Where it leads, as a part of a sentence: `to https://www.example.com (301)`. */
export const whereTo = ({ url, status, headers }: Reply): string => whereAt(url, status, headers.get('location'));

function whereAt(url: string, status: number, location: string | null): string {
  const target = targetAt(url, status, location);
  const where = target !== undefined ? shown(target) : location === null ? 'nowhere' : quotedAddress(location);
  return `to ${where} (${status})`;
}

/** As `whereTo`, of a socket's handshake, whose address holds `secret`: some servers repeat it in the path of a page for the login. */
export function whereSocketTo(url: string, status: number, location: string | null, secret: string): string {
  const base = url.replace(/^ws/i, 'http');
  const path = location?.replace(/[?#].*$/s, '') ?? '';
  if (!bareOf(path).includes(bareOf(secret))) return whereAt(base, status, location);
  const target = targetAt(base, status, location);
  return `${target === undefined ? 'elsewhere' : `to ${new URL(target).origin}`} (${status})`;
}

/** Letters and digits alone: the same however often it was encoded. */
const bareOf = (text: string): string => text.replace(/%(?:25)*[\da-f]{2}|[^a-z\d]/gi, '');

/** Of a redirect at which the following has ended: the cause, and what to do. */
export function whyLost(reply: Reply): [message: string, mend: string] {
  const { url, via, headers, status } = reply;
  const from = shown(url);
  const target = targetOf(reply);
  if (target === undefined) return whyNoTarget(from, headers.get('location'), status);
  const path = [...via, url];
  const start = path.indexOf(target);
  if (start >= 0) {
    const circle = path.slice(start).map(shown);
    // Addresses that differ in the query alone look the same here: once is enough.
    const round = [...new Set(circle)].join(', ');
    return [
      `${from} redirects ${whereTo(reply)} in a circle: ${round}, and so on.`,
      'Mend the redirects of that server; if it waits for a cookie or a login, check without the page by --broker and --origin.',
    ];
  }
  const first = shown(path[0] ?? url);
  return [
    `${first} redirects ${via.length} times, and after that ${from} still does, ${whereTo(reply)}.`,
    'Use the address at which the last one ends, or shorten the chain on the server.',
  ];
}

function whyNoTarget(from: string, location: string | null, status: number): [message: string, mend: string] {
  if (location === null) {
    return [
      `${from} answers ${status} and does not say where to.`,
      'Make the server send Location, or answer by itself.',
    ];
  }
  return [
    `${from} redirects to ${quotedAddress(location)} (${status}), which is no http(s) address.`,
    'Mend the redirect of that server: Location must be an https address.',
  ];
}

/** The first step from https to plain http on the way to this reply; undefined where there is none. */
export function fallToHttp({ via, url }: Reply): { readonly from: string; readonly to: string } | undefined {
  const path = [...via, url];
  const fall = path.findIndex((each, i) => each.startsWith('http:') && path[i - 1]?.startsWith('https:'));
  const [from, to] = [path[fall - 1], path[fall]];
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** What answered in the end, and with what status; a sentence. */
export function answered({ via: [first], url, status }: Reply): string {
  const answers = `${shown(url)} answers ${status}`;
  return first === undefined ? `${answers}.` : `${shown(first)} redirects, and ${answers}.`;
}
