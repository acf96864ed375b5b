/**
 * Wishes of a following tab that the owner has not answered when the page goes: messages, and the wish to forget everything. The owner may hang,
 * and would never fulfil them once the next page of this tab has taken the conversation over. So they are left to that page, which makes them its own.
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
  /** It was said in this session, and is of no use in any other. */
  readonly of?: string | undefined;
  /** There was no conversation yet: the next page begins one. Elsewhere none means that all was forgotten since. */
  readonly first?: boolean;
}

export function leaveUnheard(handover: Handover | undefined, wishes: readonly Wish[], first: boolean): void {
  const forgotten = wishes.findLastIndex(({ input }) => input.type === 'forgetRequested');
  const left = wishes
    .slice(Math.max(0, forgotten))
    .flatMap(({ input, since: at, of }) =>
      of || /^(?:send|forget)Requested$/.test(input.type) ? [{ input, at, of, first }] : [],
    );
  if (left.length > 0) handover?.leave(JSON.stringify(left));
}

/** Whether the page before has left what a conversation begins with; what else it has left is gone then. */
export function hasFirstWords({ now }: Clock, handover: Handover | undefined): boolean {
  const text = handover?.take();
  const first = readLeft(text).some(({ input, at, first }) => first && isFresh(now() - at) && readInput(input));
  if (text && first) handover?.leave(text);
  return first;
}

const isFresh = (age: number): boolean => age >= 0 && age < FRESH_MS;

/** What the page before has left, once. Whether it was done meanwhile is for the history to say. */
export function takeUnheard({ now }: Clock, handover: Handover | undefined): readonly Unheard[] {
  return readLeft(handover?.take()).flatMap(({ input, at, of }) => {
    const read = isFresh(now() - at) && readInput(input);
    return read ? [{ input: read, at, of }] : [];
  });
}

function readLeft(text: string | null | undefined): readonly Unheard[] {
  try {
    return JSON.parse(text ?? '').filter((each: Unheard | null) => each?.input);
  } catch {
    // Nothing, or somebody else has written there: none of it is a wish of the visitor's.
    return [];
  }
}

function readInput(input: Intent): Intent | undefined {
  if (input.type === 'forgetRequested') return { type: 'forgetRequested' };
  if (input.type === 'draftChanged' && typeof input.text === 'string' && input.edits) return input;
  if (input.type !== 'sendRequested' || typeof input.id !== 'string' || typeof input.text !== 'string')
    return undefined;
  const { id, text, custom, failed } = input;
  return { type: 'sendRequested', id, text, ...(custom && { custom }), ...(failed && { failed }), doubtful: true };
}
