/**
 * Keeping a conversation through reloads: when it is to be written, and how it goes on from what was kept (docs/spec/storage.md, M20 to M34).
 * The form of what is kept is snapshot.ts.
 */

import { CLIENT_EVENT_ID } from '../../protocol/events.ts';
import type { InputOf } from '../state/inputs.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { idleAsOf, initialState, type OutboxEntry, type SessionState } from '../state/state.ts';
import { changeView, emit, send, type Turn, timer } from '../state/step.ts';
import { IDLE_ASK_MS } from '../state/timeouts.ts';
import { emptyConversation, foldEvents } from '../transcript/event-log.ts';
import { userKey } from '../transcript/message-keys.ts';
import { closeView, interruptStreams } from '../transcript/view.ts';
import { begin, closeSession } from './attempts.ts';
import { reopen } from './connection.ts';
import { finish, halt, tellEnd } from './ending.ts';
import { isOpen } from './heartbeat.ts';
import { signOfLife } from './inactivity.ts';
import { breakOff, tellInOrder } from './message-events.ts';
import { delivery, giveUpDoubtful, pump } from './outbox.ts';
import { watchStreams } from './receive-events.ts';

/** Asks for a write when something changed that a reload needs. */
export function keepChanges(turn: Turn, before: SessionState): void {
  const { session, conversation, outbox, phase } = turn;
  const changed =
    outbox !== before.outbox ||
    outbox.some(entry => !entry.stored) ||
    conversation.log !== before.conversation.log ||
    KEPT.some(name => turn[name] !== before[name]) ||
    (phase.name === 'ended') !== (before.phase.name === 'ended') ||
    KEPT_OF_SESSION.some(name => session?.[name] !== before.session?.[name]) ||
    turn.idle.lifeAt !== before.idle.lifeAt ||
    turn.idle.askedAt !== before.idle.askedAt;
  // First of all: a handler that hears of it may end everything.
  if (changed) turn.effects.unshift({ type: 'persist' });
}

const KEPT = ['past', 'draft', 'panelOpen', 'unread', 'ending'] as const;
const KEPT_OF_SESSION = ['id', 'cursor', 'lastActivityAt'] as const;

/** Sends the messages that are stored now. */
export function stored(turn: Turn, { ids }: InputOf<'stored'>): void {
  turn.outbox = turn.outbox.map(entry => (ids.includes(entry.id) ? { ...entry, stored: true } : entry));
  pump(turn);
}

/**
 * Goes on where an earlier page load has stopped. That it may have asked an agent to join without writing that down is in doubt: the history
 * is read and listened to before anything is sent. What it may have said is `took`.
 */
export function restored(turn: Turn, { snapshot }: InputOf<'restored'>): void {
  const { session, log, past, panelOpen, unread, ended, ending, generation, anew, unfinished } = snapshot;
  const idle = idleAsOf(turn.at, snapshot);
  Object.assign(turn, { past, panelOpen, unread, ending, generation, anew, unfinished, idle: pickIdle(idle) });
  turn.conversation = foldEvents(emptyConversation(), log).conversation;
  // The page has heard that these replies were broken off.
  changeView(turn, view => interruptStreams(view, unfinished));
  const joinSentAt = turn.conversation.view.join === 'none' ? turn.at : null;
  turn.session = session && { ...session, joinSentAt };
  if (panelOpen) emit(turn, 'open', {});
  if (unread > 0) emit(turn, 'unread', { count: unread });
  if (ended) {
    changeView(turn, closeView);
    turn.phase = { name: 'ended', ...ended };
  } else if (turn.session || panelOpen) {
    watchIdle(turn);
    watchStreams(turn, emptyConversation());
    begin(turn, 'connect');
  }
}

const pickIdle = ({ lifeAt, askedAt }: SessionState['idle']) => ({ lifeAt, askedAt });

function watchIdle(turn: Turn): void {
  const { idle, ending, at } = turn;
  if (idle.askedAt === null && !ending) timer(turn, 'idle', Math.max(0, idle.lifeAt + IDLE_ASK_MS - at));
}

/** Another tab has written how things stand: it may have ended this session, or be in the next one. */
export function shared(turn: Turn, { snapshot }: InputOf<'shared'>): void {
  const { session, ended, ending, generation } = snapshot;
  if (session && session.id === turn.session?.id) {
    // A tab that stood still for long takes for gone what this one has heard of since.
    if (ended?.reason === 'expired' && turn.session.lastActivityAt > session.lastActivityAt) return;
    // After the end it says by which silence this tab has found it.
    if (turn.phase.name !== 'ended')
      turn.session.lastActivityAt = Math.max(turn.session.lastActivityAt, session.lastActivityAt);
    turn.generation = generation;
  } else if (generation <= turn.generation) return;
  else moveTo(turn, snapshot);
  if (ended) finish(turn, ended.reason);
  else if (ending && !turn.ending && turn.phase.name !== 'ended') {
    turn.ending = true;
    if (isOpen(turn)) tellEnd(turn);
  }
  if (turn.phase.name === 'idle') begin(turn, 'connect');
}

/** Moves to another tab's session. The transcript stays above a divider, unless that conversation ended for good; unconfirmed messages go along. */
function moveTo(turn: Turn, { session, log, past, generation, anew, ended, lifeAt, askedAt }: Snapshot): void {
  breakOff(turn);
  if (anew) giveUpDoubtful(turn);
  halt(turn);
  const { session: before, outbox } = turn;
  closeSession(turn);
  // Without a session of its own nothing was said here in another one: what was taken over may be in this one.
  if (!before) turn.outbox = outbox;
  if (past.length === 0) turn.past = [];
  const { link, at } = turn;
  Object.assign(link, { authorized: false, tokenExpiresAt: null, autoSessions: 0, reported: null });
  Object.assign(turn, { generation, anew, idle: { lifeAt: Math.max(lifeAt, turn.idle.lifeAt), askedAt } });
  // All of its history is read, so that the page hears of it; and somebody may be asking for an agent there.
  turn.session = session && { ...session, cursor: null, joinSentAt: at };
  turn.phase = { name: 'idle' };
  if (ended) {
    const { conversation, fresh, finished } = foldEvents(emptyConversation(), log);
    turn.conversation = conversation;
    changeView(turn, closeView);
    tellInOrder(turn, finished, fresh, () => {});
  } else watchIdle(turn);
}

/** The words of a tab that is gone are this one's to say. It may have sent them: the history decides. */
export function took(turn: Turn, { own }: InputOf<'took'>): void {
  const { outbox, draft, generation } = own;
  const wasLeft = turn.anew && generation < turn.generation;
  const isOver = turn.phase.name === 'ended';
  const heardAt = turn.session?.lastActivityAt ?? 0;
  for (const { id, status } of outbox) {
    if (status !== 'failed' && isSaid(turn, id)) delivery(turn, id, 'sent');
  }
  const entries = outbox
    .filter(({ id }) => !isKnown(turn, id))
    .map(entry => {
      const mayBeThere = entry.status === 'inflight' && wasLeft;
      return mayBeThere || isOver ? { ...entry, status: 'failed' as const } : doubted(entry, heardAt);
    })
    .map(entry => ({ ...entry, stored: !turn.writeAhead }));
  turn.outbox = [...turn.outbox, ...entries];
  // Words that were written in two places: neither take the place of the other.
  if (!turn.draft.includes(draft)) turn.draft = turn.draft ? `${turn.draft}\n${draft}` : draft;
  if (!entries.some(({ status }) => status === 'inflight')) return;
  if (isOpen(turn)) reopen(turn);
  else if (turn.phase.name === 'idle') begin(turn, 'create');
  signOfLife(turn);
}

/** While this page was away another tab has taken over what was unsent and unfinished here. */
export function gaveUp(turn: Turn, { ids, draft }: InputOf<'gaveUp'>): void {
  turn.outbox = turn.outbox.filter(({ id }) => !ids.includes(id));
  if (turn.draft === draft) turn.draft = '';
}

/** One that was sent without that being written down was so while the platform was heard. */
function doubted(entry: OutboxEntry, heardAt: number): OutboxEntry {
  const { status, lastSentAt, at } = entry;
  if (status === 'failed') return entry;
  return { ...entry, status: 'inflight', lastSentAt: lastSentAt ?? Math.max(at, heardAt) };
}

/** Returns true if the platform or this outbox has the message, or had it in an earlier session. */
export function isKnown(state: SessionState, id: string): boolean {
  return state.outbox.some(entry => entry.id === id) || isSaid(state, id);
}

function isSaid({ past, conversation }: SessionState, id: string): boolean {
  return (
    past.some(item => item.key.endsWith(userKey(id))) ||
    conversation.log.some(event => event.type === 'USER_MESSAGE' && event.custom[CLIENT_EVENT_ID] === id)
  );
}

/** Ends the conversation and leaves nothing of it behind, in this tab or any other. */
export function forget(turn: Turn, { heard }: InputOf<'forgetRequested'>): void {
  const { online, link, keepAlive, writeAhead, panelOpen, unread, sight, seenElsewhere, joinRight, tab } = turn;
  if (heard !== undefined && turn.generation > heard) {
    // Begun since. What comes from before does not go along.
    turn.outbox = turn.outbox.filter(entry => entry.at > heard);
    return;
  }
  if (isOpen(turn)) send(turn, { type: 'USER_END_SESSION' });
  halt(turn);
  const blank = initialState(keepAlive, writeAhead, joinRight !== null, tab);
  // Attempts are counted on, so that late answers are known as such.
  Object.assign(turn, blank, {
    online,
    sight,
    seenElsewhere,
    joinRight,
    link: { ...blank.link, attempt: link.attempt },
  });
  if (unread > 0) emit(turn, 'unread', { count: 0 });
  if (panelOpen) emit(turn, 'close', {});
  turn.effects.push({ type: 'forget', heard });
}
