/** Limits what costs money: so many in any hour for a number, an address and an origin. Each use is a mark that lasts an hour. */

import { limitKeys } from '../access/client-address.ts';
import { failure, type Outcome, success } from '../endpoints/responses.ts';
import type { MarkStore } from '../tickets/marks.ts';

const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3_600;

/** Name → the uses that it may have in an hour. */
export type Allowances = readonly (readonly [name: string, most: number])[];

/** The allowance of an address. That of IPv6 is the household's, which has a whole network. Without an address there is none. */
export const ofAddress = (address: string | undefined, most: number): Allowances =>
  address === undefined ? [] : [[`address|${limitKeys(address).address}`, most]];

/** Counts one use for each name, until one of them has none left. */
export async function takeHourly(marks: MarkStore, path: string, allowances: Allowances): Promise<Outcome<undefined>> {
  for (const [name, most] of allowances) {
    const key = await hashOf(`${path}|${name}`);
    if (await takeOne(marks, key, most)) continue;
    const message = `There were ${most} of these in the last hour already. Try again later.`;
    return failure('rate_limited', message, HOUR_SECONDS);
  }
  return success(undefined);
}

async function takeOne(marks: MarkStore, key: string, most: number): Promise<boolean> {
  for (let nth = 0; nth < most; nth += 1) if (await marks.set(`hour|${key}|${nth}`, HOUR_MS)) return true;
  return false;
}

/** Keeps telephone numbers and addresses out of the store. */
async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.subarray(0, 16), byte => byte.toString(16).padStart(2, '0')).join('');
}
