/** Processes events of the platform, in this order: transcript, receipts, cursor, typing indicators, end of the replay, consequences. */

import { CLIENT_EVENT_ID, type ServerEvent } from '../../protocol/events.ts';
import { classifySystemMessage } from '../../protocol/system-messages.ts';
import type { InputOf } from '../state/inputs.ts';
import type { ErrorCode } from '../state/public-events.ts';
import type { OutboxEntry } from '../state/state.ts';
import { emit, stop, type Turn, timer } from '../state/step.ts';
import { GAP_HOLD_MS, HOLE_MS, STREAM_SILENCE_MS } from '../state/timeouts.ts';
import { hasGap } from '../transcript/chunk-stream.ts';
import { type Conversation, foldEvents, lastSequence, unbrokenUpTo } from '../transcript/event-log.ts';
import { HANDOFF_STAGES, isRepeated } from '../transcript/participants.ts';
import { oldestOpen, type View } from '../transcript/view.ts';
import { askAtLast, awaitAgent, checkJoin, resumeConversation } from './agent-join.ts';
import { renewSession } from './attempts.ts';
import { finish } from './ending.ts';
import { dropSocket, isOpen, ping } from './heartbeat.ts';
import { heardLife } from './inactivity.ts';
import { stayCut, tellInOrder } from './message-events.ts';
import {
  confirm,
  hasUnconfirmed,
  heardEcho,
  listenMs,
  noteReached,
  pump,
  requeueMissing,
  withOwnIds,
} from './outbox.ts';
import { heardTyping } from './typing.ts';

export function eventsReceived(turn: Turn, { events }: InputOf<'eventsReceived'>): void {
  const { session, outbox, conversation: before } = turn;
  if (!isOpen(turn) || !session) return;
  const { conversation, fresh, finished } = foldEvents(
    before,
    withOwnIds(turn, events).map(event => withOwnText(withoutPairs(event), outbox)),
  );
  turn.conversation = conversation;
  stayCut(turn, before.view);
  session.lastActivityAt = turn.at;
  confirm(turn, fresh);
  joinEchoed(turn, fresh);
  const { language } = before.view;
  const turned = fresh.findLast(event => event.type === 'LANGUAGE_CHANGED' && event.languageCode !== language);
  tellInOrder(turn, finished, fresh, event =>
    event === turned ? announceLanguage(turn, before) : announce(turn, event),
  );
  moveCursor(turn, before);
  for (const event of events) heardTyping(turn, event);
  heardLife(turn, fresh);
  watchStreams(turn, before);
  for (const event of events) if (event.type === 'HEARTBEAT') heartbeatEchoed(turn, event);
  react(turn, fresh);
}

/** Drops the host page's metadata from an echo, to save memory: no code reads it. */
function withoutPairs(event: ServerEvent): ServerEvent {
  for (const key in event.custom) {
    if (key === CLIENT_EVENT_ID) continue;
    const id = event.custom[CLIENT_EVENT_ID];
    return { ...event, custom: id === undefined ? {} : { [CLIENT_EVENT_ID]: id } };
  }
  return event;
}

/** Adds the text to the echo of the visitor's message. Some platforms echo messages without their text. */
function withOwnText(event: ServerEvent, outbox: readonly OutboxEntry[]): ServerEvent {
  if (event.type !== 'USER_MESSAGE' || event.text !== '') return event;
  const own = outbox.find(entry => entry.id === event.custom[CLIENT_EVENT_ID]);
  return own ? { ...event, text: own.text } : event;
}

function joinEchoed(turn: Turn, fresh: readonly ServerEvent[]): void {
  const { session, phase } = turn;
  if (!session || !fresh.some(event => event.type === 'REQUEST_AGENT_JOIN')) return;
  if (phase.name === 'joining') awaitAgent(turn);
  if (session.joinSentAt === null) return;
  // Only a live echo shows how slow this platform is.
  if (phase.name === 'joining') heardEcho(session, turn.at - session.joinSentAt);
  session.joinSentAt = null;
  stop(turn, 'receipt');
}

/**
 * Moves the cursor, which is the sequence up to which no event can be missing. With live events it moves on, but not past a missing sequence. During
 * a replay it stays, because a replay may arrive out of order or be cut short (docs/spec/transcript.md, C1 to C3).
 */
function moveCursor(turn: Turn, before: Conversation): void {
  const { phase, session, conversation } = turn;
  if (!session || (phase.name === 'replaying' && !phase.listening)) return;
  const old = session.cursor;
  const last = lastSequence(conversation);
  const cursor = session.gapsNormal ? last : unbrokenUpTo(conversation, old);
  session.cursor = cursor;
  if (cursor === last) {
    if (cursor !== old) stop(turn, 'hole');
  } else if (cursor !== old || lastSequence(before) === old) {
    // Starts the timer when the hole appears; later events do not restart it.
    timer(turn, 'hole', HOLE_MS);
  }
}

function heartbeatEchoed(turn: Turn, { custom }: ServerEvent): void {
  const { phase, link } = turn;
  const marker = custom[CLIENT_EVENT_ID];
  if (marker === undefined) return;
  if (marker === link.ping) {
    link.ping = null;
    turn.online = true;
    stop(turn, 'pong');
    noteReached(turn);
  }
  if (phase.name !== 'replaying') askAtLast(turn);
  if (phase.name !== 'replaying' || phase.marker !== marker) return;
  if (phase.listening) {
    // Any join request of another tab is in the history by now.
    if (turn.joinRight?.held) turn.joinRight = { ...turn.joinRight, sure: true };
    listened(turn);
  } else replayEnded(turn);
}

/**
 * Moves the cursor to the end of the history. If a message is unconfirmed, waits before it is sent again, because the copy sent before may still
 * be on its way.
 */
function replayEnded(turn: Turn): void {
  const { session, conversation } = turn;
  if (!session) return;
  const cursor = lastSequence(conversation);
  // A gap that the full history also contains is not a loss.
  if (unbrokenUpTo(conversation, session.cursor) !== cursor) session.gapsNormal = true;
  session.cursor = cursor;
  turn.phase = { name: 'replaying', marker: null, listening: true };
  if (hasUnconfirmed(turn)) timer(turn, 'listen', listenMs(turn));
  else listened(turn);
}

/** Sends one more heartbeat. All events that are on their way arrive before its echo. */
export function listenDue(turn: Turn): void {
  if (turn.phase.name !== 'replaying') return;
  ping(turn);
  turn.phase = { ...turn.phase, marker: turn.link.ping };
}

/** Continues the conversation after the replay and the pause. Queues missing messages again. */
function listened(turn: Turn): void {
  const { ended } = turn.conversation.view;
  if (turn.phase.name !== 'replaying') return;
  if (ended) finish(turn, ended);
  // Sends nothing else if the conversation is ending: the answer to the request to end, or its timeout, ends it.
  else if (!turn.ending) {
    requeueMissing(turn);
    resumeConversation(turn);
  }
}

// ---------------------------------------------------------------- events for the host page

function announce(turn: Turn, event: ServerEvent): void {
  const { view, log } = turn.conversation;
  const stage = HANDOFF_STAGES[event.type];
  if (stage && isRepeated(event, log[log.lastIndexOf(event) - 1])) return;
  // Skips the event if a person leaves while another one is present, or if it is about a queue in which the visitor is not.
  const isOld = stage === 'queue' ? view.party !== 'queue' : stage === 'left' && view.party === 'live';
  if (stage && view.handoff && !isOld) emit(turn, 'handoff', { stage });
  if (event.type === 'SYSTEM_MESSAGE') {
    const { id, message, level } = event;
    const code = errorCodeOf(classifySystemMessage(message)?.kind, level);
    emit(turn, 'message', { id, from: 'system', text: message });
    if (code) emit(turn, 'error', { code, message });
  } else if (event.type === 'CLIENT_HANDOFF_REQUIRED' && view.handoff?.stage === 'client') {
    const { reason = '', queueName = '', route = '' } = event;
    emit(turn, 'handoff-required', { reason, queueName, route });
  }
}

/** Returns the code of the event `error` for a notice; undefined if the notice is not an error. */
function errorCodeOf(code: ErrorCode | undefined, level: string): ErrorCode | undefined {
  return code ?? (level === 'error' ? 'system_error' : undefined);
}

function announceLanguage(turn: Turn, before: Conversation): void {
  const { language: code } = turn.conversation.view;
  if (code !== null && code !== before.view.language) emit(turn, 'language', { code });
}

// ---------------------------------------------------------------- consequences

function react(turn: Turn, fresh: readonly ServerEvent[]): void {
  const { ended } = turn.conversation.view;
  // Waits for the end of the replay, because later events may resolve an error. Only the end that the visitor requested takes effect at once.
  if (turn.phase.name === 'replaying' && !turn.ending) return;
  if (ended) finish(turn, ended);
  else if (fresh.some(saysSessionIsGone)) {
    dropSocket(turn);
    renewSession(turn);
  } else {
    checkJoin(turn, fresh);
    pump(turn);
  }
}

function saysSessionIsGone(event: ServerEvent): boolean {
  return event.type === 'SYSTEM_MESSAGE' && classifySystemMessage(event.message)?.remedy === 'new_session';
}

/**
 * Sets the timers of streamed replies: chunks after a gap are shown after GAP_HOLD_MS, and the oldest open reply is interrupted if it gets no chunk
 * for STREAM_SILENCE_MS.
 */
export function watchStreams(turn: Turn, before: Conversation): void {
  const { streams } = turn.conversation.view;
  if (streams === before.view.streams) return;
  if (!hasHidden(streams)) stop(turn, 'gap');
  // Later events do not restart the wait.
  else if (!hasHidden(before.view.streams)) timer(turn, 'gap', GAP_HOLD_MS);
  const open = oldestOpen(turn.conversation.view);
  if (!open) stop(turn, 'silence');
  // Chunks of other replies do not restart the wait.
  else if (open !== oldestOpen(before.view)) timer(turn, 'silence', STREAM_SILENCE_MS);
}

const hasHidden = (streams: View['streams']): boolean =>
  [...streams.values()].some(stream => hasGap(stream) && !stream.revealed);
