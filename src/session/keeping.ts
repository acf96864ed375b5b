/**
 * Keeping a conversation through reloads: when it is to be written, and how it goes on from what was kept (docs/RULES.md, M20 ff.).
 * The form of what is kept is snapshot.ts.
 */

import { CLIENT_EVENT_ID } from '../protocol/events.ts';
import { begin } from './attempts.ts';
import { emptyConversation, foldEvents } from './conversation.ts';
import { halt } from './ending.ts';
import type { InputOf } from './input.ts';
import { isOpen } from './link.ts';
import { userKey } from './message-items.ts';
import { confirm, pump } from './outbox.ts';
import { watchStreams } from './reception.ts';
import { idleAsOf, initialState, type OutboxEntry, type SessionState } from './state.ts';
import { IDLE_ASK_MS } from './timings.ts';
import { changeView, emit, send, type Turn, timer } from './turn.ts';
import { closeView, interruptStreams } from './view.ts';

/** Writers whose edits are kept. No tab comes back after so many others have been written in, one after the other. */
export const MAX_WRITERS = 50;

/** Asks for a write when something changed that a reload needs. */
export function keepChanges(turn: Turn, before: SessionState): void {
  const { session, conversation, past, outbox, draft, panelOpen, unread, phase, ending, idle } = turn;
  // These cannot wait: what is to be sent, where it is to be sent, and that nothing more is.
  const urgent =
    outbox.length !== before.outbox.length ||
    outbox.some(entry => !entry.stored) ||
    session?.id !== before.session?.id ||
    ending !== before.ending ||
    (phase.name === 'ended') !== (before.phase.name === 'ended');
  const changed =
    conversation.log !== before.conversation.log ||
    outbox !== before.outbox ||
    past !== before.past ||
    draft !== before.draft ||
    panelOpen !== before.panelOpen ||
    unread !== before.unread ||
    idle.lifeAt !== before.idle.lifeAt ||
    idle.askedAt !== before.idle.askedAt ||
    session?.cursor !== before.session?.cursor ||
    session?.lastActivityAt !== before.session?.lastActivityAt;
  // First of all: a handler that hears of it may end everything.
  if (urgent || changed) turn.effects.unshift({ type: 'persist', urgent });
}

/** What was written may be sent. */
export function stored(turn: Turn, { ids }: InputOf<'stored'>): void {
  turn.outbox = turn.outbox.map(entry => (ids.includes(entry.id) ? { ...entry, stored: true } : entry));
  pump(turn);
}

/**
 * Goes on where an earlier page load, or another tab, has stopped. What it may have sent without writing that down is in doubt, messages
 * and join request alike: the history is read and listened to before anything is sent.
 */
export function restored(turn: Turn, { snapshot }: InputOf<'restored'>): void {
  const {
    session,
    log,
    past,
    outbox,
    draft,
    edits: all,
    panelOpen,
    unread,
    ended,
    ending,
    forgottenAt,
    discarded,
    unfinished,
    lifeAt,
    askedAt,
  } = snapshot;
  const idle = idleAsOf(turn.at, { lifeAt, askedAt });
  const edits = Object.fromEntries(Object.entries({ ...all }).slice(-MAX_WRITERS));
  Object.assign(turn, {
    past,
    draft,
    edits,
    panelOpen,
    unread,
    ending,
    forgottenAt,
    discarded,
    unfinished,
    idle,
  });
  turn.conversation = foldEvents(emptyConversation(), log).conversation;
  // Of these the page has heard that no more comes.
  changeView(turn, view => interruptStreams(view, unfinished));
  turn.outbox = outbox.map(entry => doubted(entry, session?.lastActivityAt ?? 0));
  const joinSentAt = turn.conversation.view.join === 'none' ? turn.at : null;
  turn.session = session && { ...session, joinSentAt };
  confirm(turn, turn.conversation.log);
  if (ended) {
    changeView(turn, closeView);
    turn.phase = { name: 'ended', ...ended };
  } else if (turn.session || panelOpen || turn.outbox.some(entry => entry.status !== 'failed')) {
    if (idle.askedAt === null && !ending) timer(turn, 'idle', Math.max(0, idle.lifeAt + IDLE_ASK_MS - turn.at));
    watchStreams(turn, emptyConversation());
    begin(turn, 'connect');
  }
}

/** One that was sent without that being written down was so while the platform was heard. */
function doubted(entry: OutboxEntry, heardAt: number): OutboxEntry {
  const { status, lastSentAt, at } = entry;
  if (status === 'failed') return entry;
  return { ...entry, status: 'inflight', lastSentAt: lastSentAt ?? Math.max(at, heardAt) };
}

/** Whether the platform or this outbox has the message already, or had it in an earlier session, or the visitor gave it up. */
export function isKnown({ outbox, past, conversation, discarded }: SessionState, id: string): boolean {
  return (
    discarded.includes(id) ||
    outbox.some(entry => entry.id === id) ||
    past.some(item => item.key.endsWith(userKey(id))) ||
    conversation.log.some(event => event.type === 'USER_MESSAGE' && event.custom[CLIENT_EVENT_ID] === id)
  );
}

/** Ends the conversation and leaves nothing of it behind, in this tab or any other. */
export function forget(turn: Turn): void {
  const { online, link, keepAlive, writeAhead, panelOpen, unread, sight } = turn;
  // Later than the one before, whatever the clock says.
  const forgottenAt = Math.max(turn.forgottenAt + 1, turn.at);
  if (isOpen(turn)) send(turn, { type: 'USER_END_SESSION' });
  halt(turn);
  const blank = initialState(keepAlive, writeAhead);
  // Attempts are counted on, so that late answers are known as such.
  Object.assign(turn, blank, { online, sight, forgottenAt, link: { ...blank.link, attempt: link.attempt } });
  if (unread > 0) emit(turn, 'unread', { count: 0 });
  if (panelOpen) emit(turn, 'close', {});
  turn.effects.push({ type: 'forget' });
}
