/** Calls that were placed from the console, with their statuses. */

import type { CallStatus } from '../../../entries/platform.ts';

export interface PlacedCall {
  readonly sid: string;
  readonly number: string;
  /** Null before the first answer. */
  readonly status: CallStatus | null;
  /** Sentence of the failure to read the status; empty without one. */
  readonly problem: string;
}

/** Returns the calls with the status of one of them replaced. Without a status the last one stays, beside the problem. */
export function withStatus(
  calls: readonly PlacedCall[],
  sid: string,
  status: CallStatus | null,
  problem = '',
): readonly PlacedCall[] {
  return calls.map(each => (each.sid === sid ? { ...each, status: status ?? each.status, problem } : each));
}

const WORDS: Readonly<Record<CallStatus['status'], string>> = {
  queued: 'queued',
  calling: 'calling',
  success: 'connected',
  failure: 'failed',
};

/** `failed: no answer`. */
export function statusWords(status: CallStatus | null): string {
  if (!status) return 'placed';
  return [WORDS[status.status] ?? status.status, status.reason].filter(Boolean).join(': ');
}
