/** Stores a conversation and restores it (docs/spec/storage.md, from M20 on). The format of the stored record is in snapshot.ts. */

import { CLIENT_EVENT_ID, type ServerEvent } from '../../protocol/events.ts';
import type { InputOf } from '../state/inputs.ts';
import type { Snapshot } from '../state/snapshot.ts';
import { idleAsOf, initialState, type OutboxEntry, type SessionState } from '../state/state.ts';
import { changeView, emit, send, type Turn, timer } from '../state/step.ts';
import { IDLE_ASK_MS } from '../state/timeouts.ts';
import { recent } from '../transcript/earlier-chats.ts';
import { emptyConversation, foldEvents, lastSequence } from '../transcript/event-log.ts';
import { userKey } from '../transcript/message-keys.ts';
import { closeView, interruptStreams } from '../transcript/view.ts';
import { begin, closeSession } from './attempts.ts';
import { reopen } from './connection.ts';
import { finish, halt, tellEnd } from './ending.ts';
import { isOpen } from './heartbeat.ts';
import { signOfLife } from './inactivity.ts';
import { breakOff, tellInOrder } from './message-events.ts';
import { confirm, delivery, giveUpDoubtful, pump, withOwnIds } from './outbox.ts';
import { watchStreams } from './receive-events.ts';

/** Requests a write if something that a reload needs has changed. */
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
  // Puts the write first: a later effect may call a handler of the host page, which may dispose the chat.
  if (changed) turn.effects.unshift({ type: 'persist' });
}

const KEPT = ['past', 'earlier', 'draft', 'panelOpen', 'unread', 'ending'] as const;
const KEPT_OF_SESSION = ['id', 'cursor', 'lastActivityAt'] as const;

/** Marks messages as stored. They may be sent from now on. */
export function stored(turn: Turn, { ids }: InputOf<'stored'>): void {
  turn.outbox = turn.outbox.map(entry => (ids.includes(entry.id) ? { ...entry, stored: true } : entry));
  pump(turn);
}

/**
 * Restores the conversation of an earlier page load. That page may have asked an agent to join without storing that it did, so the request
 * counts as unconfirmed until the history is read. The page's unsent messages come with `took`.
 */
export function restored(turn: Turn, { snapshot }: InputOf<'restored'>): void {
  const { session, log, past, earlier, panelOpen, unread, ended, ending, generation, anew, unfinished } = snapshot;
  const idle = idleAsOf(turn.at, snapshot);
  Object.assign(turn, { past, panelOpen, unread, ending, generation, anew, unfinished, idle: pickIdle(idle) });
  turn.earlier = recent(earlier, turn.at);
  turn.conversation = foldEvents(emptyConversation(), log).conversation;
  // The page was notified that these replies were interrupted.
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

/** Applies a record of another tab. That tab may have ended this session or begun the next one. */
export function shared(turn: Turn, { snapshot }: InputOf<'shared'>): void {
  const { session, ended, ending, generation } = snapshot;
  if (session && session.id === turn.session?.id) {
    // A tab that was frozen may wrongly take the session for expired: this tab has received events since.
    if (ended?.reason === 'expired' && turn.session.lastActivityAt > session.lastActivityAt) return;
    // Keeps `lastActivityAt` after the end: it is the time of this tab's last contact with the platform.
    if (turn.phase.name !== 'ended')
      turn.session.lastActivityAt = Math.max(turn.session.lastActivityAt, session.lastActivityAt);
    turn.generation = generation;
    if (ended) readToEnd(turn, snapshot);
    else if (turn.session.chat) readOn(turn, snapshot);
  } else if (generation <= turn.generation) return;
  else moveTo(turn, snapshot);
  if (ended) finish(turn, ended.reason);
  else if (ending && !turn.ending && turn.phase.name !== 'ended') {
    turn.ending = true;
    if (isOpen(turn)) tellEnd(turn);
  }
  if (turn.phase.name === 'idle') begin(turn, 'connect');
}

/**
 * Moves to another tab's session. The transcript stays above a divider, unless the old conversation ended for good; unconfirmed messages are
 * kept.
 */
function moveTo(turn: Turn, snapshot: Snapshot): void {
  const { session, past, generation, anew, ended, lifeAt, askedAt } = snapshot;
  breakOff(turn);
  if (anew) giveUpDoubtful(turn);
  halt(turn);
  const { session: before, outbox } = turn;
  closeSession(turn);
  // This tab had no session and has sent nothing. Messages that it took over may be in the new session, so they keep their status.
  if (!before) turn.outbox = outbox;
  if (past.length === 0) turn.past = [];
  turn.earlier = snapshot.earlier;
  const { link, at } = turn;
  Object.assign(link, { authorized: false, tokenExpiresAt: null, autoSessions: 0, reported: null });
  Object.assign(turn, { generation, anew, idle: { lifeAt: Math.max(lifeAt, turn.idle.lifeAt), askedAt } });
  // Reads the whole history, because this page must get all events of the session. Treats a join request as unconfirmed, because another tab may
  // have sent one.
  turn.session = session && { ...session, cursor: null, joinSentAt: at };
  turn.phase = { name: 'idle' };
  if (ended) readToEnd(turn, snapshot);
  else watchIdle(turn);
}

/** Adds the turns of another tab over Chat, which tells other tabs nothing. The connection then goes on after them. */
function readOn(turn: Turn, snapshot: Snapshot): void {
  const fresh = readLog(turn, { log: withOwnIds(turn, snapshot.log) });
  if (!turn.session || fresh.length === 0) return;
  confirm(turn, fresh);
  turn.session.cursor = lastSequence(turn.conversation);
  reopen(turn);
}

/** Adds the events of another tab's record. Returns those that are new here. */
function readLog(turn: Turn, { log }: Pick<Snapshot, 'log'>): readonly ServerEvent[] {
  const { conversation, fresh, finished } = foldEvents(turn.conversation, log);
  turn.conversation = conversation;
  tellInOrder(turn, finished, fresh, () => {});
  return fresh;
}

/** Adds the last events of another tab's record. The platform is not asked for the history of a conversation that has ended. */
function readToEnd(turn: Turn, snapshot: Snapshot): void {
  readLog(turn, snapshot);
  breakOff(turn);
  changeView(turn, closeView);
}

/** Takes over the unsent messages and the draft of a tab that is gone. That tab may have sent the messages: the history will show. */
export function took(turn: Turn, { own }: InputOf<'took'>): void {
  const { outbox, draft, generation } = own;
  const wasLeft = turn.anew && generation < turn.generation;
  const isOver = turn.phase.name === 'ended';
  const heardAt = turn.session?.lastActivityAt ?? 0;
  for (const entry of outbox) {
    if (entry.status !== 'failed' && isSaid(turn, entry)) delivery(turn, entry.id, 'sent');
  }
  const entries = outbox
    .filter(entry => !isKnown(turn, entry))
    .map(entry => {
      const mayBeThere = entry.status === 'inflight' && wasLeft;
      return mayBeThere || isOver ? { ...entry, status: 'failed' as const } : doubted(entry, heardAt);
    })
    .map(entry => ({ ...entry, stored: !turn.writeAhead }));
  turn.outbox = [...turn.outbox, ...entries];
  // Joins two drafts, because neither may replace the other.
  if (!turn.draft.includes(draft)) turn.draft = turn.draft ? `${turn.draft}\n${draft}` : draft;
  if (!entries.some(({ status }) => status === 'inflight')) return;
  if (isOpen(turn)) reopen(turn);
  else if (turn.phase.name === 'idle') begin(turn, 'create');
  signOfLife(turn);
}

/** Drops messages and draft that another tab took over while this page was frozen. */
export function gaveUp(turn: Turn, { ids, draft }: InputOf<'gaveUp'>): void {
  turn.outbox = turn.outbox.filter(({ id }) => !ids.includes(id));
  if (turn.draft === draft) turn.draft = '';
}

/**
 * Marks a message of another tab as inflight, because that tab may have sent it without storing that it did. Assumes that the message was sent
 * when the tab last received an event.
 */
function doubted(entry: OutboxEntry, heardAt: number): OutboxEntry {
  const { status, lastSentAt, at } = entry;
  if (status === 'failed') return entry;
  return { ...entry, status: 'inflight', lastSentAt: lastSentAt ?? Math.max(at, heardAt) };
}

/** Returns true if the message is in the outbox, in this conversation, or in an earlier one. */
export function isKnown(state: SessionState, message: Message): boolean {
  return state.outbox.some(({ id }) => id === message.id) || isSaid(state, message);
}

type Message = Pick<OutboxEntry, 'id' | 'text'>;

function isSaid({ past, conversation, session }: SessionState, { id, text }: Message): boolean {
  return (
    past.some(item => item.key.endsWith(userKey(id))) ||
    conversation.log.some(event => {
      if (event.type !== 'USER_MESSAGE') return false;
      const own = event.custom[CLIENT_EVENT_ID];
      // Chat keeps no ids: a message that was looked up before this page knew of it is known by its words.
      return own === id || (own === undefined && session?.chat && event.text.trim() === text.trim());
    })
  );
}

/** Ends the conversation and removes all of it, in this tab and all others. */
export function forget(turn: Turn, { heard }: InputOf<'forgetRequested'>): void {
  const { online, link, keepAlive, writeAhead, panelOpen, unread, sight, seenElsewhere, joinRight, tab } = turn;
  if (heard !== undefined && turn.generation > heard) {
    // Keeps a conversation that began after the `forget()`, but drops messages that were written before it.
    turn.outbox = turn.outbox.filter(entry => entry.at > heard);
    return;
  }
  if (isOpen(turn)) send(turn, { type: 'USER_END_SESSION' });
  halt(turn);
  const blank = initialState(keepAlive, writeAhead, joinRight !== null, tab);
  // Keeps the attempt number, by which late answers to old attempts are recognised.
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
