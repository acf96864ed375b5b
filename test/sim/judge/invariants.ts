/** Conditions that must hold after two minutes of calm weather. Each check returns sentences about its violations, none if all is well. */

import type { SessionDetail } from '../../../src/emulator/control/session-view.ts';
import { decodeServerEvent } from '../../../src/protocol/decode.ts';
import { CLIENT_EVENT_ID, type ServerEvent } from '../../../src/protocol/events.ts';
import { readOwn, readParts, takeSnapshot } from '../../../src/session/state/snapshot.ts';
import type { SessionState } from '../../../src/session/state/state.ts';
import { compact } from '../../../src/session/transcript/compact-log.ts';
import { emptyConversation, foldEvents } from '../../../src/session/transcript/event-log.ts';
import type { TimelineItem } from '../../../src/session/transcript/items.ts';
import { findRecord, historyOf as readLedger } from '../world/chat-calls.ts';
import type { JoinLeft } from '../world/network.ts';
import { holdsTicket, holdsToken, type Tab } from '../world/tab.ts';
import type { World } from '../world/world.ts';

/** A platform that takes longer than this for a join request counts as slow, in milliseconds. */
const LATE_MS = 1_500;

/** A tab that is awake and takes part in the conversation. */
interface Living {
  readonly tab: Tab;
  readonly state: SessionState;
  readonly history: readonly ServerEvent[];
}

export interface Judgement {
  readonly wrong: readonly string[];
  /** Messages that the platform has. */
  readonly delivered: number;
}

export function judge(world: World): Judgement {
  if (world.wrongs.length > 0) return { wrong: world.wrongs, delivered: 0 };
  const chats = [...world.broker.ledger.values()].map(readLedger);
  const sessions = [...everySession(world).map(readHistory), ...chats];
  const living = world.tabs
    .filter(tab => !tab.asleep && tab.watch.role === 'awake')
    .map((tab): Living => {
      const state = tab.chat.machine.value;
      return { tab, state, history: state.session ? historyOf(world, state.session.id) : [] };
    });
  const delivered = new Set(sessions.flatMap(clientIds));
  const wrong = [
    ...onceEach(world, sessions, living),
    ...inOrder(world, sessions),
    ...noneUntyped(world, living),
    ...living.flatMap(each => [
      ...(world.plan.chat === 'blind' ? neverTwice(each) : [...noneForgotten(each), ...sameTranscript(world, each)]),
      ...noneOver(world, each),
    ]),
    ...living.flatMap(each => [...atRest(each), ...bounded(each)]),
    ...agreed(world, living),
    ...joinedOnce(world),
    ...kept(world, living),
    ...living.flatMap(each => [...staysEnded(world, each), ...allTold(each)]),
    ...noSecrets(world, living),
  ];
  return { wrong, delivered: world.said.filter(({ id }) => delivered.has(id)).length };
}

/** Sessions that were lost with their platform come first. */
function everySession({ platform: { lost, control } }: World): readonly SessionDetail[] {
  return [...lost, ...control.sessions().flatMap(({ id }) => control.session(id) ?? [])];
}

/** The history of a session; empty for a lost one, which nobody can read any more. */
function historyOf(world: World, id: string): ServerEvent[] {
  const chat = world.broker.ledger.get(id);
  if (chat) return findRecord(world.platform, world.clock.now(), id) ? readLedger(chat) : [];
  const detail = world.platform.control.session(id);
  return detail ? readHistory(detail) : [];
}

function readHistory({ events }: SessionDetail): ServerEvent[] {
  return events.flatMap(raw => {
    const event = decodeServerEvent(raw);
    return typeof event === 'string' ? [] : [event];
  });
}

const clientIds = (history: readonly ServerEvent[]) =>
  history.flatMap(event =>
    event.type === 'USER_MESSAGE' && event.custom[CLIENT_EVENT_ID] ? [event.custom[CLIENT_EVENT_ID]] : [],
  );

/**
 * (a) Each message is in the history of exactly one session, or waits in an outbox, or was discarded by the visitor. It may be in two
 * sessions: nobody can read what a dead session has accepted, so unconfirmed messages are sent again in the next one. It may be lost if its
 * tab was closed before it was stored. A message that only a lost session has counts if it was confirmed, or if
 * a tab shows it as part of the history. A message of a frozen tab may be sent twice if the storage was full
 * meanwhile (docs/TABS.md).
 */
function onceEach(
  { said, discarded, retried, confirmed, platform, safe, everyStorage, plan }: World,
  sessions: readonly (readonly ServerEvent[])[],
  living: readonly Living[],
): string[] {
  // Records of tabs that are stopped or gone: their messages wait for that tab or the next one.
  const waiting = everyStorage().flatMap(each => each.peekOwn().flatMap(text => readOwn(text)?.outbox ?? []));
  const outboxes = [...living.map(({ state }) => state.outbox), waiting];
  const pending = new Set(outboxes.flatMap(outbox => outbox.map(entry => entry.id)));
  const shown = new Set(living.flatMap(({ state }) => clientIds(state.conversation.log)));
  const perSession = sessions.map(clientIds);
  return said.flatMap(({ id, text, tab }) => {
    const most = Math.max(0, ...perSession.map(ids => ids.filter(each => each === id).length));
    const maySendTwice = tab.watch.slept && plan.acts.some(({ act }) => act.kind === 'storage' && act.fault === 'full');
    // Nobody can look: the visitor who presses Retry takes the chance.
    const isTaken = plan.chat === 'blind' && retried.has(id);
    if (most > 1 && !maySendTwice && !isTaken) return [`(a) "${text}" ${id} is in the history ${most} times`];
    const unsafe = (tab.page.gone || tab.asleep) && !safe.has(id);
    const excused = discarded.has(id) || unsafe || (tab.page.gone && !plan.has.storage);
    const isRead = perSession.slice(platform.lost.length).some(ids => ids.includes(id));
    const isThere = isRead || (most > 0 && (confirmed.has(id) || shown.has(id)));
    return !isThere && !pending.has(id) && !excused ? [`(a) "${text}" ${id} is lost`] : [];
  });
}

/** (p) A draft stands in a composer or is stored for one, unless the visitor saw it and typed over it. */
function noneUntyped({ typed, tabs, everyStorage, plan }: World, living: readonly Living[]): string[] {
  const excused = plan.acts.some(
    ({ act }) =>
      ('told' in act && !act.told) ||
      ('tamper' in act && act.tamper) ||
      (plan.has.storage ? ['storage', 'clockJump'] : ['closeTab', 'reload', 'remount']).includes(act.kind),
  );
  if (excused || (!plan.has.storage && tabs.some(({ asleep }) => asleep))) return [];
  const waiting = everyStorage().flatMap(each => each.peekOwn().map(text => readOwn(text)?.draft));
  const shown = [...living.map(({ state }) => state.draft), ...waiting].join();
  const lost = [...typed].filter(([words, { tab, safe }]) => (safe || !tab.page.gone) && !shown.includes(words));
  return lost.map(([words]) => `(p) ${words} is lost`);
}

/** (b) No message that the platform has is shown as failed or as sending; and none is still in flight. */
function noneForgotten({ tab, state, history }: Living): string[] {
  // An ended conversation cannot be read any more: its unconfirmed messages stay so, and the visitor decides.
  if (state.phase.name === 'ended') return [];
  // The same holds for earlier sessions: messages that they accepted without an echo are sent again in this one, or have failed there.
  const known = new Set(clientIds(history));
  return state.outbox.flatMap(({ id, text, status }) => {
    if (known.has(id)) return [`(b) the platform has "${text}" ${id}, shown as ${status} (tab ${tab.no})`];
    return status === 'failed' ? [] : [`(h) "${text}" ${id} is still ${status} (tab ${tab.no})`];
  });
}

/**
 * (c) The platform has the messages of each tab in the order of writing. Exceptions: messages retried by hand, and messages that an earlier
 * session had accepted.
 */
function inOrder({ said, retried, failed, plan }: World, sessions: readonly (readonly ServerEvent[])[]): string[] {
  // Over Chat without a look-up, a message that has failed may arrive after later ones.
  const places = new Map(said.map((each, place) => [each.id, { place, tab: plan.has.tabs ? each.tab.no : 0 }]));
  const earlier = new Set<string>();
  return sessions.flatMap(history => {
    const latest = new Map<number, number>();
    return clientIds(history).flatMap(id => {
      const own = places.get(id);
      const again = retried.has(id) || earlier.has(id) || (plan.chat === 'blind' && failed.has(id));
      earlier.add(id);
      if (!own || again) return [];
      const before = latest.get(own.tab) ?? -1;
      latest.set(own.tab, own.place);
      return own.place < before ? [`(c) message ${own.place} comes after message ${before} of tab ${own.tab}`] : [];
    });
  });
}

/**
 * (d) The transcript is the fold of the history, for tabs with a connection. Over Chat, a turn of another tab, or of a page that was closed before it
 * could store its message, may be counted as an own turn (docs/CHAT.md, Limits): then the transcript has nothing that the history lacks, and
 * each message of this page that arrived, with its answer.
 */
function sameTranscript({ plan, said, safe, confirmed }: World, { tab, state, history }: Living): string[] {
  // Nobody can read a conversation over Chat that was lost with its platform.
  if (state.phase.name !== 'active' || (state.session?.chat && history.length === 0)) return [];
  const expected = emptied(foldEvents(emptyConversation(), history).conversation.view.items);
  const shown = emptied(state.conversation.view.items);
  if (expected === shown) return [];
  const isShared = plan.has.tabs || said.some(({ id, tab: writer }) => writer.page.gone && !safe.has(id));
  const lines = new Set(shown.split(' | '));
  const strange = [...lines].filter(line => !expected.split(' | ').includes(line));
  const own = said.filter(
    ({ id, tab: writer }) => writer === tab && confirmed.has(id) && clientIds(history).includes(id),
  );
  const all = expected.split(' | ');
  const missing = own.filter(({ text }) => {
    const place = all.indexOf(`user:${text}`);
    const answer = all[place + 1] ?? '';
    return !lines.has(`user:${text}`) || (answer.startsWith('agent:') && !lines.has(answer));
  });
  if (plan.chat && isShared && strange.length === 0 && missing.length === 0) return [];
  return [`(d) transcript of tab ${tab.no} differs\n  shown    ${shown}\n  history  ${expected}`];
}

/**
 * (d) Over Chat without a look-up, the transcript has what was answered, each once and in order; the visitor decides about the rest, which has
 * failed.
 */
function neverTwice({ tab, state, history }: Living): string[] {
  if (state.phase.name === 'ended' || history.length === 0) return [];
  const open = state.outbox.filter(({ status }) => status !== 'failed');
  const rest = emptied(foldEvents(emptyConversation(), history).conversation.view.items).split(' | ');
  const shown = emptied(state.conversation.view.items).split(' | ');
  const strange = shown.find(each => {
    const place = rest.indexOf(each);
    rest.splice(0, place + 1);
    return place < 0;
  });
  return [
    ...open.map(({ id, text, status }) => `(h) "${text}" ${id} is still ${status} (tab ${tab.no})`),
    ...(strange === undefined || shown.join('') === '' ? [] : [`(d) tab ${tab.no} shows "${strange}" once too often`]),
  ];
}

/** (n) A conversation over Chat is over for a page that was told so. */
function noneOver({ broker }: World, { tab, state }: Living): string[] {
  const isTold = state.session && broker.ledger.get(state.session.id)?.toldOver.has(tab.page);
  return isTold && state.phase.name !== 'ended' ? [`(n) tab ${tab.no} goes on with what is over`] : [];
}

function emptied(items: readonly TimelineItem[]): string {
  return items
    .map(item => (item.kind === 'message' ? `${item.from}:${item.text}` : item.kind === 'mark' ? item.mark : item.text))
    .join(' | ');
}

/** (f, h) All tabs that could always read the storage are in the same session. A hidden tab has no socket while another tab is visible. */
function agreed({ plan, network, tabs }: World, living: readonly Living[]): string[] {
  const wrong: string[] = [];
  for (const { tab, state } of living) {
    if (state.sight !== tab.sight())
      wrong.push(`(t) tab ${tab.no} takes ${state.sight} for what is seen, not ${tab.sight()}`);
  }
  if (!plan.has.tabs || !plan.has.storage || plan.has.perTab) return wrong;
  const [first, ...others] = living.filter(({ tab, state }) => !tab.failed && state.phase.name !== 'idle');
  for (const { tab, state } of others) {
    if (state.session?.id !== first?.state.session?.id)
      wrong.push(`(h) tab ${first?.tab.no} and tab ${tab.no} are in different sessions`);
  }
  const awake = tabs.filter(({ asleep }) => !asleep);
  const isSeen = living.some(({ tab, state }) => !tab.page.hidden && state.phase.name !== 'idle');
  for (const { no, page } of awake) {
    if (isSeen && page.hidden && network.open(page) > 0)
      wrong.push(`(f) hidden tab ${no} has a socket beside one that is looked at`);
  }
  return wrong;
}

/**
 * (e) The platform accepted at most one request to join per session, and one more after each hand-off to the page, which leaves nobody
 * there. One more is allowed for a request that arrived late, after its page was gone or had lost the lock (docs/TABS.md).
 */
function joinedOnce(world: World): string[] {
  return everySession(world).flatMap(session => {
    const { id, joinsAsked } = session;
    const history = readHistory(session);
    const left = history.filter(event => event.type === 'CLIENT_HANDOFF_REQUIRED').length;
    const late = world.network.joinsLeft.filter(join => join.session === id && isLate(join, history)).length;
    return joinsAsked > 1 + left + late ? [`(e) ${id} joined ${joinsAsked} times, left ${left} times`] : [];
  });
}

/** The request was accepted after its page was gone, and so late that another tab may have given up listening for it. */
function isLate({ sentAt, goneAt }: JoinLeft, history: readonly ServerEvent[]): boolean {
  const at = history.find(({ type }) => type === 'REQUEST_AGENT_JOIN')?.timestamp ?? 0;
  return at > goneAt && at - sentAt > LATE_MS;
}

/** (h) Every tab is active, ended, or has not begun. */
function atRest({ tab, state }: Living): string[] {
  const { name } = state.phase;
  const code = 'code' in state.phase ? state.phase.code : '';
  const wrong: string[] = [];
  if (name !== 'active' && name !== 'ended' && name !== 'idle')
    wrong.push(`(h) at rest tab ${tab.no} is ${name} ${code}`);
  // A failed message waits for the visitor to press Retry.
  if (name === 'idle' && state.outbox.some(({ status }) => status !== 'failed'))
    wrong.push(`(h) tab ${tab.no} is idle with messages`);
  return wrong;
}

/** (j) Nothing grows without limit. */
function bounded({ tab, state }: Living): string[] {
  const { page, no } = tab;
  const { ids, log, view } = state.conversation;
  const wrong: string[] = [];
  if (page.timers > 14) wrong.push(`(j) ${page.timers} timers run in tab ${no}`);
  if (ids.older.size + ids.recent.length > log.length) wrong.push(`(j) tab ${no} knows more ids than events`);
  if (view.streams.size > 8) wrong.push(`(j) ${view.streams.size} replies are open in tab ${no}`);
  return wrong;
}

/** (m) The stored record equals the state of a tab. */
function kept(
  { storage, safe, forgotten, tabs, plan, writtenSoonAfterForgetting }: World,
  living: readonly Living[],
): string[] {
  // If each tab has its own storage, only tabs with this storage are compared.
  const its = living.filter(({ tab }) => tab.storage === storage);
  const owner = its.findLast(({ state }) => state.phase.name !== 'idle') ?? its[0];
  // A record that could not be written will be written with the next change.
  if (!storage || !owner || safe.behind) return [];
  // A page that could not read the record cannot look the rest up. The next page shows it.
  if (plan.chat === 'blind' && owner.tab.failed) return [];
  const read = readParts(storage.peek());
  // The record is damaged, and no tab has read it yet; the next write repairs it.
  if (typeof read === 'string' && safe.failed) return [];
  if (typeof read === 'string') return [`(m) what is kept cannot be read: ${read}`];
  // A tab that was put to sleep before it heard of the forgetting has stored its own record once more (docs/TABS.md).
  if (forgotten && tabs.some(({ asleep }) => asleep) && writtenSoonAfterForgetting()) return [];
  // The tab could not read the record when it was opened, so nothing has begun here.
  if (owner.state.phase.name === 'idle' && !forgotten) return [];
  // The tab found out on reading that the record had expired, or that its end could not be sent any more. The next tab will find out again.
  const foundOut =
    owner.state.phase.name === 'ended' && (owner.state.phase.reason === 'expired' || read?.snapshot.ending);
  if (foundOut && !read?.snapshot.ended) return [];
  // A tab that ended the chat before the platform answered it shows fewer events than are stored; the next page shows them all.
  const { ended, session, log } = takeSnapshot(owner.state);
  const endedEarly = ended && read?.snapshot.ended && session?.id === read.snapshot.session?.id;
  if (endedEarly && session?.cursor === null && log.length === 0) return [];
  // Tabs that learned of the end by different ways stopped reading at different moments. The record holds what the most informed of them has read.
  const ends = new Set(its.map(({ state }) => endOf(takeSnapshot(state))));
  const isOver = read?.snapshot.ended && ends.size > 1 && !ends.has(undefined);
  if (isOver && its.every(({ state }) => isWithin(takeSnapshot(state), read.snapshot))) return [];
  // Two tabs that wrote over Chat count its turns differently, and one may not have looked before the end (docs/CHAT.md, Limits).
  if (
    plan.chat &&
    plan.has.tabs &&
    read?.snapshot.ended &&
    its.every(({ state }) => isNearly(read.snapshot, takeSnapshot(state)))
  )
    return [];
  // The tab that writes was visible last, and is frozen: the next page gets the rest from the platform (docs/TABS.md).
  const isFrozen = tabs.some(({ asleep }) => asleep);
  // A tab that was frozen until the session had expired stores its own end over that of the tab that had read more (docs/TABS.md).
  const isEndOfFrozen = read?.snapshot.ended?.reason === 'expired' && plan.acts.some(({ act }) => act.kind === 'sleep');
  if ((isFrozen || isEndOfFrozen) && read && its.every(({ state }) => isBehind(read.snapshot, takeSnapshot(state))))
    return [];
  const shown = its.map(({ state }) => essence(takeSnapshot(state)));
  const written = read ? essence(read.snapshot) : NOTHING_KEPT;
  return shown.includes(written) ? [] : [`(m) what is kept differs\n  kept     ${written}\n  shown    ${shown}`];
}

/**
 * (n) A conversation that the visitor has ended does not continue in any page, once the end is stored. Exception: an end stored where only
 * a closed tab could read it.
 */
function staysEnded({ safe, plan }: World, { tab, state }: Living): string[] {
  const goesOn = !plan.has.perTab && state.session && safe.ended.has(state.session.id) && state.phase.name !== 'ended';
  return goesOn ? [`(n) tab ${tab.no} goes on with what the visitor has ended`] : [];
}

/**
 * (o) A page that never slept was told of every message that it shows. Exception: those of a chat that another tab ended (docs/TABS.md).
 */
function allTold({ tab }: Living): string[] {
  return tab.watch.slept ? [] : tab.ear.missed().map(id => `(o) the page of tab ${tab.no} was not told of ${id}`);
}

/** Returns true if both snapshots are of one chat, and the first has no more than the second. */
function isWithin(less: ReturnType<typeof takeSnapshot>, more: ReturnType<typeof takeSnapshot>): boolean {
  const isSame = less.session?.id === more.session?.id && less.past.length === more.past.length;
  const cursor = more.session?.cursor ?? null;
  return isSame && compact(less.log, cursor).length <= compact(more.log, cursor).length;
}

/** Returns true if the stored chat is the shown one, in the same condition, with no more events. */
function isBehind(stored: ReturnType<typeof takeSnapshot>, shown: ReturnType<typeof takeSnapshot>): boolean {
  const isAlike = endOf(stored) === endOf(shown) && stored.ending === shown.ending;
  return isAlike && isWithin(stored, shown);
}

/** Returns true if both snapshots are of one chat that ended alike, and one has all events that the other has. */
function isNearly(one: ReturnType<typeof takeSnapshot>, other: ReturnType<typeof takeSnapshot>): boolean {
  return isBehind(one, other) || isBehind(other, one);
}

/** Each tab learns of the timeout by itself, from the platform or from its clock; the visitor reads the same words. */
function endOf({ ended }: ReturnType<typeof takeSnapshot>): string | undefined {
  return ended?.reason === 'user-abandoned' ? 'expired' : ended?.reason;
}

function essence(snapshot: ReturnType<typeof takeSnapshot>): string {
  const { session, log, past, ended, ending } = snapshot;
  return [
    session?.id,
    // The cursor of a conversation that is over no longer moves.
    ended ? '' : session?.cursor,
    compact(log, session?.cursor ?? null).length,
    past.length,
    endOf(snapshot),
    ending,
  ].join(' ');
}

const NOTHING_KEPT = '  0 0  false';

/** (i) No token in state, signals, record or trace, and no ticket anywhere but in the small record. */
function noSecrets({ trace, storage }: World, living: readonly Living[]): string[] {
  const shown = JSON.stringify([trace, ...living.map(({ tab, state }) => [state, tab.chat.state.value])]);
  const wrong: string[] = [];
  if (holdsToken(shown) || holdsToken(JSON.stringify([storage?.peek(), storage?.peekOwn()])))
    wrong.push('(i) a token is where it must not be');
  if (holdsTicket(shown)) wrong.push('(i) a ticket is where it must not be');
  return wrong;
}
