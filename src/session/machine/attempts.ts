/**
 * Steps towards a connection, and the reactions to a failed one: the next attempt, the pause before it, giving up, starting over. Events that make a
 * step necessary are in connection.ts.
 */

import { SESSION_IDLE_MS } from '../../protocol/limits.ts';
import type { ConnectionCode, SessionState, Step } from '../state/state.ts';
import { emit, stop, type Turn, timer } from '../state/step.ts';
import {
  BACKOFF_FIRST_MS,
  BACKOFF_MAX_MS,
  END_ANSWER_MS,
  MAX_AUTO_SESSIONS,
  OFFLINE_MS,
  TICKET_LIFE_MS,
} from '../state/timeouts.ts';
import { emptyConversation } from '../transcript/event-log.ts';
import { dropToken, finish } from './ending.ts';
import { breakOff } from './message-events.ts';
import { forNewSession, isInflight } from './outbox.ts';

/**
 * Begins a step, or a step that must come before it. Each step is a new attempt with a new number, by which answers to older attempts are
 * recognised.
 */
export function begin(turn: Turn, step: Step): void {
  if (turn.frozen) {
    pause(turn, step);
    return;
  }
  const { link, session, effects } = turn;
  const { trial, pause: asked } = link;
  // If now is before `from`, the clock was set back: the rest of the pause is unknown, so the pause is dropped.
  if (asked && turn.at >= asked.from && turn.at < asked.until) {
    wait(turn, step, asked.code, asked.until);
    return;
  }
  link.pause = null;
  link.attempt += 1;
  const { attempt } = link;
  // A reload returns to a session only with a valid ticket. If the ticket is old, a new session begins with a new token and ticket.
  const stale = !session && turn.at - link.ticketAt > TICKET_LIFE_MS;
  if (link.tokenExpiresAt !== null && (stale || turn.at >= link.tokenExpiresAt)) dropToken(turn);
  const creates = step === 'create' || !session || trial?.stage === 'creating';
  if (!creates && isExpired(turn)) {
    // The platform ends a session after ten minutes without heartbeats, so connecting would be refused.
    finish(turn, 'expired');
  } else if (!link.authorized) {
    turn.phase = { name: 'authorizing' };
    effects.push({ type: 'fetchToken', attempt });
  } else if (creates) {
    turn.phase = { name: 'creating' };
    effects.push({ type: 'createSession', attempt, ...(link.overChat && { chat: true }) });
  } else {
    const { id, cursor } = trial?.stage === 'opening' ? trial.session : session;
    turn.phase = { name: 'connecting' };
    const chat = session?.chat && (link.chat ?? undefined);
    effects.push({
      type: 'openSocket',
      attempt,
      sessionId: id,
      cursor,
      ...(chat && { chat, inDoubt: turn.outbox.some(isInflight), items: turn.conversation.view.items }),
    });
  }
}

/** Returns true if nothing has arrived for ten minutes: the platform ends such a session. */
export function isExpired({ session, at }: Turn): boolean {
  return session !== null && at - session.lastActivityAt > SESSION_IDLE_MS;
}

/**
 * Pauses before the next attempt: exponential backoff with jitter, 1, 2, 4, 8, 16 and then 30 seconds (timeouts.ts).
 *
 * - A pause that broker or platform asks for (`Retry-After`, 429) is kept in full and without jitter. All attempts wait for its end, whatever
 * their reason.
 * - The machine gives up after more than `maxReconnectAttempts` failures in a row, a number that the platform sets. A socket that works for ten
 * seconds resets the count (`stable` in heartbeat.ts).
 * - Without a network, attempts are few and do not count. A frozen page makes none.
 * - A pause ends when its time is over (`retryDue`), when the page wakes up or the network comes back (`wakeUp`), or when the visitor presses
 * "Try again" (`reconnect`; all in connection.ts).
 *
 * Failures that would happen again, such as a refused origin, give up at once (`callFailed` and `socketClosed` in connection.ts).
 */
export function backOff(turn: Turn, step: Step, code: ConnectionCode, retryAfterMs = 0): void {
  const { link, conversation } = turn;
  const pauseMs = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** link.failures);
  // Adds jitter to Natter's own pauses only: visitors should not all return at the same moment.
  const asked = retryAfterMs > 0 || code === 'rate_limited';
  const until = turn.at + Math.max(pauseMs, retryAfterMs);
  link.pause = asked ? { code, from: turn.at, until } : null;
  if (!turn.online || turn.frozen) {
    link.failures ||= 1;
    pause(turn, step);
    return;
  }
  link.failures += 1;
  if (link.failures > conversation.view.capabilities.maxReconnectAttempts) giveUp(turn, step, code);
  else {
    // A single lost socket is common, and the connection is usually restored at once. Reports the loss only if the reconnect fails as well.
    if (code !== 'connection_lost') report(turn, code);
    wait(turn, step, code, until, asked ? undefined : true);
  }
}

function wait(turn: Turn, step: Step, code: ConnectionCode, until: number, jitter?: true): void {
  turn.phase = { name: 'waiting', step, code, until };
  timer(turn, 'retry', until - turn.at, jitter);
}

/** Waits while the page is frozen or offline. Offline it still makes a few attempts, because some browsers wrongly report no network. */
export function pause(turn: Turn, step: Step): void {
  if (turn.frozen) {
    turn.phase = { name: 'waiting', step, code: turn.online ? 'connection_lost' : 'offline', until: null };
    stop(turn, 'retry');
  } else wait(turn, step, 'offline', turn.at + OFFLINE_MS);
  if (turn.ending) timer(turn, 'ending', END_ANSWER_MS);
}

/** Stops trying until the visitor asks to try again, or the network comes back. */
export function giveUp(turn: Turn, step: Step, code: ConnectionCode): void {
  // The request to end could not be sent. The platform will end the session after its timeout.
  if (turn.ending) {
    finish(turn, 'user-end');
    return;
  }
  turn.phase = { name: 'failed', code, step };
  report(turn, code);
}

/** Replaces a session that the platform no longer knows. */
export function renewSession(turn: Turn): void {
  if (turn.ending) {
    finish(turn, 'user-end');
    return;
  }
  closeSession(turn);
  if (turn.link.autoSessions > MAX_AUTO_SESSIONS) giveUp(turn, 'create', 'session_rejected');
  else begin(turn, 'create');
}

/** Leaves the session: its transcript stays above a divider, and unconfirmed messages wait for the next session. */
export function closeSession(turn: Turn): void {
  const { link } = turn;
  breakOff(turn);
  turn.past = archived(turn);
  turn.conversation = emptyConversation();
  // Message ids are unique within a session only.
  turn.unfinished = [];
  turn.session = null;
  turn.generation = Math.max(turn.generation + 1, turn.at);
  turn.anew = false;
  turn.outbox = forNewSession(turn.outbox);
  link.autoSessions += 1;
  link.refusals = 0;
  link.trial = null;
}

/** Number of items kept from earlier sessions. All are rendered with each page load and written with each change. */
const MAX_PAST = 1_000;

/**
 * Returns all items so far, followed by a divider. Their keys get the session id as a prefix, because they must never equal keys of the next
 * session.
 */
function archived({ past, session, conversation: { view } }: Turn): SessionState['past'] {
  const last = view.items.at(-1);
  if (!last) return past;
  const era = `${session?.id}/`;
  const kept = view.items.map(item => ({ ...item, key: era + item.key }));
  return [...past, ...kept, { kind: 'mark', mark: 'divider', key: `${era}divider`, at: last.at } as const].slice(
    -MAX_PAST,
  );
}

/** Messages for developers, printed to the console. docs/TROUBLESHOOTING.md explains each code. */
const WORDS: Readonly<Record<ConnectionCode, string>> = {
  offline: 'No network.',
  broker_unreachable: 'No answer from the broker. Check data-broker.',
  broker_misconfigured: 'No Natter broker answers. Check data-broker.',
  origin_not_allowed: 'Add this origin to NATTER_ALLOWED_ORIGINS.',
  challenge_required: 'The broker refused the proof.',
  token_refused: 'The platform refused the broker.',
  rate_limited: 'Too many requests.',
  service_unavailable: 'The platform is unavailable.',
  platform_unreachable: 'No answer from the platform. Check connect-src.',
  platform_unsafe: 'NATTER_PLATFORM_URL is not https.',
  session_refused: 'The platform refused the session.',
  session_rejected: 'The platform refused sessions.',
  socket_refused: 'The socket did not open.',
  sockets_blocked: 'WebSockets are blocked.',
  connection_lost: 'The connection broke.',
  replaced: 'Opened elsewhere.',
};

/** Reports a failure once. It is reported again only after the connection has worked in between. */
function report(turn: Turn, code: ConnectionCode): void {
  if (turn.link.reported === code) return;
  turn.link.reported = code;
  emit(turn, 'error', { code, message: WORDS[code] });
}
