/** Inputs that a tab holds until it has read how things stand. */

import type { Fact, Intent } from '../../session/state/inputs.ts';
import type { OwnRecord } from '../../session/state/snapshot.ts';
import type { OutboxEntry } from '../../session/state/state.ts';

/** The visitor's words among them, as a tab puts down what is unsent; undefined where there are none. */
export function wordsOf(inputs: readonly (Intent | Fact)[], at: number): OwnRecord | undefined {
  const outbox = inputs.flatMap(input => (input.type === 'sendRequested' ? unsent(input, at) : []));
  const draft = inputs.findLast(input => input.type === 'draftChanged')?.text ?? '';
  return outbox[0] || draft ? { outbox, draft, generation: 0, at } : undefined;
}

function unsent(input: Extract<Intent, { readonly type: 'sendRequested' }>, at: number): OutboxEntry {
  const { id, text, custom } = input;
  const said = { id, text, ...(custom && { custom }), at };
  return { ...said, status: 'queued', sends: 0, lastSentAt: null, spentMs: 0, stored: true };
}

export function isIntent({ type }: Intent | Fact): boolean {
  return type === 'draftChanged' || type.endsWith('Requested');
}
