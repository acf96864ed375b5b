/** What the platform says, in the order in which it must be taken: transcript, receipts, cursor, typing signs, replay's end, consequences. */

import { classifySystemMessage } from '../protocol/catalogue.ts';
import { CLIENT_EVENT_ID, type ServerEvent } from '../protocol/events.ts';
import { renewSession } from './attempts.ts';
import { foldEvents, lastSequence, unbrokenUpTo } from './conversation.ts';
import type { Effect } from './effect.ts';
import { endedByPlatform } from './ending.ts';
import { heardLife } from './idle.ts';
import type { InputOf } from './input.ts';
import { checkJoin, resumeConversation } from './joining.ts';
import { dropSocket, isOpen } from './link.ts';
import { confirm, hasUnconfirmed, listenMs, pump, requeueMissing } from './outbox.ts';
import type { PublicEvent } from './public-event.ts';
import type { SessionState } from './state.ts';
import { andThen, type Next, next } from './step.ts';
import { hasGap } from './stream.ts';
import type { MessageItem } from './timeline.ts';
import { GAP_HOLD_MS, HOLE_MS, STREAM_SILENCE_MS } from './timings.ts';
import { heardTyping } from './typing.ts';

export function eventsReceived(state: SessionState, input: InputOf<'eventsReceived'>): Next {
  if (!isOpen(state) || !state.session) return next(state);
  const { events, at } = input;
  const folded = foldEvents(state.conversation, events);
  const heard: SessionState = {
    ...state,
    conversation: folded.conversation,
    session: { ...state.session, lastActivityAt: at },
  };
  // The page heard of the visitor's own messages when they were sent; those of other tabs and devices are news.
  const own = new Set(state.outbox.map(entry => entry.id));
  const news = folded.finished.filter(item => item.from !== 'user' || !own.has(item.id));
  let step = confirm(heard, folded.fresh, at);
  step = andThen(step, now => joinEchoed(now, folded.fresh, at));
  step = andThen(step, now => announce(now, news, folded.fresh));
  step = andThen(step, now => moveCursor(now, state));
  for (const event of events) step = andThen(step, now => heardTyping(now, event));
  step = andThen(step, now => heardLife(now, folded.fresh, at));
  step = andThen(step, now => watchStreams(now, state));
  for (const event of events) step = andThen(step, now => heartbeatEchoed(now, event, at));
  return andThen(step, now => react(now, folded.fresh, at));
}

function joinEchoed(state: SessionState, fresh: readonly ServerEvent[], at: number): Next {
  const { session } = state;
  if (!session || session.joinSentAt === null || !fresh.some(event => event.type === 'REQUEST_AGENT_JOIN')) {
    return next(state);
  }
  // Only a live echo tells how slow this platform is.
  const tookMs = state.phase.name === 'joining' ? at - session.joinSentAt : 0;
  const slowestEchoMs = Math.max(session.slowestEchoMs, tookMs);
  return next(
    { ...state, session: { ...session, joinSentAt: null, slowestEchoMs } },
    { type: 'clearTimer', key: 'receipt' },
  );
}

/**
 * The cursor is the sequence up to which nothing can be missing. Live it moves with every event, but not past a hole; in a replay it
 * stays, because a replay may come out of order or be cut in the middle (docs/RULES.md, C1 to C3).
 */
function moveCursor(state: SessionState, before: SessionState): Next {
  const { phase, session, conversation } = state;
  if (!session || (phase.name === 'replaying' && !phase.listening)) return next(state);
  const last = lastSequence(conversation);
  const cursor = session.gapsNormal ? last : unbrokenUpTo(conversation, session.cursor);
  if (cursor === session.cursor && cursor === last) return next(state);
  const moved = { ...state, session: { ...session, cursor } };
  if (cursor === last) return next(moved, { type: 'clearTimer', key: 'hole' });
  // The wait begins with the hole, and what else arrives behind it does not prolong it.
  const waits = cursor === session.cursor && lastSequence(before.conversation) !== session.cursor;
  return waits ? next(moved) : next(moved, { type: 'setTimer', key: 'hole', ms: HOLE_MS });
}

function heartbeatEchoed(state: SessionState, event: ServerEvent, at: number): Next {
  const marker = event.type === 'HEARTBEAT' ? event.custom[CLIENT_EVENT_ID] : undefined;
  if (marker === undefined) return next(state);
  const { phase } = state;
  const answered: Next =
    marker === state.link.ping
      ? next({ ...state, link: { ...state.link, ping: null } }, { type: 'clearTimer', key: 'pong' })
      : next(state);
  const ends = phase.name === 'replaying' && !phase.listening && phase.marker === marker;
  return ends ? andThen(answered, now => replayEnded(now, marker, at)) : answered;
}

/** Nothing can be missing up to here. What is unconfirmed may still be on its way through the platform: listen before sending it again. */
function replayEnded(state: SessionState, marker: string, at: number): Next {
  const { session, conversation } = state;
  if (!session) return next(state);
  const cursor = lastSequence(conversation);
  // What the history itself lacks was never there.
  const gapsNormal = session.gapsNormal || unbrokenUpTo(conversation, session.cursor) !== cursor;
  const phase = { name: 'replaying', marker, listening: true } as const;
  const settled: SessionState = { ...state, phase, session: { ...session, cursor, gapsNormal } };
  if (!hasUnconfirmed(state)) return listened(settled, at);
  return next(settled, { type: 'setTimer', key: 'listen', ms: listenMs(session) });
}

/** The history lacks what is still unconfirmed: it may be sent again. */
export function listened(state: SessionState, at: number): Next {
  if (state.phase.name !== 'replaying') return next(state);
  if (state.conversation.view.ended) return endedByPlatform(state, at);
  return andThen(requeueMissing(state), now => resumeConversation(now, at));
}

// ---------------------------------------------------------------- what the page hears

function announce(state: SessionState, finished: readonly MessageItem[], fresh: readonly ServerEvent[]): Next {
  const effects: Effect[] = [];
  const emit = (event: PublicEvent) => effects.push({ type: 'emit', event });
  for (const { id, from, text } of finished) emit({ name: 'message', detail: { id, from, text } });
  for (const event of fresh) for (const told of publicEventsOf(event, state)) emit(told);
  const others = finished.filter(item => item.from !== 'user').length;
  if (state.panelOpen || others === 0) return next(state, ...effects);
  const unread = state.unread + others;
  emit({ name: 'unread', detail: { count: unread } });
  return next({ ...state, unread }, ...effects);
}

function publicEventsOf(event: ServerEvent, state: SessionState): readonly PublicEvent[] {
  const { handoff } = state.conversation.view;
  switch (event.type) {
    case 'SYSTEM_MESSAGE': {
      const { id, message: text, level } = event;
      const told: PublicEvent = { name: 'message', detail: { id, from: 'system', text } };
      const code = classifySystemMessage(text)?.kind ?? (level === 'error' ? 'system_error' : undefined);
      return code ? [told, { name: 'error', detail: { code, message: text } }] : [told];
    }
    case 'CLIENT_HANDOFF_REQUIRED': {
      const { reason = '', queueName = '', route = '' } = event;
      return [
        { name: 'handoff', detail: { stage: 'client' } },
        { name: 'handoff-required', detail: { reason, queueName, route } },
      ];
    }
    case 'AGENT_TRIGGERED_HANDOFF':
    case 'HANDOFF_ACCEPTED':
    case 'HANDOFF_QUEUE_STATUS':
    case 'HANDOFF_FAILED':
    case 'HANDOFF_TIMEOUT':
    case 'LIVE_AGENT_JOINED':
    case 'LIVE_AGENT_LEFT':
      return handoff ? [{ name: 'handoff', detail: { stage: STAGES[event.type] } }] : [];
    case 'LANGUAGE_CHANGED':
      return [{ name: 'language', detail: { code: event.languageCode } }];
    default:
      return [];
  }
}

const STAGES = {
  AGENT_TRIGGERED_HANDOFF: 'asked',
  HANDOFF_ACCEPTED: 'accepted',
  HANDOFF_QUEUE_STATUS: 'queue',
  HANDOFF_FAILED: 'failed',
  HANDOFF_TIMEOUT: 'timeout',
  LIVE_AGENT_JOINED: 'joined',
  LIVE_AGENT_LEFT: 'left',
} as const;

// ---------------------------------------------------------------- consequences

function react(state: SessionState, fresh: readonly ServerEvent[], at: number): Next {
  const { phase, conversation } = state;
  // Judged at the replay's end: what stands in a half-read history may have been put right further down.
  if (phase.name === 'replaying') return next(state);
  if (conversation.view.ended) return endedByPlatform(state, at);
  if (fresh.some(saysSessionIsGone)) return andThen(dropSocket(state, at), now => renewSession(now, at));
  return andThen(checkJoin(state, fresh, at), now => pump(now, at));
}

function saysSessionIsGone(event: ServerEvent): boolean {
  return event.type === 'SYSTEM_MESSAGE' && classifySystemMessage(event.message)?.remedy === 'new_session';
}

/** Replies with a gap are revealed, and replies that fall silent are closed, after a while; every piece starts the wait anew. */
function watchStreams(state: SessionState, before: SessionState): Next {
  const { streams } = state.conversation.view;
  if (streams === before.conversation.view.streams) return next(state);
  const open = Object.values(streams);
  const gap = open.some(stream => hasGap(stream) && !stream.revealed);
  return next(
    state,
    gap ? { type: 'setTimer', key: 'gap', ms: GAP_HOLD_MS } : { type: 'clearTimer', key: 'gap' },
    open.length > 0
      ? { type: 'setTimer', key: 'silence', ms: STREAM_SILENCE_MS }
      : { type: 'clearTimer', key: 'silence' },
  );
}
