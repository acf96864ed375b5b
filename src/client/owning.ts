/**
 * A tab that owns the conversation: how it comes by it, from what it goes on, and how it makes sure, after it stood still, that it owns it
 * still. Its socket, timers and writing are the loop's and the keeper's.
 */

import { batch } from '@preact/signals-core';
import type { Fact, Intent } from '../session/input.ts';
import type { Kept } from '../session/snapshot.ts';
import { follow, handOver, joinDrafts, keepWish, rescue } from './following.ts';
import { NEWS_MS } from './pulse.ts';
import {
  become,
  calm,
  forgets,
  type Held,
  holdsAnything,
  inDoubt,
  isAwake,
  isBlank,
  isForgotten,
  isNothing,
  isWish,
  keptOf,
  post,
  type Said,
  type Tab,
  type Told,
} from './tab.ts';

/** What other tabs know is here by then, in milliseconds; less than what they wait for an owner that says it will be soon. */
const ASK_MS = 500;

type Stored = Kept | 'nothing' | undefined;

export async function own(tab: Tab): Promise<void> {
  const { keeper, pulse, loop, ports } = tab;
  // Others are there, and one of them may have heard what this tab has not.
  const isLate = tab.role === 'follower';
  become(tab, 'entering');
  tab.heard = undefined;
  const asked = tab.era;
  calm(tab);
  pulse?.stoodStill();
  const isEnd = forgets(tab);
  const stored = isEnd ? undefined : await keeper?.load();
  const pause = (ms: number) => new Promise<void>(resolve => void ports.clock.after(ms, resolve));
  // A record that all tabs share says how things stand; one of this tab's own, or none, does not.
  const asks = isLate && !isEnd && (typeof stored !== 'object' || ports.storage?.perTab) && mayHaveMissed(tab);
  if (asks && asked === tab.era) {
    post(tab, { say: 'ask' });
    await pause(ASK_MS);
  }
  if (pulse?.stoodStill()) await pause(NEWS_MS);
  if (asked !== tab.era) return;
  become(tab, 'owner');
  const { known } = tab;
  const written = typeof stored === 'object' ? stored.reign : 0;
  tab.reign = tab.known = Math.max(tab.reign + 1, written + 1, ports.clock.now());
  tab.robbed = false;
  if (!isEnd) takeUp(tab, stored, known, asks ? tab.heard : undefined);
  tab.heard = tab.rest = undefined;
  const { online } = ports.environment;
  // It may have changed while nobody was in a position to hear.
  if (online !== loop.state().online) loop.own({ type: online ? 'online' : 'offline' });
  // Of what the others see nothing is known yet. Each that sees more will say so.
  loop.own({ type: 'looked', sight: loop.sight() });
  tab.seasoned = true;
  tab.slept = tab.unsure = false;
  takeWishes(tab, isEnd);
  post(tab, { say: 'owner' });
}

/** What it has is not the newest, or all of it may have been forgotten meanwhile; or it has nothing yet. */
function mayHaveMissed({ slept, known, reign, seasoned }: Tab): boolean {
  return slept || known !== reign || !seasoned;
}

/**
 * A tab that followed is usually ahead of what was written; one that slept may have been overtaken by others. `known`: the time of ownership
 * that this tab's state is of.
 */
function takeUp(tab: Tab, stored: Stored, known: number, heard: Told | undefined): void {
  const { loop, slept, unsure, seasoned, rest, ports } = tab;
  const awake = isAwake(tab);
  const before = loop.state();
  if (heard && !(rest && isBlank(heard.state, rest))) {
    loop.setTicket(heard.ticket);
    loop.adopt(heard.state, heard.turns, awake);
    goOn(tab, stored);
    rescue(tab, before);
    handOver(tab);
  }
  // Robbed by one that has begun nothing: a record that nobody else writes is no newer than what this page remembers.
  else if (rest && unsure && seasoned) goOn(tab, stored);
  // Kept no more: what this page remembers was forgotten in another one.
  else if (stored === 'nothing' && (slept || unsure)) {
    // That this tab keeps nothing tells nothing of what another one keeps for itself.
    if (ports.storage?.perTab) loop.adopt({ ...loop.blank(), forgottenAt: before.forgottenAt }, loop.turns(), awake);
    else loop.own({ type: 'forgetRequested' });
  }
  // Turns that a tab took after it was robbed count for nothing.
  else if (typeof stored === 'object' && (!seasoned || unsure || isAhead(stored, known, loop.turns()))) {
    loop.restore(stored, awake);
    rescue(tab, before);
  } else if (seasoned) {
    goOn(tab, stored);
    handOver(tab);
  }
  joinDrafts(tab, awake);
}

/** Who owned it later has the last word, however little happened then. */
const isAhead = ({ reign, turns }: Kept, known: number, own: number): boolean =>
  reign > known || (reign === known && turns > own);

function goOn(tab: Tab, stored: Stored): void {
  const { loop, keeper } = tab;
  loop.restore(keptOf(tab), isAwake(tab));
  // The one before has not come to write it, or to remove what was to be forgotten.
  if (!isNothing(loop.state())) keeper?.persist(true);
  else if (typeof stored === 'object') keeper?.clear();
}

/**
 * Another tab is about to own. Only who knows that nothing was forgotten since tells it what there is: not one that slept, that has heard of
 * an owner and not yet what that one has done, or that has stood still, so that the question is old.
 */
export function answer(tab: Tab, ageMs: number): void {
  if (ageMs > ASK_MS || mayHaveMissed(tab)) return;
  post(tab, { say: 'know', ...whole(tab) });
}

const whole = ({ loop }: Tab): Told => ({ state: loop.state(), turns: loop.turns(), ticket: loop.ticket() });

/** Several may answer; the one counts that has heard most, this tab included. */
export function hear(tab: Tab, said: Told): void {
  const own = mayHaveMissed(tab) ? 0 : tab.loop.turns();
  if (said.turns > (tab.heard?.turns ?? own)) tab.heard = said;
}

function takeWishes({ wishes, loop }: Tab, isEnd: boolean): void {
  const waiting = [...wishes];
  wishes.clear();
  // What was wished before all is to be forgotten is not even begun.
  const last = isEnd ? waiting.findLastIndex(([, { input }]) => input.type === 'forgetRequested') : 0;
  batch(() => {
    for (const [id, { input, told }] of waiting.slice(last)) loop.own(told ? inDoubt(input) : input, id);
  });
}

/** Takes an input as owner, once it is sure that this tab is still that. */
export function act(tab: Tab, input: Intent | Fact, wish?: string, since?: number): void {
  const { pulse, ports } = tab;
  const offline = input.type === 'offline';
  if (offline || (tab.held.length === 0 && !pulse?.stoodStill())) {
    // Nothing that waits is done without a network.
    if (offline) tab.held = tab.held.filter(each => each.input.type !== 'online');
    perform(tab, { input, wish, since });
    return;
  }
  tab.held.push({ input, wish, since });
  tab.cancelHold ??= ports.clock.after(NEWS_MS, () => {
    for (const each of unhold(tab)) perform(tab, each);
  });
}

function perform({ loop }: Tab, asked: Held): void {
  // A page that has slept may ask again for what was done, and forgotten since: that is taken as nothing, so that nobody waits for it.
  loop.own(isForgotten(loop.state(), asked) ? { type: 'hidden' } : asked.input, asked.wish);
}

function unhold(tab: Tab): Held[] {
  const all = tab.held;
  tab.held = [];
  tab.cancelHold?.();
  tab.cancelHold = undefined;
  return all;
}

/** Not the owner any more: what other tabs wished they will ask the next one for, what this one wished it asks for, too. */
export function dropHeld(tab: Tab): void {
  for (const { input, wish } of unhold(tab)) if (wish === undefined && isWish(input)) keepWish(tab, input);
}

export function lost(tab: Tab): void {
  dropHeld(tab);
  tab.pulse?.stop();
  tab.loop.standDown();
  // The thief may never have had what this tab alone has kept.
  if (tab.ports.storage?.perTab && tab.seasoned) {
    const kept = keptOf(tab);
    tab.rest = holdsAnything(kept.snapshot) ? kept : undefined;
  }
  tab.robbed = tab.unsure = true;
  follow(tab);
}

export function serve(tab: Tab, said: Said): void {
  const { loop, keeper } = tab;
  if (said.say === 'wish') act(tab, said.input, said.wish, said.since);
  else if (said.say === 'hello') {
    post(tab, { say: 'state', ...whole(tab) });
    // Perhaps it was the owner, and has written what is old by now before it learnt that it is so no more.
    if (loop.state().phase.name !== 'idle') keeper?.rewrite();
  }
}
