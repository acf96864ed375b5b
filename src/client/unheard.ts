/**
 * Messages that a following tab has asked the owner for, without an answer, when its page goes: the owner may hang, and would not send them
 * once the next page of this tab has taken the conversation. So they are left to that page, which asks for them in its turn.
 */

import type { Fact, Intent } from '../session/input.ts';
import type { Clock, Handover } from './ports.ts';

/** No page takes so long to come, in milliseconds; and what is older may have been forgotten in another tab. */
const FRESH_MS = 60_000;

type Send = Extract<Intent, { readonly type: 'sendRequested' }>;

export function leaveUnheard({ now }: Clock, handover: Handover | undefined, wishes: readonly (Intent | Fact)[]): void {
  const forgotten = wishes.findLastIndex(({ type }) => type === 'forgetRequested');
  const sends = wishes.slice(forgotten + 1).filter(({ type }) => type === 'sendRequested');
  if (sends.length > 0) handover?.leave(JSON.stringify({ at: now(), sends }));
}

/** Those that the page before has left, once. Whether they have arrived meanwhile is for the history to say. */
export function takeUnheard({ now }: Clock, handover: Handover | undefined): readonly Send[] {
  const text = handover?.take();
  if (!text) return [];
  try {
    const { at, sends }: { readonly at: number; readonly sends: readonly Send[] } = JSON.parse(text);
    const age = now() - at;
    if (!(age >= 0 && age < FRESH_MS)) return [];
    return sends
      .filter(({ id, text }) => typeof id === 'string' && typeof text === 'string')
      .map(send => ({ ...send, doubtful: true }));
  } catch {
    // Somebody else has written there: none of it is a message of the visitor's.
    return [];
  }
}
