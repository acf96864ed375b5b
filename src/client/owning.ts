/**
 * A tab that owns the conversation: how it comes by it, from what it goes on, and how it makes sure, after it stood still, that it owns it
 * still. Its socket, timers and writing are the loop's and the keeper's.
 */

import type { Fact, Intent } from '../session/input.ts';
import { type Kept, takeSnapshot } from '../session/snapshot.ts';
import { follow, keepWish, rescue } from './following.ts';
import { NEWS_MS } from './pulse.ts';
import { become, calm, inDoubt, isWish, post, type Said, type Tab } from './tab.ts';

export async function own(tab: Tab): Promise<void> {
  const { keeper, pulse, wishes, loop, ports } = tab;
  become(tab, 'joining');
  const asked = tab.era;
  calm(tab);
  pulse?.stoodStill();
  const forgets = [...wishes.values()].some(({ input }) => input.type === 'forgetRequested');
  const stored = forgets ? undefined : await keeper?.load();
  if (pulse?.stoodStill()) await new Promise<void>(resolve => void ports.clock.after(NEWS_MS, resolve));
  if (asked !== tab.era) return;
  become(tab, 'owner');
  tab.reign = Math.max(tab.reign + 1, ports.clock.now());
  tab.robbed = false;
  if (!forgets) takeUp(tab, stored);
  const { online } = ports.environment;
  // It may have changed while nobody was in a position to hear.
  if (online !== loop.state().online) loop.own({ type: online ? 'online' : 'offline' });
  tab.seasoned = true;
  tab.slept = tab.unsure = false;
  takeWishes(tab, forgets);
  post(tab, { say: 'owner' });
}

/** A tab that followed is usually ahead of what was written; one that slept may have been overtaken by others. */
function takeUp(tab: Tab, stored: Kept | 'nothing' | undefined): void {
  const { loop, keeper, slept, unsure, seasoned } = tab;
  const { outbox } = loop.state();
  // Kept no more: what this page remembers was forgotten in another one.
  if (stored === 'nothing' && (slept || unsure)) loop.own({ type: 'forgetRequested' });
  // Turns that a tab took after it was robbed count for nothing.
  else if (typeof stored === 'object' && (!seasoned || unsure || stored.turns > loop.turns())) {
    loop.restore(stored);
    rescue(tab, outbox);
  } else if (seasoned) {
    loop.restore({ snapshot: takeSnapshot(loop.state()), turns: loop.turns(), ticket: loop.ticket() });
    // The one before has not come to write it, or to remove what was to be forgotten.
    if (loop.state().phase.name !== 'idle' || loop.state().draft) keeper?.persist(true);
    else if (typeof stored === 'object') keeper?.clear();
  }
}

function takeWishes({ wishes, loop }: Tab, forgets: boolean): void {
  const waiting = [...wishes];
  wishes.clear();
  // What was wished before all is to be forgotten is not even begun.
  const last = forgets ? waiting.findLastIndex(([, { input }]) => input.type === 'forgetRequested') : 0;
  for (const [id, { input, told }] of waiting.slice(last)) loop.own(told ? inDoubt(input) : input, id);
}

/** Takes an input as owner, once it is sure that this tab is still that. */
export function act(tab: Tab, input: Intent | Fact, wish?: string): void {
  const { loop, pulse, ports } = tab;
  const offline = input.type === 'offline';
  if (offline || (tab.held.length === 0 && !pulse?.stoodStill())) {
    // Nothing that waits is done without a network.
    if (offline) tab.held = tab.held.filter(each => each.input.type !== 'online');
    loop.own(input, wish);
    return;
  }
  tab.held.push({ input, wish });
  tab.cancelHold ??= ports.clock.after(NEWS_MS, () => {
    // What came in while the page stood still is older than the timers that ran out meanwhile, whichever of them the browser told first.
    const isTimer = (each: Tab['held'][number]) => Number(each.input.type === 'timerFired');
    for (const each of unhold(tab).sort((a, b) => isTimer(a) - isTimer(b))) loop.own(each.input, each.wish);
  });
}

function unhold(tab: Tab): Tab['held'] {
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
  tab.robbed = tab.unsure = true;
  follow(tab);
}

export function serve(tab: Tab, said: Said): void {
  const { loop, keeper } = tab;
  if (said.say === 'wish') act(tab, said.input, said.wish);
  else if (said.say === 'hello') {
    post(tab, { say: 'state', state: loop.state(), turns: loop.turns(), ticket: loop.ticket() });
    // Perhaps it was the owner, and has written what is old by now before it learnt that it is so no more.
    if (loop.state().phase.name !== 'idle') keeper?.rewrite();
  }
}
