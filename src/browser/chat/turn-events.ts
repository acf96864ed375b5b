/**
 * Turns of a Chat conversation as events of a session, as the platform sends them over a socket. Chat has no sequences: the turn's number gives each
 * event its own, so that an answer and a look-up of the same turn give the same events.
 */

import { CLIENT_EVENT_ID } from '../../protocol/events.ts';

/** A turn: the visitor's words, which are empty in the first turn, and the agent's reply. */
export interface ChatTurn {
  readonly user: string;
  readonly agent: string;
  /** The client's id of the message, if this page has sent it. */
  readonly clientId?: string;
}

/** How a conversation ends. */
export interface ChatEnd {
  readonly reason: 'NATURAL_END' | 'USER_END' | 'USER_ABANDONED';
  readonly handoff?: ChatHandoff | undefined;
}

export interface ChatHandoff {
  readonly destination: string;
  readonly reason: string;
}

/** Seconds between two looks whether the broker can be reached. */
const HEARTBEAT_SECONDS = 60;
/** Largest message, beside its id. */
const MAX_MESSAGE_BYTES = 16_384;
/** Sequence of the greeting. Each later turn has two sequences. */
const GREETING = 4;

/** Number of the last turn up to a cursor; -1 if the cursor is before the greeting. */
export const turnAt = (cursor: number | null): number =>
  cursor === null || cursor < GREETING ? -1 : Math.floor((cursor - GREETING) / 2);

export interface TurnEvents {
  /** Events of every session before its first turn. */
  beginning(): object[];
  /** Events of one turn. An empty reply keeps its sequence. */
  turn(number: number, turn: ChatTurn): object[];
  /** Events after the last turn. */
  end(lastTurn: number, end: ChatEnd): object[];
}

/** `now` returns milliseconds since 1970. */
export function createTurnEvents(sessionId: string, now: () => number): TurnEvents {
  const event = (sequence: number, type: string, payload: object, custom?: object): object => ({
    id: `${sessionId}-${sequence}-${type}`,
    sequence,
    timestamp: new Date(now()).toISOString(),
    type: `EVENT_TYPE_${type}`,
    payload,
    ...(custom && { metadata: { custom } }),
  });
  const capabilities = {
    streaming: false,
    max_message_size_bytes: MAX_MESSAGE_BYTES,
    heartbeat_interval_seconds: HEARTBEAT_SECONDS,
  };
  return {
    beginning: () => [
      event(1, 'SESSION_START', { capabilities }),
      event(2, 'REQUEST_SERVICE_AGENT_JOIN', {}),
      event(3, 'SERVICE_AGENT_JOINED', {}),
    ],
    turn(number, { user, agent, clientId }) {
      const place = GREETING + 2 * number;
      const own = clientId === undefined ? undefined : { [CLIENT_EVENT_ID]: clientId };
      const said = number > 0 ? [event(place - 1, 'USER_MESSAGE', { text: user, message_id: '' }, own)] : [];
      const reply = agent.trim()
        ? event(place, 'SERVICE_AGENT_MESSAGE', { message_id: `${sessionId}-${place}`, text: agent })
        : event(place, 'SILENCE', {});
      return [...said, reply];
    },
    end(lastTurn, { reason, handoff }) {
      const place = GREETING + 2 * Math.max(0, lastTurn) + 1;
      if (!handoff) return [event(place, 'SESSION_END', { reason: `REASON_${reason}` })];
      const required = { reason: handoff.reason, route: handoff.destination };
      return [
        event(place, 'CLIENT_HANDOFF_REQUIRED', required),
        event(place + 1, 'SESSION_END', { reason: `REASON_${reason}` }),
      ];
    },
  };
}
