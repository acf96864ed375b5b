/** The time limit of calls to the platform, and the cause of a failed call for the log. */

const CALL_TIMEOUT_MS = 5_000;

/** Reason for all aborts. Without a reason, each abort would create a DOMException with its stack, which is slow. */
const OVER = new Error('The call is over.');

/** Resolves after `ms`, or at once when the signal is aborted. */
export type DelayPort = (ms: number, signal: AbortSignal) => Promise<void>;

/**
 * Resolves with undefined if the work takes longer than `ms`, or when `left` is aborted. In the end always aborts the signal that it gave to the work.
 */
export async function withTimeout<T>(
  delay: DelayPort,
  work: (signal: AbortSignal) => Promise<T>,
  left?: AbortSignal,
  ms = CALL_TIMEOUT_MS,
): Promise<T | undefined> {
  const call = new AbortController();
  const timer = new AbortController();
  const stop = () => timer.abort(OVER);
  left?.addEventListener('abort', stop);
  try {
    return await Promise.race([work(call.signal), delay(ms, timer.signal).then(() => undefined)]);
  } finally {
    left?.removeEventListener('abort', stop);
    timer.abort(OVER);
    call.abort(OVER);
  }
}

/** Returns the system's code, such as ECONNREFUSED. Never returns the message, because it may quote the address or a header. */
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
