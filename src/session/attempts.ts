/**
 * Steps towards a connection and what follows when one fails: the next attempt, the pause before it, giving up, starting over.
 * What happened to make a step necessary is connection.ts.
 */

import { MAX_RECONNECT_ATTEMPTS, SESSION_IDLE_MS } from '../protocol/limits.ts';
import { emptyConversation } from './conversation.ts';
import type { Effect } from './effect.ts';
import { finish } from './ending.ts';
import { forNewSession } from './outbox.ts';
import type { ConnectionCode, SessionState, Step } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import { BACKOFF_FIRST_MS, BACKOFF_MAX_MS, MAX_AUTO_SESSIONS } from './timings.ts';

/** Begins a step; each begins a new attempt, so that answers to older ones are known as such. */
export function begin(state: SessionState, step: Step, at: number): Next {
  if (!state.online) return waitForNetwork(state, step);
  const attempt = state.link.attempt + 1;
  const link = { ...state.link, attempt, openedAt: null, ping: null };
  if (step === 'authorize' || !link.authorized) {
    return next({ ...state, link, phase: { name: 'authorizing' } }, { type: 'fetchToken', attempt });
  }
  const { trial } = link;
  if (step === 'create' || !state.session || trial?.stage === 'creating') {
    return next({ ...state, link, phase: { name: 'creating' } }, { type: 'createSession', attempt });
  }
  // Heartbeats kept it alive as long as the platform was heard; after that it is gone, and asking would only be refused.
  if (at - state.session.lastActivityAt > SESSION_IDLE_MS) return finish(state, 'expired', at);
  const { id, cursor } = trial?.stage === 'opening' ? trial.session : state.session;
  const phase = { name: 'connecting' } as const;
  return next({ ...state, link, phase }, { type: 'openSocket', attempt, sessionId: id, cursor });
}

/** Pauses before the next attempt, unless the attempts are used up. */
export function backOff(
  state: SessionState,
  step: Step,
  code: ConnectionCode,
  at: number,
  retryAfterMs?: number,
): Next {
  const failures = state.link.failures + 1;
  const limit = state.conversation.view.capabilities?.maxReconnectAttempts ?? MAX_RECONNECT_ATTEMPTS;
  const counted = { ...state, link: { ...state.link, failures } };
  if (failures > limit) return giveUp(counted, step, code);
  if (!state.online) return waitForNetwork(counted, step);
  const backoffMs = Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** (failures - 1));
  const ms = Math.max(backoffMs, retryAfterMs ?? 0);
  // A pause that the platform asked for is kept in full; our own is spread so that not all visitors come back at once.
  const timer: Effect = { type: 'setTimer', key: 'retry', ms, ...(ms === backoffMs ? { jitter: true as const } : {}) };
  const waiting: SessionState = { ...counted, phase: { name: 'waiting', step, code, until: at + ms } };
  // One lost socket is everyday life and mends itself; it is reported when coming back fails, too.
  if (code === 'connection_lost') return next(waiting, timer);
  return andThen(report(waiting, code), now => next(now, timer));
}

export function waitForNetwork(state: SessionState, step: Step): Next {
  const phase = { name: 'waiting', step, code: 'offline', until: null } as const;
  return next({ ...state, phase }, { type: 'clearTimer', key: 'retry' });
}

/** Only the visitor, or the network's return, leads out of here. */
export function giveUp(state: SessionState, step: Step, code: ConnectionCode): Next {
  return report({ ...state, phase: { name: 'failed', code, step } }, code);
}

/** The platform no longer knows this session: start over with another one. */
export function renewSession(state: SessionState, at: number): Next {
  return andThen(closeSession(state), now =>
    now.link.autoSessions > MAX_AUTO_SESSIONS ? giveUp(now, 'create', 'session_rejected') : begin(now, 'create', at),
  );
}

/** What was said stays above a divider; what was not confirmed waits for the next session. */
export function closeSession(state: SessionState): Next {
  const { link } = state;
  return next({
    ...state,
    past: archived(state),
    conversation: emptyConversation(),
    session: null,
    outbox: forNewSession(state.outbox),
    link: { ...link, autoSessions: link.autoSessions + 1, refusals: 0, trial: null },
  });
}

/** Everything said so far, closed by a divider; keys of a former session can never meet those of the next one. */
export function archived(state: SessionState): SessionState['past'] {
  const { items } = state.conversation.view;
  const last = items.at(-1);
  if (!last) return state.past;
  const era = `${state.session?.id ?? state.link.attempt}/`;
  const kept = items.map(item => ({ ...item, key: era + item.key }));
  return [...state.past, ...kept, { kind: 'mark', mark: 'divider', key: `${era}divider`, at: last.at }];
}

/** For developers, on the console; the README says more about each code. */
const WORDS: Readonly<Record<ConnectionCode, string>> = {
  offline: 'The device is offline.',
  broker_unreachable: 'No answer from the broker. Does it run at the address in data-broker?',
  broker_misconfigured: 'What answers at data-broker is not a Natter broker.',
  origin_not_allowed: 'Add the origin of this page to NATTER_ALLOWED_ORIGINS of the broker.',
  token_refused: 'The platform refused the broker, whose log says what to mend.',
  rate_limited: 'Too many requests; waiting as long as asked to.',
  service_unavailable: 'The broker cannot reach the platform; trying again.',
  platform_unreachable: 'No answer from the platform. Check connect-src of this page.',
  platform_unsafe: 'Set NATTER_PLATFORM_URL of the broker to an https address.',
  session_refused: 'The platform refused to create a session.',
  session_rejected: 'The platform rejected several sessions in a row.',
  socket_refused: 'The socket did not open; trying again.',
  connection_lost: 'The connection broke and did not come back.',
  replaced: 'The conversation was opened elsewhere.',
};

/** Tells the page once per trouble; working again makes it news again. */
function report(state: SessionState, code: ConnectionCode): Next {
  if (state.link.reported === code) return next(state);
  const told = { ...state, link: { ...state.link, reported: code } };
  return next(told, { type: 'emit', event: { name: 'error', detail: { code, message: WORDS[code] } } });
}
