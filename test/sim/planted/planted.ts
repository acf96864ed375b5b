/**
 * Faults planted in the machine; each one has happened in a real client or could. The simulator must find every one of them: a check that
 * cannot fail proves nothing. For faults in the ports see planted-ports.ts.
 */

import { CLIENT_EVENT_ID, type ServerEvent } from '../../../src/protocol/events.ts';
import type { Effect } from '../../../src/session/state/effects.ts';
import type { Input } from '../../../src/session/state/inputs.ts';
import type { OutboxEntry, SessionState } from '../../../src/session/state/state.ts';
import { lastSequence } from '../../../src/session/transcript/event-log.ts';
import { transition } from '../../../src/session/transition.ts';

type Machine = typeof transition;
type Result = ReturnType<Machine>;

/** Runs the real machine, then changes its result. */
const after =
  (spoil: (result: Result, before: SessionState, input: Input) => Result): Machine =>
  (state, input) =>
    spoil(transition(state, input), state, input);

/** Changes the input, then runs the real machine. */
const before =
  (spoil: (input: Input, state: SessionState) => Input): Machine =>
  (state, input) =>
    transition(state, spoil(input, state));

function frame({ link: { attempt } }: SessionState, { id, text }: OutboxEntry): Effect {
  return { type: 'sendFrame', attempt, event: { type: 'USER_MESSAGE', text, custom: { [CLIENT_EVENT_ID]: id } } };
}

function resend(state: SessionState): Effect[] {
  return state.outbox.filter(entry => entry.status === 'inflight').map(entry => frame(state, entry));
}

function withEvents(input: Input, change: (events: readonly ServerEvent[]) => readonly ServerEvent[]): Input {
  return input.type === 'eventsReceived' ? { ...input, events: change(input.events) } : input;
}

const moveCursor = ([state, effects]: Result, to: (cursor: number) => number): Result => {
  const { session } = state;
  if (!session || session.cursor === null) return [state, effects];
  return [{ ...state, session: { ...session, cursor: to(session.cursor) } }, effects];
};

/** Makes the socket look as if it had opened only just now. */
function neverOld(state: SessionState, at: number): SessionState {
  const { openedAt } = state.link;
  return openedAt === null ? state : { ...state, link: { ...state.link, openedAt: Math.max(openedAt, at - 9_000) } };
}

export const PLANTED_IN_MACHINE: Readonly<Record<string, Machine>> = {
  'the cursor is moved by a half-read replay': after(([state, effects], _, input) => {
    const { session } = state;
    if (input.type !== 'eventsReceived' || !session) return [state, effects];
    return [{ ...state, session: { ...session, cursor: lastSequence(state.conversation) } }, effects];
  }),

  'a message is sent again on a timer': (state, input) =>
    input.type === 'timerFired' && input.key === 'receipt' && state.phase.name === 'active'
      ? [state, [...resend(state), { type: 'setTimer', key: 'receipt', ms: 5_000 }]]
      : transition(state, input),

  'a heartbeat echo is taken as proof that the message was dropped': after(([state, effects], _, input) => {
    const beat = input.type === 'eventsReceived' && input.events.some(event => event.type === 'HEARTBEAT');
    return [state, beat && state.phase.name === 'active' ? [...effects, ...resend(state)] : effects];
  }),

  'a message is sent again before the replay ends': after(([state, effects], _, input) => [
    state,
    input.type === 'socketOpened' ? [...effects, ...resend(state)] : effects,
  ]),

  "a message is sent again at the replay's end, without listening on": after(([state, effects]) => [
    state,
    effects.map(effect => (effect.type === 'setTimer' && effect.key === 'listen' ? { ...effect, ms: 0 } : effect)),
  ]),

  'messages with the same text count as one': before((input, state) =>
    withEvents(input, events => {
      const known = new Set(state.conversation.log.flatMap(each => (each.type === 'USER_MESSAGE' ? [each.text] : [])));
      return events.filter(event => event.type !== 'USER_MESSAGE' || !known.has(event.text));
    }),
  ),

  'what a tab sees is not heard': after(([state, effects], { sight }, input) => [
    input.type === 'looked' ? { ...state, sight } : state,
    effects,
  ]),

  'the cursor is one too high': after((result, _, input) =>
    input.type === 'socketClosed' ? moveCursor(result, cursor => cursor + 1) : result,
  ),

  'the join request goes out before the history is read': after(([state, effects], _, input) => {
    if (input.type !== 'socketOpened') return [state, effects];
    const event = { type: 'REQUEST_AGENT_JOIN' } as const;
    return [state, [...effects, { type: 'sendFrame', attempt: state.link.attempt, event }]];
  }),

  'an echo is matched by order': before((input, state) =>
    withEvents(input, events => {
      const first = state.outbox.find(entry => entry.status !== 'failed')?.id;
      if (first === undefined) return events;
      return events.map(event =>
        event.type === 'USER_MESSAGE' ? { ...event, custom: { [CLIENT_EVENT_ID]: first } } : event,
      );
    }),
  ),

  'pieces of a reply are joined as they arrive': before((input, state) =>
    withEvents(input, events => {
      const next = new Map<string, number>();
      return events.map(event => {
        if (event.type !== 'AGENT_MESSAGE_CHUNK') return event;
        const known = state.conversation.log.filter(each => 'messageId' in each && each.messageId === event.messageId);
        const chunkIndex = next.get(event.messageId) ?? known.length + 1;
        next.set(event.messageId, chunkIndex + 1);
        return { ...event, chunkIndex };
      });
    }),
  ),

  'every event counts, however often it is heard': before(input =>
    withEvents(input, events =>
      events.map((event, place) =>
        event.type === 'USER_MESSAGE' ? { ...event, id: `${event.id}-${input.at}-${place}` } : event,
      ),
    ),
  ),

  'what was under way when the socket broke is forgotten': after(([state, effects], _, input) => [
    input.type === 'socketClosed'
      ? { ...state, outbox: state.outbox.filter(entry => entry.status !== 'inflight') }
      : state,
    effects,
  ]),

  'two messages are under way at a time': after(([state, effects], _, input) => {
    const waiting = state.outbox.find(entry => entry.status === 'queued');
    if (input.type !== 'sendRequested' || state.phase.name !== 'active' || !waiting) return [state, effects];
    const { id, text } = waiting;
    const event = { type: 'USER_MESSAGE', text, custom: { [CLIENT_EVENT_ID]: id } } as const;
    const outbox = state.outbox.map(entry =>
      entry === waiting ? { ...entry, status: 'inflight' as const, sends: 1, lastSentAt: input.at } : entry,
    );
    return [{ ...state, outbox }, [...effects, { type: 'sendFrame', attempt: state.link.attempt, event }]];
  }),

  'nothing is done about a heartbeat that stays unanswered': (state, input) =>
    input.type === 'timerFired' && input.key === 'pong' ? [state, []] : transition(state, input),

  'a pause is never ended by the network coming back': (state, input) =>
    input.type === 'online' ? [{ ...state, online: true }, []] : transition(state, input),

  'a message is sent before it is written': (state, input) => {
    if (input.type !== 'sendRequested') return transition(state, input);
    const [{ writeAhead: _, ...next }, effects] = transition({ ...state, writeAhead: false }, input);
    return [{ ...next, writeAhead: state.writeAhead }, [...effects, { type: 'persist', urgent: true }]];
  },

  'what was not sent is lost on reload': before(input =>
    input.type === 'took' ? { ...input, own: { ...input.own, outbox: [] } } : input,
  ),

  'what was being written is lost on reload': before(input =>
    input.type === 'took' ? { ...input, own: { ...input.own, draft: '' } } : input,
  ),

  'what was kept is sent again, and the history not read': after(
    ([state, effects], { link, session, outbox }, input) => {
      const first = input.type === 'socketOpened' && link.pings === 0 && session?.cursor != null;
      if (!first) return [state, effects];
      return [
        state,
        [...effects, ...outbox.filter(entry => entry.status !== 'failed').map(entry => frame(state, entry))],
      ];
    },
  ),

  'the join request is sent again after a reload, without listening': after(([state, effects], _, input) => {
    const { session } = state;
    return [
      input.type === 'restored' && session ? { ...state, session: { ...session, joinSentAt: null } } : state,
      effects,
    ];
  }),

  'what another tab has left is sent without looking': after(([state, effects], _, input) => {
    if (input.type !== 'took') return [state, effects];
    const outbox = state.outbox.map(entry =>
      entry.status === 'inflight' ? { ...entry, status: 'queued' as const } : entry,
    );
    return [{ ...state, outbox }, effects];
  }),

  'any tab may ask for an agent at any time': (state, input) => {
    const [{ joinRight: _, ...next }, effects] = transition({ ...state, joinRight: null }, input);
    return [{ ...next, joinRight: state.joinRight }, effects];
  },

  'that the visitor has ended it is lost on reload': before(input =>
    input.type === 'restored' ? { ...input, snapshot: { ...input.snapshot, ending: false } } : input,
  ),

  'pauses do not grow': after(([state, effects]) => [
    state,
    effects.map(effect => (effect.type === 'setTimer' && effect.jitter ? { ...effect, ms: 1_000 } : effect)),
  ]),

  'failures are never forgiven': (state, input) =>
    input.type === 'timerFired' && input.key === 'stable' ? [state, []] : transition(neverOld(state, input.at), input),

  'a pause that was asked for is cut short': before(input =>
    'failure' in input ? { ...input, failure: { kind: input.failure.kind } } : input,
  ),

  'a session that was lost with its platform has expired': (state, input) =>
    input.type === 'probed' && input.status === 404 && state.session
      ? transition({ ...state, session: { ...state.session, lastActivityAt: 0 } }, input)
      : transition(state, input),

  'what a lost session may have taken is not said again in the next': after(([state, effects], before) => {
    if (before.session === null || state.session !== null) return [state, effects];
    const doubtful = before.outbox.filter(({ status }) => status === 'inflight').map(({ id }) => id);
    return [{ ...state, outbox: state.outbox.filter(({ id }) => !doubtful.includes(id)) }, effects];
  }),

  'attempts are made while there is no network': (state, input) =>
    input.type === 'offline' ? [state, []] : transition(state, input),
};
