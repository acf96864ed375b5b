/** Decides who may use the platform's keys, and for which calls. */

import type { IncomingHttpHeaders } from 'node:http';
import type { PlatformKeys, PlatformOptions } from '../../entries/platform.ts';

/** The platform's addresses and keys, and its clock. */
export interface PlatformAccess {
  readonly options: PlatformOptions & { readonly builderUrl: string };
  /** Returns the platform's time in milliseconds since 1970: signatures are as old as this clock says. */
  readonly now: () => Promise<number>;
}

export type HostName = 'runtime' | 'builder';

interface AllowedCall {
  readonly host: HostName;
  readonly methods: readonly string[];
  readonly path: RegExp;
  readonly key: keyof PlatformKeys;
}

const READ = ['GET'];
/** Secrets of webhook endpoints stay in the server, so the page can neither create an endpoint nor change its secret. */
const CALLS: readonly AllowedCall[] = [
  { host: 'runtime', methods: READ, path: /^\/v[123]\/[^/]+\/[^/]+\/conversations$/, key: 'conversations' },
  { host: 'runtime', methods: READ, path: /^\/v1\/[^/]+\/[^/]+\/conversations\/concurrency$/, key: 'conversations' },
  { host: 'runtime', methods: READ, path: /^\/v1\/[^/]+\/[^/]+\/handoff_state$/, key: 'conversations' },
  { host: 'runtime', methods: ['POST'], path: /^\/v1\/outbound-calling$/, key: 'outbound' },
  { host: 'runtime', methods: READ, path: /^\/v1\/outbound-calling\/[^/]+\/status$/, key: 'outbound' },
  { host: 'runtime', methods: ['POST'], path: /^\/v1\/conversations\/dni-reservation$/, key: 'dni' },
  { host: 'builder', methods: READ, path: /^\/v1\/alerts$/, key: 'builder' },
  {
    host: 'builder',
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    path: /^\/v1\/alert-rules(?:\/[^/]+)?$/,
    key: 'builder',
  },
  { host: 'builder', methods: READ, path: /^\/v1\/webhook-endpoints$/, key: 'builder' },
  { host: 'builder', methods: READ, path: /^\/v1\/(?:accounts\/[^/]+\/)?agents$/, key: 'builder' },
  {
    host: 'builder',
    methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
    path: /^\/v1\/agents\/[^/]+\/(?:branches|deployments|real-time-configs)(?:\/[^/]+){0,4}$/,
    key: 'builder',
  },
];

/** Headers that can hold a key. The proxy replaces the one that the page has sent. */
export const KEY_HEADERS = ['x-api-key', 'x-service-auth-token', 'x-polyai-auth-token'];

/** Returns the name of the key for a call; undefined if the console may not make it. */
export function keyFor(host: HostName, method: string, path: string): keyof PlatformKeys | undefined {
  return CALLS.find(each => each.host === host && each.methods.includes(method) && each.path.test(path))?.key;
}

/** Headers that proxies and tunnels add. Their address is local too, so only the headers reveal them. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Returns the reason to refuse a request, or null. The Host header is checked because a foreign name may resolve to this machine. */
export function refuseRequest(headers: IncomingHttpHeaders): string | null {
  const { host = '', origin } = headers;
  if (PROXY_HEADERS.some(name => headers[name] !== undefined))
    return 'The console answers only to this machine, and not through a proxy.';
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host))
    return 'The console answers only under a loopback name: use http://localhost or http://127.0.0.1.';
  const site = headers['sec-fetch-site'];
  const isOther = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (isOther || (origin !== undefined && origin !== `http://${host}`))
    return 'The console answers only to its own page.';
  return null;
}
