/** Solves the challenges of a broker. Fetched only by pages whose broker asks for a proof, or which give verified context (give-context.ts). */

import type { Challenge, ProofOfWork } from '../../protocol/http-api.ts';
import { createSearch } from './find-number.ts';

export { giveContext } from './give-context.ts';

/** Milliseconds of work after which the visitor is told about it. */
const LASTS_MS = 2_000;
/** Numbers tried without a pause on the page's own thread: some milliseconds of work on a phone. */
const SLICE = 500;
/** Highest accepted `maxnumber`. A higher one would keep a phone busy for minutes. */
const MAX_NUMBER = 10_000_000;

/**
 * Returns the solution of the challenge in the broker's error; undefined if there is no solution. The promise is never rejected. `ask` returns
 * the token of the site's own captcha. `lasts` is called when the proof takes longer than two seconds. `file` is the address of a script that
 * finds proofs of work when it is run as a worker.
 */
export async function solveChallenge(
  body: unknown,
  ask?: () => Promise<string>,
  lasts?: () => void,
  file?: string,
): Promise<string | undefined> {
  const timer = setTimeout(() => lasts?.(), LASTS_MS);
  try {
    const { challenge } = (body as { readonly error: { readonly challenge: Challenge } }).error;
    if (challenge.kind === 'work') return await prove(challenge, file);
    const token: unknown = await ask?.();
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function prove(proof: ProofOfWork, file?: string): Promise<string | undefined> {
  const { algorithm, challenge, maxnumber, salt, signature } = proof;
  if (algorithm !== 'SHA-256' || !(maxnumber <= MAX_NUMBER)) return undefined;
  const task = { challenge, maxnumber, salt };
  const number = await inWorker(task, file).catch(() => inSlices(task));
  return number === undefined ? undefined : btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}

type Task = Pick<ProofOfWork, 'challenge' | 'maxnumber' | 'salt'>;

/** Finds the number in a worker. The promise is rejected if the browser has no workers, or if a policy of the page forbids this one. */
async function inWorker(task: Task, file?: string): Promise<number | undefined> {
  // Uses a Blob unless the file is on the page's own origin, because workers require that.
  const isOwn = file !== undefined && new URL(file).origin === location.origin;
  const script = isOwn ? file : URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
  const worker = new Worker(script, { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = event => {
        event.preventDefault();
        reject(new Error());
      };
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
    if (!isOwn) URL.revokeObjectURL(script);
  }
}

const WORKER = `onmessage=({data})=>postMessage((${createSearch})(data)(0,data.maxnumber+1))`;

async function inSlices(task: Task): Promise<number | undefined> {
  const search = createSearch(task);
  for (let from = 0; from <= task.maxnumber; from += SLICE) {
    const number = search(from, Math.min(from + SLICE, task.maxnumber + 1));
    if (number !== undefined) return number;
    await nextTask();
  }
  return undefined;
}

/** Resolves in a new task. A timer would be late: browsers slow down the timers of hidden pages. */
function nextTask(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
