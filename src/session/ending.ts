/** How a conversation ends: by the visitor, by the platform, or by being replaced with a new one. */

import type { TimerKey } from './effect.ts';
import { type SessionState, SILENT } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import type { EndReason } from './timeline.ts';
import { END_ANSWER_MS } from './timings.ts';
import { interruptStreams } from './view.ts';

const ALL_TIMERS: readonly TimerKey[] = [
  'retry',
  'receipt',
  'listen',
  'heartbeat',
  'pong',
  'stable',
  'rejoin',
  'ending',
  'idle',
  'agentTyping',
  'liveTyping',
  'ownTyping',
  'gap',
  'hole',
  'silence',
];

/** Over: no socket, no timer, nothing under way. What was not confirmed stays visible, as failed, for the visitor to decide. */
export function finish(state: SessionState, reason: EndReason, at: number): Next {
  if (state.phase.name === 'ended') return next(state);
  const halted = halt(state);
  const over: SessionState = { ...halted[0], phase: { name: 'ended', reason, at } };
  const failed = over.outbox.filter(entry => entry.status !== 'failed');
  const ended: SessionState = { ...over, outbox: over.outbox.map(entry => ({ ...entry, status: 'failed' })) };
  return [
    ended,
    [
      ...halted[1],
      ...failed.map(entry => ({
        type: 'emit' as const,
        event: { name: 'delivery' as const, detail: { id: entry.id, status: 'failed' as const } },
      })),
      { type: 'emit', event: { name: 'ended', detail: { reason } } },
    ],
  ];
}

/** Stops everything that runs, whatever the phase. */
export function halt(state: SessionState): Next {
  const view = interruptStreams(state.conversation.view);
  const stopped: SessionState = {
    ...state,
    conversation: { ...state.conversation, view },
    typing: SILENT,
    ending: false,
    idle: { ...state.idle, askedAt: null },
    // A higher attempt: answers to anything that is still under way are ignored.
    link: {
      ...state.link,
      attempt: state.link.attempt + 1,
      openedAt: null,
      ping: null,
      failures: 0,
      refusals: 0,
      trial: null,
    },
  };
  return next(stopped, ...ALL_TIMERS.map(key => ({ type: 'clearTimer' as const, key })), {
    type: 'closeSocket',
    attempt: state.link.attempt,
  });
}

/** The visitor ends: the platform is asked when a socket is open; otherwise it ends here, and the platform's session times out. */
export function endRequested(state: SessionState, at: number): Next {
  const { name } = state.phase;
  if (name === 'idle' || name === 'ended') return next(state);
  if (state.link.openedAt === null) return finish(state, 'user-end', at);
  return next(
    { ...state, ending: true },
    { type: 'sendFrame', attempt: state.link.attempt, event: { type: 'USER_END_SESSION' } },
    { type: 'setTimer', key: 'ending', ms: END_ANSWER_MS },
  );
}

export function endUnanswered(state: SessionState, at: number): Next {
  return state.ending ? finish(state, 'user-end', at) : next(state);
}

/** The platform said SESSION_END. */
export function endedByPlatform(state: SessionState, at: number): Next {
  const reason = state.conversation.view.ended;
  return reason ? andThen(next(state), now => finish(now, reason, at)) : next(state);
}
