/** Drives the pure machine in tests: feeds inputs, collects effects, and keeps a clock that only moves when told. */

import type { ServerEvent, ServerEventBody } from '../../src/protocol/events.ts';
import type { Effect, TimerKey } from '../../src/session/state/effects.ts';
import type { Fact, Intent } from '../../src/session/state/inputs.ts';
import type { PublicEvent } from '../../src/session/state/public-events.ts';
import {
  type Kept,
  type OwnRecord,
  readParts,
  takeSnapshot,
  writeHead,
  writeTranscript,
} from '../../src/session/state/snapshot.ts';
import { initialState, type SessionState } from '../../src/session/state/state.ts';
import { transition } from '../../src/session/transition.ts';

export const CAPABILITIES = {
  streaming: true,
  maxMessageBytes: 131_072,
  maxReconnectAttempts: 10,
  heartbeatSeconds: 30,
};

/** A persistent event with an id made from its sequence, unless told otherwise. */
export function event(
  sequence: number | null,
  body: ServerEventBody,
  custom: Record<string, string> = {},
): ServerEvent {
  return { id: `e${sequence ?? 'x'}`, sequence, timestamp: 1_000 + (sequence ?? 0), custom, ...body };
}

export function agentMessage(sequence: number, text: string, extra: Partial<ServerEvent> = {}): ServerEvent {
  const body = { attachments: [], suggestions: [], callActions: [], ...extra };
  return event(sequence, { type: 'AGENT_MESSAGE', messageId: `m${sequence}`, text, ...body } as ServerEventBody);
}

export function chunk(sequence: number, messageId: string, index: number, text: string, last = false): ServerEvent {
  return event(sequence, {
    type: 'AGENT_MESSAGE_CHUNK',
    messageId,
    text,
    chunkIndex: index,
    isComplete: last,
    attachments: [],
    suggestions: [],
    callActions: [],
  });
}

export function echo(sequence: number, clientEventId: string, text: string): ServerEvent {
  return event(sequence, { type: 'USER_MESSAGE', text, messageId: `u${sequence}` }, { client_event_id: clientEventId });
}

export const START = event(1, { type: 'SESSION_START', capabilities: CAPABILITIES });
export const JOIN_ECHO = event(2, { type: 'REQUEST_AGENT_JOIN' });
export const JOINED = event(3, { type: 'AGENT_JOINED', agentName: 'Fern' });
export const END = (sequence: number) => event(sequence, { type: 'SESSION_END', reason: 'natural-end' });

export function systemError(sequence: number, message: string): ServerEvent {
  return event(sequence, { type: 'SYSTEM_MESSAGE', level: 'error', message });
}

/** A token of its own, good for an hour, from a broker that does not probe. */
export const TOKEN = { type: 'tokenReceived', resumed: false, expiresInMs: 3_600_000, canProbe: false } as const;

export interface Machine {
  readonly state: SessionState;
  /** Effects of the last input. */
  readonly effects: readonly Effect[];
  /** Effects of all inputs so far, oldest first. */
  readonly done: readonly Effect[];
  /** Everything ever emitted. */
  readonly emitted: readonly PublicEvent[];
  /** Timers that run now. */
  readonly timers: ReadonlyMap<TimerKey, number>;
  now: number;
  feed(...inputs: readonly (Intent | Fact)[]): Machine;
  /** The frame's events on the current socket. */
  hear(...events: readonly ServerEvent[]): Machine;
  /** Echo of the heartbeat that is waiting for one. */
  pong(): Machine;
  fire(key: TimerKey): Machine;
  /** The pause before anything is sent again ends, and so does what was on its way here until then. */
  listened(): Machine;
  of<T extends Effect['type']>(type: T): Extract<Effect, { type: T }>[];
  sent(type: string): number;
  /** How often an effect was asked for since the beginning. */
  count(type: Effect['type']): number;
}

export function machine(start: SessionState = initialState()): Machine {
  const emitted: PublicEvent[] = [];
  const done: Effect[] = [];
  const timers = new Map<TimerKey, number>();
  let state = start;
  let effects: readonly Effect[] = [];
  const self: Machine = {
    get state() {
      return state;
    },
    get effects() {
      return effects;
    },
    done,
    emitted,
    timers,
    now: 1_000_000,
    feed(...inputs) {
      for (const input of inputs) {
        const [next, todo] = transition(state, { ...input, at: self.now });
        state = next;
        effects = todo;
        for (const effect of todo) note(effect);
      }
      return self;
    },
    hear: (...events) => self.feed({ type: 'eventsReceived', attempt: state.link.attempt, events }),
    pong: () => self.hear(event(null, { type: 'HEARTBEAT' }, { client_event_id: state.link.ping ?? 'none' })),
    fire(key) {
      if (!timers.delete(key)) throw new Error(`The timer "${key}" does not run.`);
      return self.feed({ type: 'timerFired', key });
    },
    listened: () => self.fire('listen').pong(),
    of: type => effects.filter(each => each.type === type) as never,
    sent: type => effects.filter(each => each.type === 'sendFrame' && each.event.type === type).length,
    count: type => done.filter(each => each.type === type).length,
  };
  function note(effect: Effect): void {
    done.push(effect);
    if (effect.type === 'setTimer') timers.set(effect.key, effect.ms);
    if (effect.type === 'clearTimer') timers.delete(effect.key);
    if (effect.type === 'emit') emitted.push(effect.event);
  }
  return self;
}

const attempt = (m: Machine) => m.state.link.attempt;

/** Machines at each station of the way to an active conversation. */
export const at = {
  idle: () => machine(),
  authorizing: () => machine().feed({ type: 'openRequested' }),
  creating() {
    const m = at.authorizing();
    return m.feed({ ...TOKEN, attempt: attempt(m) });
  },
  connecting() {
    const m = at.creating();
    return m.feed({ type: 'sessionCreated', attempt: attempt(m), sessionId: 's1' });
  },
  replaying() {
    const m = at.connecting();
    return m.feed({ type: 'socketOpened', attempt: attempt(m) });
  },
  joining: () => at.replaying().hear(START).pong(),
  active: () => at.joining().hear(JOIN_ECHO).hear(JOINED),
  waiting() {
    const m = at.active();
    return m.feed({ type: 'socketClosed', attempt: attempt(m), code: 1006, opened: true });
  },
  ended: () => at.active().hear(END(9)),
  failed() {
    const m = at.authorizing();
    return m.feed({ type: 'tokenFailed', attempt: attempt(m), failure: { kind: 'rejected' } });
  },
};

/** From `connecting` on a known session to the replay's end. */
export function reconnected(m: Machine, ...history: readonly ServerEvent[]): Machine {
  m.feed({ type: 'socketOpened', attempt: attempt(m) });
  if (history.length > 0) m.hear(...history);
  return m.pong();
}

/** As it is kept. */
export function written(m: Machine): { readonly head: string; readonly transcript: string } {
  const snapshot = takeSnapshot(m.state);
  return { head: writeHead({ snapshot, ticket: 'a-ticket' }), transcript: writeTranscript(snapshot) };
}

/** What a tab alone has. */
export function ownOf({ outbox, draft, generation }: SessionState): OwnRecord {
  return { outbox, draft, generation, at: 0 };
}

/** Another page load, which goes on from what was written, connected again. */
export function reloaded(from: Machine): Machine {
  const { snapshot } = readParts(written(from)) as Kept;
  const m = machine(initialState('conversation', true)).feed({ type: 'restored', snapshot });
  const own = ownOf(from.state);
  m.feed({ type: 'took', own }, { type: 'stored', ids: own.outbox.map(({ id }) => id) });
  m.feed({ ...TOKEN, resumed: true, attempt: attempt(m) });
  return m.feed({ type: 'socketOpened', attempt: attempt(m) });
}
