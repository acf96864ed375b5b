/** The `http-status` fault where HTTP is answered. */

import type { Core } from './core.ts';
import { namesPath } from './fault-paths.ts';
import { type HttpAnswer, refusal } from './tokens.ts';

/** The answer that a fault gives instead of the true one. `text500` is the platform's own text for a 500 of this call. */
export function httpFault(core: Core, path: string, text500: string): HttpAnswer | null {
  const fault = core.faults.strike('http-status', null, each => namesPath(each.path, path));
  if (!fault) return null;
  const { status, retryAfter } = fault;
  return { ...refusal(status, faultText(status, text500)), ...(retryAfter === undefined ? {} : { retryAfter }) };
}

function faultText(status: number, text500: string): string {
  if (status === 429) return 'rate limit exceeded';
  if (status === 401) return 'Invalid access token';
  if (status === 404) return 'not found';
  return status >= 500 ? text500 : `status ${status} was ordered through the control API`;
}
