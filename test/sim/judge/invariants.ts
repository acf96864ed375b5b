/** What must hold after the weather has been calm for two minutes. Each answers with sentences about what is wrong, none when all is well. */

import type { SessionDetail } from '../../../src/emulator/control/session-view.ts';
import { decodeServerEvent } from '../../../src/protocol/decode.ts';
import { CLIENT_EVENT_ID, type ServerEvent } from '../../../src/protocol/events.ts';
import { readOwn, readParts, takeSnapshot } from '../../../src/session/state/snapshot.ts';
import type { SessionState } from '../../../src/session/state/state.ts';
import { compact } from '../../../src/session/transcript/compact-log.ts';
import { emptyConversation, foldEvents } from '../../../src/session/transcript/event-log.ts';
import type { TimelineItem } from '../../../src/session/transcript/items.ts';
import type { JoinLeft } from '../world/network.ts';
import { holdsTicket, holdsToken, type Tab } from '../world/tab.ts';
import type { World } from '../world/world.ts';

/** A platform that takes so long for a join request counts as slow, in milliseconds. */
const LATE_MS = 1_500;

/** A tab that can be looked at: it is awake and takes part in the conversation. */
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
  const sessions = everySession(world).map(readHistory);
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
    ...living.flatMap(each => [...noneForgotten(each), ...sameTranscript(each), ...atRest(each), ...bounded(each)]),
    ...agreed(world, living),
    ...joinedOnce(world),
    ...kept(world, living),
    ...living.flatMap(each => [...staysEnded(world, each), ...allTold(each)]),
    ...noSecrets(world, living),
  ];
  return { wrong, delivered: world.said.filter(({ id }) => delivered.has(id)).length };
}

/** Those that were lost with their platform come first. */
function everySession({ platform: { lost, control } }: World): readonly SessionDetail[] {
  return [...lost, ...control.sessions().flatMap(({ id }) => control.session(id) ?? [])];
}

/** History of a session; empty for a lost one, which nobody can read any more. */
function historyOf(world: World, id: string): ServerEvent[] {
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
 * (a) What was written is in the history of a session, and of no session twice; or it waits in an outbox; or the visitor has given it up.
 * Across sessions it may be twice: nobody can read what a session that is gone has taken, so what it did not confirm goes along into the
 * next one. What was written in a tab that went before it was safe may be lost. What only a session has that was lost with its platform counts if
 * it was confirmed.
 */
function onceEach(
  { said, discarded, confirmed, platform, safe, everyStorage, plan }: World,
  sessions: readonly (readonly ServerEvent[])[],
  living: readonly Living[],
): string[] {
  // What a tab has put down that stands still, or is gone, waits for it or for the next one.
  const waiting = everyStorage().flatMap(each => each.peekOwn().flatMap(text => readOwn(text)?.outbox ?? []));
  const outboxes = [...living.map(({ state }) => state.outbox), waiting];
  const pending = new Set(outboxes.flatMap(outbox => outbox.map(entry => entry.id)));
  const perSession = sessions.map(clientIds);
  return said.flatMap(({ id, text, tab }) => {
    const most = Math.max(0, ...perSession.map(ids => ids.filter(each => each === id).length));
    if (most > 1) return [`(a) "${text}" ${id} is in the history ${most} times`];
    const unsafe = (tab.page.gone || tab.asleep) && !safe.has(id);
    const excused = discarded.has(id) || unsafe || (tab.page.gone && !plan.has.storage);
    const isRead = perSession.slice(platform.lost.length).some(ids => ids.includes(id));
    const isThere = isRead || (most > 0 && confirmed.has(id));
    return !isThere && !pending.has(id) && !excused ? [`(a) "${text}" ${id} is lost`] : [];
  });
}

/** (p) What was typed stands in a composer or waits for one, unless the visitor saw it there and typed over it. */
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

/** (b) Nothing that the platform has is shown as failed or as still being sent; and nothing is still under way. */
function noneForgotten({ tab, state, history }: Living): string[] {
  // An ended conversation cannot be asked any more: what it did not confirm stays unconfirmed, and the visitor decides.
  if (state.phase.name === 'ended') return [];
  // Nor can an earlier session: what it took without a word goes along into this one, or has failed there.
  const known = new Set(clientIds(history));
  return state.outbox.flatMap(({ id, text, status }) => {
    if (known.has(id)) return [`(b) the platform has "${text}" ${id}, shown as ${status} (tab ${tab.no})`];
    return status === 'failed' ? [] : [`(h) "${text}" ${id} is still ${status} (tab ${tab.no})`];
  });
}

/**
 * (c) The platform's order is the order of writing, tab by tab. Messages that were retried by hand come when they were retried, and those
 * that an earlier session had taken, when that was forgotten.
 */
function inOrder({ said, retried, plan }: World, sessions: readonly (readonly ServerEvent[])[]): string[] {
  const places = new Map(said.map((each, place) => [each.id, { place, tab: plan.has.tabs ? each.tab.no : 0 }]));
  const earlier = new Set<string>();
  return sessions.flatMap(history => {
    const latest = new Map<number, number>();
    return clientIds(history).flatMap(id => {
      const own = places.get(id);
      const again = retried.has(id) || earlier.has(id);
      earlier.add(id);
      if (!own || again) return [];
      const before = latest.get(own.tab) ?? -1;
      latest.set(own.tab, own.place);
      return own.place < before ? [`(c) message ${own.place} comes after message ${before} of tab ${own.tab}`] : [];
    });
  });
}

/** (d) The transcript is the fold of the history, as far as there is a connection to hear it by. */
function sameTranscript({ tab, state, history }: Living): string[] {
  if (state.phase.name !== 'active') return [];
  const expected = emptied(foldEvents(emptyConversation(), history).conversation.view.items);
  const shown = emptied(state.conversation.view.items);
  if (expected === shown) return [];
  return [`(d) transcript of tab ${tab.no} differs\n  shown    ${shown}\n  history  ${expected}`];
}

function emptied(items: readonly TimelineItem[]): string {
  return items
    .map(item => (item.kind === 'message' ? `${item.from}:${item.text}` : item.kind === 'mark' ? item.mark : item.text))
    .join(' | ');
}

/** (f, h) All tabs of the conversation that could always read are in one session, and a hidden one has no socket while another is looked at. */
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
 * (e) At most one join request that the platform accepted, per session and per hand-off to the page, after which nobody is left there; and one
 * more if the page that asked was gone, or had lost the lock, before its request came through, late (docs/TABS.md).
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

/** Taken by the platform after its page was gone, and so late that another tab may have listened for it in vain. */
function isLate({ sentAt, goneAt }: JoinLeft, history: readonly ServerEvent[]): boolean {
  const at = history.find(({ type }) => type === 'REQUEST_AGENT_JOIN')?.timestamp ?? 0;
  return at > goneAt && at - sentAt > LATE_MS;
}

/** (h) Active, over, or not begun. */
function atRest({ tab, state }: Living): string[] {
  const { name } = state.phase;
  const code = 'code' in state.phase ? state.phase.code : '';
  const wrong: string[] = [];
  if (name !== 'active' && name !== 'ended' && name !== 'idle')
    wrong.push(`(h) at rest tab ${tab.no} is ${name} ${code}`);
  // What has failed waits for the visitor, who has Retry.
  if (name === 'idle' && state.outbox.some(({ status }) => status !== 'failed'))
    wrong.push(`(h) tab ${tab.no} is idle with messages`);
  return wrong;
}

/** (j) What grows with time is bounded. */
function bounded({ tab, state }: Living): string[] {
  const { page, no } = tab;
  const { ids, log, view } = state.conversation;
  const wrong: string[] = [];
  if (page.timers > 14) wrong.push(`(j) ${page.timers} timers run in tab ${no}`);
  if (ids.older.size + ids.recent.length > log.length) wrong.push(`(j) tab ${no} knows more ids than events`);
  if (view.streams.size > 8) wrong.push(`(j) ${view.streams.size} replies are open in tab ${no}`);
  return wrong;
}

/** (m) What is kept is what a tab shows. */
function kept(
  { storage, safe, forgotten, tabs, writtenSoonAfterForgetting }: World,
  living: readonly Living[],
): string[] {
  // Where each tab keeps its own, another tab has nothing to do with what this one keeps.
  const its = living.filter(({ tab }) => tab.storage === storage);
  const owner = its.findLast(({ state }) => state.phase.name !== 'idle') ?? its[0];
  // What could not be written is written with the next change.
  if (!storage || !owner || safe.behind) return [];
  const read = readParts(storage.peek());
  // Damage that nobody has met yet; what is written next mends it.
  if (typeof read === 'string' && safe.failed) return [];
  if (typeof read === 'string') return [`(m) what is kept cannot be read: ${read}`];
  // A tab that was put to sleep before it heard of the forgetting has stored its own once more (docs/TABS.md).
  if (forgotten && tabs.some(({ asleep }) => asleep) && writtenSoonAfterForgetting()) return [];
  // Nothing has begun here, although something is kept: it could not be read when the tab came.
  if (owner.state.phase.name === 'idle' && !forgotten) return [];
  // That it had expired was found on reading it, and will be found again; so it is with an end that could not be told any more.
  const foundOut =
    owner.state.phase.name === 'ended' && (owner.state.phase.reason === 'expired' || read?.snapshot.ending);
  if (foundOut && !read?.snapshot.ended) return [];
  const shown = its.map(({ state }) => essence(takeSnapshot(state)));
  const written = read ? essence(read.snapshot) : NOTHING_KEPT;
  return shown.includes(written) ? [] : [`(m) what is kept differs\n  kept     ${written}\n  shown    ${shown}`];
}

/**
 * (n) A conversation that the visitor has ended, which was written down, does not go on in any page; unless that was written where only a tab
 * that is gone can read it.
 */
function staysEnded({ safe, plan }: World, { tab, state }: Living): string[] {
  const goesOn = !plan.has.perTab && state.session && safe.ended.has(state.session.id) && state.phase.name !== 'ended';
  return goesOn ? [`(n) tab ${tab.no} goes on with what the visitor has ended`] : [];
}

/** (o) A page that was never put away has heard of every message that it shows. */
function allTold({ tab }: Living): string[] {
  return tab.watch.slept ? [] : tab.ear.missed().map(id => `(o) the page of tab ${tab.no} was not told of ${id}`);
}

function essence({ session, log, past, ended, ending }: ReturnType<typeof takeSnapshot>): string {
  return [
    session?.id,
    // A conversation that is over is not read on.
    ended ? '' : session?.cursor,
    compact(log, session?.cursor ?? null).length,
    past.length,
    // Each tab finds the silence out by itself, from the platform or from its clock; the visitor reads the same words.
    ended?.reason === 'user-abandoned' ? 'expired' : ended?.reason,
    ending,
  ].join(' ');
}

const NOTHING_KEPT = '  0 0  false';

/** (i) No token in state, picture, record or trace; no ticket but in the small record. */
function noSecrets({ trace, storage }: World, living: readonly Living[]): string[] {
  const shown = JSON.stringify([trace, ...living.map(({ tab, state }) => [state, tab.chat.state.value])]);
  const wrong: string[] = [];
  if (holdsToken(shown) || holdsToken(JSON.stringify([storage?.peek(), storage?.peekOwn()])))
    wrong.push('(i) a token is where it must not be');
  if (holdsTicket(shown)) wrong.push('(i) a ticket is where it must not be');
  return wrong;
}
