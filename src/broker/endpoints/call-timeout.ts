/** What every call to the platform shares: the time that it has to answer, and what may be said of a call that failed. */

const CALL_TIMEOUT_MS = 5_000;

/** Resolves after `ms`, or at once when the signal is aborted. */
export type DelayPort = (ms: number, signal: AbortSignal) => Promise<void>;

/** Undefined when the work is not done within 5 s. However it ends, the signal that the work was given is aborted. */
export async function withTimeout<T>(
  delay: DelayPort,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const call = new AbortController();
  const timer = new AbortController();
  try {
    return await Promise.race([work(call.signal), delay(CALL_TIMEOUT_MS, timer.signal).then(() => undefined)]);
  } finally {
    timer.abort();
    call.abort();
  }
}

/** The system's code, such as ECONNREFUSED. Never the message: it may quote the address or a header. */
export function networkCause(error: unknown): string {
  for (const each of [error, error instanceof Error ? error.cause : undefined]) {
    const code = typeof each === 'object' && each !== null && 'code' in each ? each.code : undefined;
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
  }
  return 'network error';
}

export const realDelay: DelayPort = (ms, signal) =>
  new Promise(resolve => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
