/**
 * Dynamic number insertion (DNI): reserves a number for ten minutes, or until someone calls it. Chooses the number that has been free for longest.
 */

import { reserveNumber } from '../../contract/families/dni.ts';
import { Problem } from '../model/problem.ts';
import { handle } from '../rest/call.ts';
import type { PooledNumber } from '../store/calls.ts';
import type { Core } from '../store/state.ts';

const RESERVED_MS = 10 * 60_000;

export const dniHandlers = [
  handle(reserveNumber, (core, { at, body }) => {
    const free = core.numbers.filter(each => isFree(each, at)).sort((a, b) => a.freeSince - b.freeSince);
    const [number] = free;
    if (!number) throw new Problem(404, 'no available route found');
    const until = at + RESERVED_MS;
    Object.assign(number, { attributes: body.attributes, reservedUntil: until, freeSince: until });
    return { status: 200, body: { dni: number.number } };
  }),
];

const isFree = ({ attributes, reservedUntil }: PooledNumber, at: number): boolean =>
  attributes === null || at >= reservedUntil;

/** Returns the attributes of the number's reservation, and frees the number. */
export function takeReservation(core: Core, at: number, called: string): Readonly<Record<string, unknown>> {
  const number = core.numbers.find(each => each.number === called && !isFree(each, at));
  if (!number) return {};
  const { attributes } = number;
  Object.assign(number, { attributes: null, freeSince: at });
  return attributes ?? {};
}
