/** Derives the state of the conversation from the trace alone, by pure functions. */

import type { PhaseName, TraceEntry } from '../../entries/index.ts';

export interface Summary {
  readonly phase: PhaseName;
  /** Role of this tab; null if tabs do not share a conversation. */
  readonly role: Extract<TraceEntry, { readonly kind: 'role' }>['role'] | null;
  readonly sessionId: string | null;
  /** Cursor with which the latest socket was opened; null if it requested the whole history. */
  readonly cursor: number | null;
  /** Highest sequence seen in this session. */
  readonly newest: number | null;
  /** Milliseconds from the first send of the latest echoed message to its echo. */
  readonly echoMs: number | null;
  readonly framesIn: number;
  readonly framesOut: number;
  /** Messages without an echo: client event id → time of the first send. */
  readonly unconfirmed: ReadonlyMap<string, number>;
}

export const EMPTY_SUMMARY: Summary = {
  phase: 'idle',
  role: null,
  sessionId: null,
  cursor: null,
  newest: null,
  echoMs: null,
  framesIn: 0,
  framesOut: 0,
  unconfirmed: new Map(),
};

type InputEntry = Extract<TraceEntry, { readonly kind: 'input' }>;
type Draft = { -readonly [K in keyof Summary]: Summary[K] } & { unconfirmed: Map<string, number> };

export function updateSummary(summary: Summary, entry: TraceEntry): Summary {
  if (entry.kind === 'role') return { ...summary, role: entry.role };
  if (entry.kind === 'frame') {
    return entry.direction === 'in'
      ? { ...summary, framesIn: summary.framesIn + 1 }
      : { ...summary, framesOut: summary.framesOut + 1 };
  }
  const draft: Draft = { ...summary, phase: entry.phase, unconfirmed: new Map(summary.unconfirmed) };
  applyEvents(draft, entry);
  applyEffects(draft, entry);
  return draft;
}

function applyEvents(draft: Draft, { input }: InputEntry): void {
  if (input.type !== 'eventsReceived') return;
  for (const { type, sequence, custom } of input.events) {
    if (sequence !== null) draft.newest = Math.max(draft.newest ?? 0, sequence);
    const id = custom.client_event_id;
    const sentAt = type === 'USER_MESSAGE' && id !== undefined ? draft.unconfirmed.get(id) : undefined;
    if (id === undefined || sentAt === undefined) continue;
    draft.echoMs = input.at - sentAt;
    draft.unconfirmed.delete(id);
  }
}

function applyEffects(draft: Draft, { input, effects }: InputEntry): void {
  for (const effect of effects) {
    if (effect.type === 'openSocket') {
      // Starts at the cursor, because an earlier page load may have received the events before it.
      if (effect.sessionId !== draft.sessionId) draft.newest = effect.cursor;
      draft.sessionId = effect.sessionId;
      draft.cursor = effect.cursor;
    } else if (effect.type === 'sendFrame' && effect.event.type === 'USER_MESSAGE') {
      const id = effect.event.custom?.client_event_id;
      if (id !== undefined && !draft.unconfirmed.has(id)) draft.unconfirmed.set(id, input.at);
    }
  }
}
