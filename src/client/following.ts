/** A tab that follows: it takes what the owner tells, and hands its wishes over until an input shows that they were taken. */

import { batch } from '@preact/signals-core';
import type { Fact, Intent } from '../session/input.ts';
import { isKnown } from '../session/keeping.ts';
import type { Snapshot } from '../session/snapshot.ts';
import type { OutboxEntry, SessionState } from '../session/state.ts';
import {
  become,
  calm,
  forgets,
  inDoubt,
  isAwake,
  isBlank,
  isForgotten,
  isNothing,
  knows,
  post,
  type Said,
  type SaidOf,
  type Tab,
} from './tab.ts';

/** An owner that has not answered for so long is taken for dead, in milliseconds. */
const ANSWER_MS = 1_500;
/** One that is about to own, and says so, has as long as storages take at most, and a little more. */
const READ_MS = 11_000;
/** One that has said nothing for longer than two heartbeats is asked whether it is still there. */
const SILENCE_MS = 75_000;

export function follow(tab: Tab): void {
  become(tab, 'follower');
  meet(tab);
}

/** There is another owner: what the one before was told of may have been done, or may not. */
export function meet(tab: Tab): void {
  for (const [id, each] of tab.wishes) {
    tab.wishes.set(id, { ...each, input: each.told ? inDoubt(each.input) : each.input, told: false });
  }
  hello(tab);
}

function hello(tab: Tab): void {
  tab.synced = false;
  post(tab, { say: 'hello' });
  beginPatience(tab, ANSWER_MS);
}

function beginPatience(tab: Tab, ms: number): void {
  calm(tab);
  expectAnswer(tab, ms);
}

/** Without an answer the owner is dead or asleep, whatever its lock says. */
function expectAnswer(tab: Tab, ms = ANSWER_MS, mayBeLate = true): void {
  const { clock } = tab.ports;
  const dueAt = clock.now() + ms;
  tab.cancelPatience ??= clock.after(ms, () => {
    tab.cancelPatience = undefined;
    if (tab.role !== 'follower') return;
    // Who stood still itself has heard nobody. Once, because the timers of some pages are always late.
    if (mayBeLate && tab.pulse?.stoodStill(dueAt)) {
      expectAnswer(tab, ANSWER_MS, false);
      return;
    }
    if (!tab.robbed || tab.wishes.size > 0) tab.membership?.steal();
    else rest(tab);
  });
}

/** A robbed tab is in no hurry to rob in its turn; and where there are only such, they are not to do it all at once. */
function rest(tab: Tab): void {
  const { clock, random } = tab.ports;
  tab.cancelSilence = clock.after(SILENCE_MS * (1 + random.fraction() / 4), () => {
    tab.robbed = false;
    if (tab.role === 'follower') hello(tab);
  });
}

// ---------------------------------------------------------------- what this tab wants

export function wish(tab: Tab, input: Intent | Fact): void {
  keepWish(tab, input);
  showTyped(tab);
  if (tab.synced) forward(tab);
  // A robbed tab lets the matter rest until somebody wants something of it.
  else if (tab.role === 'follower' && !tab.cancelPatience) hello(tab);
}

export function keepWish({ wishes, loop, ports }: Tab, input: Intent | Fact, since?: number, of?: string): void {
  const [id = '', last] = [...wishes].at(-1) ?? [];
  let over = since ? undefined : loop.state().draft;
  // Each wish waits until the one before was taken: of drafts that nobody was told of yet, only the last.
  if (input.type === 'draftChanged' && last?.input.type === input.type && !last.told && !last.since) {
    wishes.delete(id);
    over = last.over;
  }
  wishes.set(ports.random.uuid(), { input, told: false, since, over, of });
}

/** Letters do not wait for another tab, and none that comes back from there stands in the way of a later one. */
function showTyped({ wishes, loop }: Tab): void {
  const typed = [...wishes.values()].findLast(({ input }) => input.type === 'draftChanged')?.input;
  if (typed?.type === 'draftChanged') loop.adopt({ ...loop.state(), draft: typed.text }, loop.turns(), true);
}

function taken(tab: Tab, id: string): void {
  if (!tab.wishes.delete(id)) return;
  calm(tab);
  if (tab.synced) forward(tab);
}

/** One at a time: what this owner has not taken, the next one gets first. */
function forward(tab: Tab): void {
  const [first] = tab.wishes;
  if (!first) {
    if (tab.rest) tab.keeper?.handedOver(tab.rest);
    tab.rest = undefined;
    return;
  }
  const [wish, each] = first;
  if (!each.told) post(tab, { say: 'wish', wish, input: each.input, since: each.since });
  each.told = true;
  expectAnswer(tab);
}

// ---------------------------------------------------------------- what the owner says

export function listen(tab: Tab, said: Said): void {
  // Who expects nothing waits for nobody, and robs nobody for it.
  if (said.say === 'soon') {
    if (tab.cancelPatience) beginPatience(tab, READ_MS);
  } else if (said.say === 'ticket') tab.loop.setTicket(said.ticket);
  else if (said.say === 'state') adopt(tab, said);
  else if (said.say === 'input') {
    if (said.wish !== undefined) taken(tab, said.wish);
    if (tab.synced) mirror(tab, said);
  }
}

function adopt(tab: Tab, { state, turns, ticket }: SaidOf<'state'>): void {
  const { loop, rest } = tab;
  if (rest && isBlank(state, rest)) {
    // A conversation goes before none, whoever came first.
    tab.membership?.steal();
    return;
  }
  loop.setTicket(ticket);
  // The answer to another tab's question tells this one nothing new.
  if (tab.synced && turns === loop.turns()) return;
  const before = loop.state();
  const missed = turns !== loop.turns();
  const heard = isAwake(tab);
  tab.synced = tab.seasoned = true;
  tab.slept = tab.robbed = false;
  tab.known = tab.reign;
  batch(() => {
    loop.adopt(state, turns, heard);
    rescue(tab, before);
    handOver(tab);
    joinDrafts(tab, heard);
    // Of what was typed, only what is still wished.
    showTyped(tab);
  });
  // Nothing has begun there, or all was forgotten while this tab did not hear.
  if (isNothing(state) || (rest && state.forgottenAt > rest.snapshot.forgottenAt)) forgetOwn(tab);
  calm(tab);
  // Where there is no news, there may be none for long.
  if (missed) listenOn(tab);
  forward(tab);
}

/** Asks for what only this tab may know of, by its state before, ahead of anything that was wished since. */
export function rescue(tab: Tab, before: SessionState): void {
  // What was written is known to whoever reads it, and what has failed to every tab; but not what a robbed tab did last.
  const isOwn = ({ stored, status }: OutboxEntry) => tab.unsure || !(stored || status === 'failed');
  // Where nothing has begun, everything was forgotten.
  const outbox = tab.loop.state().phase.name === 'idle' ? [] : before.outbox.filter(isOwn);
  ask(tab, { ...before, outbox, draft: tab.unsure && !tab.keeper ? before.draft : '' });
  tab.unsure = false;
}

/**
 * Hands over what only this tab's own record tells of. Where another conversation has taken the place of the one that it is of, nothing is
 * said there by itself, because nobody looks into the history that may have it: the visitor decides.
 */
export function handOver(tab: Tab): void {
  const rest = tab.rest?.snapshot;
  if (rest && !forgets(tab)) ask(tab, rest);
}

type Left = Pick<Snapshot, 'forgottenAt' | 'session' | 'outbox' | 'draft' | 'edits'>;

function ask(tab: Tab, { forgottenAt, session, outbox, draft, edits }: Left): void {
  const { wishes, loop, ports } = tab;
  const now = loop.state();
  const isElsewhere = session?.id !== now.session?.id;
  const later = [...wishes];
  wishes.clear();
  if (draft && now.forgottenAt <= forgottenAt) {
    keepWish(tab, { type: 'draftChanged', text: draft, edits }, ports.clock.now());
  }
  for (const { id, text, custom, at } of outbox) {
    // It may all have been forgotten before something began anew.
    if (now.forgottenAt > forgottenAt || isKnown(now, id)) continue;
    const how = ports.storage?.perTab && isElsewhere ? 'failed' : 'doubtful';
    keepWish(tab, { type: 'sendRequested', id, text, ...(custom && { custom }), [how]: true, since: at });
  }
  for (const [id, each] of later) if (!isForgotten(now, each)) wishes.set(id, each);
}

/**
 * Of words that were typed where others could not be seen, neither take the place of the other: there is one composer for all. So it is with what
 * comes from another time of this tab, and with what is typed before it knows how things stand. `knew`: it did.
 */
export function joinDrafts(tab: Tab, knew: boolean): void {
  // What stands there is to be forgotten.
  if (forgets(tab)) return;
  const now = tab.loop.state();
  let { draft } = now;
  for (const [id, wish] of tab.wishes) {
    const { input, since, over, of } = wish;
    const edits = 'edits' in input ? input.edits : undefined;
    if ((of && of !== now.session?.id) || (edits && knows(now, edits))) {
      tab.wishes.delete(id);
      continue;
    }
    if (input.type !== 'draftChanged' || (knew && !since)) continue;
    let { text } = input;
    // Of a draft from another time the owner may have been told, and have gone on from there.
    const isThere = since ? draft.includes(text) : draft.endsWith(text);
    // Whoever changes what stands there has seen it.
    const hasSeen = draft === over || (edits && knows({ edits }, now.edits));
    if (!hasSeen && !text.includes(draft)) text = isThere ? draft : `${draft}\n${text}`;
    wish.input = { ...input, text };
    if (since || draft === over) draft = text;
  }
}

/** What this tab has kept for itself alone, the owner cannot remove. */
function forgetOwn(tab: Tab): void {
  tab.rest = undefined;
  if (tab.ports.storage?.perTab) tab.keeper?.clear();
}

function listenOn(tab: Tab): void {
  tab.cancelSilence?.();
  tab.cancelSilence = tab.ports.clock.after(SILENCE_MS, () => tab.role === 'follower' && hello(tab));
}

function mirror(tab: Tab, { input, turns }: SaidOf<'input'>): void {
  const { loop } = tab;
  listenOn(tab);
  if (turns !== loop.turns() + 1) {
    hello(tab);
    return;
  }
  batch(() => {
    loop.mirror(input);
    showTyped(tab);
    if (input.type !== 'forgetRequested') return;
    forgetOwn(tab);
    for (const [id, each] of [...tab.wishes]) if (isForgotten(loop.state(), each)) taken(tab, id);
  });
  // Who comes next may sleep, and would not say so.
  if (input.type === 'frozen') hello(tab);
}
