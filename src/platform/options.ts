/** Checks the options of `createPlatform()`, before anything is called. */

import type { Connection, PlatformOptions } from './connection.ts';
import { PlatformError } from './error.ts';

const TIMEOUT_MS = 30_000;

export function readOptions(options: PlatformOptions): Connection {
  const { keys, accountId, projectId, dialect = 'service', signal, timeoutMs = TIMEOUT_MS } = options;
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1)
    throw refused('timeoutMs', 'must be a whole number of milliseconds from 1');
  for (const [name, key] of Object.entries(keys ?? {}))
    if (key !== undefined && !/^[!-~]*$/.test(key))
      throw refused(`keys.${name}`, 'must be letters, digits and signs, without spaces and line breaks');
  if (dialect !== 'service' && dialect !== 'poly') throw refused('dialect', 'must be service or poly');
  return {
    bases: {
      runtime: readBase('baseUrl', options.baseUrl),
      builder: options.builderUrl === undefined ? undefined : readBase('builderUrl', options.builderUrl),
    },
    keys: { ...keys },
    ids: { version: 'v1', account_id: accountId, accountId, project_id: projectId },
    dialect,
    // Looked up for each call: tests and instrumentation replace the global.
    fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
    signal,
    timeoutMs,
    wait: (ms, own) => (options.wait ?? pause)(ms, own && signal ? AbortSignal.any([own, signal]) : (own ?? signal)),
  };
}

function refused(field: string, message: string): PlatformError {
  const words = `createPlatform: ${field} ${message}.`;
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
