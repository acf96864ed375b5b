/** The fault `http-status` on calls outside the REST families. */

import { ACCESS_TOKEN_PATH, SESSIONS_PATH } from '../../protocol/http-api.ts';
import { namesPath } from '../faults/fault-paths.ts';
import { type HttpAnswer, refusal } from '../model/access-tokens.ts';
import type { Core } from '../store/state.ts';

/** Returns the response of a fault for this path, or null. `text500` is the platform's own text for a 500 of this call. */
export function httpFault(core: Core, path: string, text500: string): HttpAnswer | null {
  const fault = core.faults.strike('http-status', null, each => namesPath(each.path, path));
  if (!fault) return null;
  const { status, retryAfter } = fault;
  return { ...refusal(status, faultText(path, status, text500)), ...(retryAfter === undefined ? {} : { retryAfter }) };
}

function faultText(path: string, status: number, text500: string): string {
  if (status === 429) return 'rate limit exceeded';
  if (status >= 500) return text500;
  return (
    TEXTS[path]?.[status] ?? (status === 404 ? 'not found' : `status ${status} was ordered through the control API`)
  );
}

/** The platform's error texts by path and status. For a status with several texts, the one of the likeliest mistake. */
const TEXTS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  [ACCESS_TOKEN_PATH]: { 401: 'Connector token does not exist' },
  [SESSIONS_PATH]: { 400: 'Error parsing request', 401: 'Invalid access token' },
};
