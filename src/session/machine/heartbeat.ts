/** Heartbeats of the open socket, and the state that ends with the socket. Reactions to its end are in connection.ts. */

import { CLIENT_EVENT_ID } from '../../protocol/events.ts';
import { SOCKET_TIMERS } from '../state/effects.ts';
import { type SessionState, SILENT } from '../state/state.ts';
import { send, stop, type Turn, timer } from '../state/step.ts';
import { PONG_MS, STABLE_MS } from '../state/timeouts.ts';

/** Closes the socket and resets its state. Adds the connected time to the `spentMs` of the inflight message. */
export function dropSocket(turn: Turn): void {
  const { link, at } = turn;
  const { openedAt } = link;
  turn.outbox = turn.outbox.map(entry =>
    entry.status !== 'inflight' || openedAt === null
      ? entry
      : { ...entry, spentMs: entry.spentMs + at - Math.max(openedAt, entry.lastSentAt ?? 0) },
  );
  // Background timers fire late, so the `stable` timer may not have fired although the socket was stable.
  if (openedAt !== null && at - openedAt >= STABLE_MS) stable(turn);
  turn.typing = SILENT;
  link.openedAt = null;
  link.ping = null;
  stop(turn, ...SOCKET_TIMERS);
  turn.effects.push({ type: 'closeSocket' });
}

export function isOpen({ link }: SessionState): boolean {
  return link.openedAt !== null;
}

/** Sends the next heartbeat unless one is unanswered: another would delay finding out that the socket is dead. */
export function beat(turn: Turn): void {
  if (turn.link.ping === null) ping(turn);
  else timer(turn, 'heartbeat', PONG_MS);
}

/** Sends a heartbeat now, and the next one after the usual interval. */
export function ping(turn: Turn): void {
  if (!isOpen(turn)) return;
  const { link } = turn;
  link.pings += 1;
  const marker = `hb-${turn.tab}${link.attempt}-${link.pings}`;
  link.ping = marker;
  link.pingedAt = turn.at;
  send(turn, { type: 'HEARTBEAT', custom: { [CLIENT_EVENT_ID]: marker } });
  timer(turn, 'pong', PONG_MS);
  awaitBeat(turn);
}

export function awaitBeat(turn: Turn): void {
  timer(turn, 'heartbeat', turn.conversation.view.capabilities.heartbeatSeconds * 1000);
}

/**
 * Resets the count of failures once the socket has delivered the history: some networks open sockets but swallow all frames. The count of automatic
 * sessions is reset only when messages can be sent.
 */
export function stable({ link, phase }: Turn): void {
  if (phase.name === 'replaying' && !phase.listening) return;
  link.failures = 0;
  if (phase.name === 'active') link.autoSessions = 0;
  link.reported = null;
}
