/**
 * What a following tab has asked the owner for, without an answer, when its page goes: messages, and that all be forgotten. The owner may
 * hang, and would not do it once the next page of this tab has taken the conversation. So it is left to that page, which asks in its turn.
 */

import type { Intent } from '../session/input.ts';
import type { Clock, Handover } from './ports.ts';
import type { Wish } from './tab.ts';

/** No page takes so long to come, in milliseconds. */
const FRESH_MS = 60_000;

export interface Unheard {
  readonly input: Intent;
  /** When its page went. */
  readonly at: number;
}

export function leaveUnheard(handover: Handover | undefined, wishes: readonly Wish[]): void {
  const forgotten = wishes.findLastIndex(({ input }) => input.type === 'forgetRequested');
  const left = wishes
    .slice(Math.max(0, forgotten))
    .flatMap(({ input, since: at }) => (/^(?:send|forget)Requested$/.test(input.type) ? [{ input, at }] : []));
  if (left.length > 0) handover?.leave(JSON.stringify(left));
}

/** What the page before has left, once. Whether it was done meanwhile is for the history to say. */
export function takeUnheard({ now }: Clock, handover: Handover | undefined): readonly Unheard[] {
  try {
    const left: readonly Unheard[] = JSON.parse(handover?.take() || '[]');
    return left.flatMap(({ input, at }) => {
      const age = now() - at;
      const read = age >= 0 && age < FRESH_MS && readInput(input);
      return read ? [{ input: read, at }] : [];
    });
  } catch {
    // Somebody else has written there: none of it is a wish of the visitor's.
    return [];
  }
}

function readInput(input: Intent): Intent | undefined {
  if (input.type === 'forgetRequested') return { type: 'forgetRequested' };
  if (input.type !== 'sendRequested' || typeof input.id !== 'string' || typeof input.text !== 'string')
    return undefined;
  const { id, text, custom } = input;
  return { type: 'sendRequested', id, text, ...(custom && { custom }), doubtful: true };
}
