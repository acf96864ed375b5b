/** Outbound calls, and the numbers that can be reserved. */

export interface OutboundCall {
  readonly sid: string;
  status: 'queued' | 'calling' | 'success' | 'failure';
  reason: string;
  /** Time of the call's end; null before. */
  endedAt: number | null;
}

export interface PooledNumber {
  readonly number: string;
  /** Attributes of the reservation; null while the number is free. */
  attributes: Readonly<Record<string, unknown>> | null;
  reservedUntil: number;
  /** Time since which the number has been free. */
  freeSince: number;
}

const POOL = ['+441632960001', '+441632960002', '+441632960003', '+441632960004', '+441632960005'];

export const createNumbers = (): readonly PooledNumber[] =>
  POOL.map(number => ({ number, attributes: null, reservedUntil: 0, freeSince: 0 }));
