/** Trace entries as a running chat makes them, in short. */

import type { TraceEntry } from '../../src/entries/index.ts';

type InputEntry = Extract<TraceEntry, { readonly kind: 'input' }>;
type Effects = InputEntry['effects'];

export const SESSION = '11111111-2222-4333-8444-555555555555';

export function frame(direction: 'in' | 'out', event: unknown, at = 0): TraceEntry {
  return { kind: 'frame', at, direction, text: typeof event === 'string' ? event : JSON.stringify(event) };
}

export function input(
  what: InputEntry['input'],
  phase: InputEntry['phase'] = 'active',
  effects: Effects = [],
): TraceEntry {
  return { kind: 'input', input: what, phase, effects };
}

export function opening(sessionId = SESSION, cursor: number | null = null, at = 0): TraceEntry {
  return input({ type: 'sessionCreated', attempt: 1, sessionId, at }, 'connecting', [
    { type: 'openSocket', attempt: 1, sessionId, cursor },
  ]);
}

/** The machine hands a message to the socket. */
export function sending(id: string, at: number): TraceEntry {
  return input({ type: 'sendRequested', id, text: 'Hello', at }, 'active', [
    {
      type: 'sendFrame',
      attempt: 1,
      event: { type: 'USER_MESSAGE', text: 'Hello', custom: { client_event_id: id } },
    },
  ]);
}

/** The platform's receipt for it. */
export function echo(id: string, sequence: number, at: number): TraceEntry {
  return input({
    type: 'eventsReceived',
    attempt: 1,
    at,
    events: [
      {
        type: 'USER_MESSAGE',
        id: `event-${sequence}`,
        sequence,
        timestamp: at,
        custom: { client_event_id: id },
        text: 'Hello',
        messageId: 'm',
      },
    ],
  });
}
