/** Checks the options of `createPlatform()`, before any call. */

import { nameHint } from '../ui/i18n/did-you-mean.ts';
import type { Connection, PlatformKeys, PlatformOptions } from './call/connection.ts';
import { PlatformError } from './call/error.ts';

const TIMEOUT_MS = 30_000;
/** Largest delay of a timer. */
const LONGEST_TIMEOUT_MS = 2_147_483_647;

const OPTIONS: Readonly<Record<keyof PlatformOptions, true>> = {
  baseUrl: true,
  builderUrl: true,
  keys: true,
  accountId: true,
  projectId: true,
  dialect: true,
  fetch: true,
  signal: true,
  timeoutMs: true,
  wait: true,
};
const KEYS: Readonly<Record<keyof PlatformKeys, true>> = {
  chat: true,
  connector: true,
  conversations: true,
  outbound: true,
  events: true,
  dni: true,
  builder: true,
};

export function readOptions(options: PlatformOptions): Connection {
  checkOptions(options);
  const { keys, accountId, projectId, dialect = 'service', signal, timeoutMs = TIMEOUT_MS } = options;
  return {
    bases: {
      runtime: readBase('baseUrl', options.baseUrl),
      builder: options.builderUrl === undefined ? undefined : readBase('builderUrl', options.builderUrl),
    },
    keys: { ...keys },
    ids: { version: 'v1', account_id: accountId, accountId, project_id: projectId },
    dialect,
    // Looks `fetch` up for each call, because tests and instrumentation may replace the global.
    fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
    signal,
    timeoutMs,
    wait: (ms, own) => (options.wait ?? pause)(ms, own && signal ? AbortSignal.any([own, signal]) : (own ?? signal)),
  };
}

function checkOptions(options: PlatformOptions): void {
  if (typeof options !== 'object' || options === null) {
    const words =
      "needs an object of options with baseUrl and keys: createPlatform({ baseUrl: 'https://…', keys: {…} })";
    throw refused('', words);
  }
  refuseUnknown('', 'option', options, OPTIONS);
  const { keys = {}, dialect = 'service', timeoutMs = TIMEOUT_MS, signal } = options;
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > LONGEST_TIMEOUT_MS)
    throw refused('timeoutMs', `must be a whole number of milliseconds from 1 to ${LONGEST_TIMEOUT_MS}`);
  refuseUnknown('keys.', 'key', keys, KEYS);
  for (const [name, key] of Object.entries(keys))
    if (key !== undefined && !(typeof key === 'string' && /^[!-~]*$/.test(key)))
      throw refused(`keys.${name}`, 'must be letters, digits and signs, without spaces and line breaks');
  if (dialect !== 'service' && dialect !== 'poly') throw refused('dialect', 'must be service or poly');
  for (const name of ['fetch', 'wait'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function') throw refused(name, 'must be a function');
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw refused('signal', 'must be an AbortSignal');
}

/** Throws for an unknown name, such as a misspelt one. */
function refuseUnknown(way: string, kind: string, given: object, known: object): void {
  const unknown = Object.keys(given).find(name => !Object.hasOwn(known, name));
  if (unknown !== undefined) throw refused(way + unknown, `is no ${kind}.${nameHint(unknown, Object.keys(known))}`);
}

function refused(field: string, message: string): PlatformError {
  const words = `createPlatform: ${[field, message].filter(Boolean).join(' ')}`.replace(/[^.?]$/, '$&.');
  return new PlatformError({ status: 0, code: 'invalid_input', message: words, fields: [{ field, message }] });
}

function readBase(field: string, value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) throw refused(field, 'must be an https address');
  const url = new URL(value);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) {
    throw refused(field, 'must be an https address; http is for this machine only');
  }
  if (url.search || url.hash || url.username || url.password)
    throw refused(field, 'must have no query, fragment or password');
  return url.href.replace(/\/+$/, '');
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new PlatformError({ status: 0, code: 'aborted', message: 'The call was ended by its signal.' }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
