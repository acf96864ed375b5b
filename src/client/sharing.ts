/**
 * One conversation in several tabs: one of them owns it, with socket, timers and storage; the others run the same machine on the same inputs,
 * without performing its effects, and hand their wishes to the owner. So every tab holds the whole state and can take over at any moment.
 * Who owns is decided by the tabs port. Here is what comes in from outside; owning.ts and following.ts are the two sides. The loop is loop.ts.
 */

import type { Fact, Input, Intent } from '../session/input.ts';
import type { SessionState, Sight } from '../session/state.ts';
import { follow, keepWish, listen, meet, wish } from './following.ts';
import type { Keeper } from './keeper.ts';
import { act, answer, dropHeld, hear, lost, own, serve } from './owning.ts';
import type { Ports } from './ports.ts';
import { createPulse, STILL_MS } from './pulse.ts';
import { become, calm, FORM, isAwake, isWish, post, type Said, type Steering, type Tab, type Wish } from './tab.ts';
import { leaveUnheard, takeUnheard } from './unheard.ts';

export type { Role } from './tab.ts';

export interface Sharing {
  take(input: Intent | Fact): void;
  /** The owner is taking an input: the others, if there may be any, take it, too. */
  tell(input: Input, wish: string | undefined): void;
  tellTicket(ticket: string): void;
  /** The number of the present time of ownership. */
  reign(): number;
  /** Nothing that was asked for is still to be taken, and the state is that of all tabs. */
  settled(): boolean;
  /** Begins without a wish of the visitor's, because something is kept. */
  wake(): void;
  stop(): void;
}

/** Facts of a tab's own surroundings that concern the owner, wherever they come up. */
const NUDGES: readonly string[] = ['visible', 'online', 'resumed'];

const AT_REST: readonly string[] = ['idle', 'ended', 'failed'];
/** A browser that has not said for so long which tab owns the conversation will not say, in milliseconds. */
const LOCK_MS = 4_000;

const OF_REIGNS: readonly string[] = ['state', 'input', 'ticket', 'know', 'wish'];

export function createSharing(ports: Ports, keeper: Keeper | undefined, loop: Steering): Sharing {
  const isBusy = () => tab.role === 'entering' || isUnderWay(loop.state());
  const tab: Tab = {
    ports,
    keeper,
    loop,
    pulse: ports.tabs && createPulse(ports.clock, isBusy),
    wishes: new Map(),
    role: 'away',
    membership: undefined,
    synced: false,
    company: false,
    seasoned: false,
    begun: false,
    slept: false,
    robbed: false,
    unsure: false,
    rest: undefined,
    era: 0,
    reign: 0,
    known: 0,
    heard: undefined,
    held: [],
    cancelHold: undefined,
    alone: false,
    cancelLock: undefined,
    cancelPatience: undefined,
    cancelSilence: undefined,
  };
  if (tab.pulse) keeper?.ask(tab.pulse.stoodStill);
  return {
    take: input => take(tab, input),
    tell: (input, wish) => tab.company && post(tab, { say: 'input', input, turns: loop.turns(), wish }),
    tellTicket: ticket => post(tab, { say: 'ticket', ticket }),
    reign: () => tab.reign,
    settled: () =>
      tab.wishes.size + tab.held.length === 0 && (tab.role === 'follower' ? tab.synced : tab.role !== 'entering'),
    wake: () => join(tab),
    stop() {
      flush(tab);
      dropHeld(tab);
      leaveWishes(tab);
      leave(tab);
      keeper?.stop();
    },
  };
}

/** Something is being sent, or on its way to where it can be. What waits for a network, or has been told to wait, may do so for hours. */
function isUnderWay({ phase, outbox, link }: SessionState): boolean {
  if (phase.name === 'active') return outbox.some(({ status }) => status !== 'failed');
  return (
    !AT_REST.includes(phase.name) && !(('until' in phase && (!phase.until || phase.code === 'offline')) || link.pause)
  );
}

function take(tab: Tab, input: Intent | Fact): void {
  const { role, keeper } = tab;
  const asleep = role === 'away';
  if (input.type === 'frozen') {
    if (!asleep) sleep(tab);
  } else if (role === 'owner') {
    // A page that comes back may have been stopped without a word.
    if (input.type === 'visible' || input.type === 'resumed') tab.pulse?.doubt();
    act(tab, input);
    // The last moment that some phones give a page.
    if (input.type === 'hidden') keeper?.flush();
  } else if (isWish(input)) {
    if (asleep) join(tab);
    wish(tab, input);
  } else if (input.type === 'looked') {
    if (role === 'follower') look(tab, input.sight);
  } else if (asleep && tab.begun && (input.type === 'resumed' || input.type === 'visible')) join(tab);
  // Whether there is a network the owner knows by itself, and sooner.
  else if (role === 'follower' && NUDGES.includes(input.type)) wish(tab, { type: 'visible' });
}

/** The owner is told, and nobody waits for it: the next one learns it anew. */
function look(tab: Tab, sight: Sight): void {
  post(tab, { say: 'wish', input: { type: 'looked', sight } });
}

// ---------------------------------------------------------------- coming and going

async function join(tab: Tab): Promise<void> {
  const { tabs, clock, handover, storage } = tab.ports;
  // A page that was only put away has its own still, and not those of the pages that stood here meanwhile.
  const mine = [...tab.wishes.values()];
  for (const { input, at, of } of takeUnheard(clock, handover)) {
    if (mine.every(({ since }) => since !== at)) keepWish(tab, input, at, of);
  }
  tab.unsure ||= tab.begun && !tab.keeper;
  tab.begun = true;
  become(tab, 'entering');
  if (!tabs || tab.alone) {
    void own(tab);
    return;
  }
  // What only this tab can read is there before another one says how things stand.
  if (storage?.perTab && storage.known() && !isAwake(tab)) {
    const { era } = tab;
    const kept = await tab.keeper?.load();
    if (era !== tab.era) return;
    tab.rest = typeof kept === 'object' ? kept : undefined;
  }
  expectLock(tab);
  try {
    tab.membership = tabs.join({
      owned: () => void own(tab),
      following: () => follow(tab),
      lost: () => lost(tab),
      received: message => received(tab, message),
    });
  } catch {
    // Denied since the page began, as when the visitor forbids the site its storage meanwhile.
    goAlone(tab);
  }
}

function goAlone(tab: Tab): void {
  tab.alone = true;
  tab.membership?.leave();
  tab.membership = undefined;
  tab.ports.log.warn('tabs_silent', 'No answer from Web Locks: this tab goes on alone.');
  void own(tab);
}

/** Two tabs that both act are harmless to the conversation; one that waits for ever is of no use to the visitor. */
function expectLock(tab: Tab): void {
  // Asked here as well, so that it is noticed when the page stands still.
  tab.pulse?.stoodStill();
  tab.cancelLock = tab.ports.clock.after(LOCK_MS, () => {
    // The answer may be among what has waited.
    if (tab.pulse?.stoodStill()) expectLock(tab);
    else goAlone(tab);
  });
}

/** The page sleeps: the conversation goes to another tab, or waits in the storage. */
function sleep(tab: Tab): void {
  // One that may be the owner no more neither says nor writes anything.
  const sure = tab.held.length === 0;
  dropHeld(tab);
  if (tab.role === 'owner' && sure) tab.loop.own({ type: 'frozen' });
  leaveWishes(tab, sure && flush(tab) ? unwritten(tab.loop.state(), tab.ports.clock.now()) : []);
  tab.loop.standDown();
  leave(tab);
  tab.slept = true;
}

/** Browsers may cut a write when the page goes: its next page asks for what may be in no record. */
function unwritten({ session, draft: text, edits, writer, outbox }: SessionState, since: number): Wish[] {
  if (!session) return [];
  const left: Intent[] = outbox.flatMap(each => (each.stored ? [] : [{ ...each, type: 'sendRequested' }]));
  if (writer) left.push({ type: 'draftChanged', text, edits });
  return left.map(input => ({ input, told: true, since, of: session.id }));
}

/** To the next chat of this tab. */
function leaveWishes(
  { wishes, seasoned, company, ports: { clock, handover, storage } }: Tab,
  own: readonly Wish[] = [],
): void {
  for (const each of wishes.values()) each.since ??= clock.now();
  // Where this tab never had a conversation, nor heard of one, none can have been forgotten.
  leaveUnheard(handover, [...own, ...wishes.values()], !seasoned && !company && !storage?.known());
}

function flush({ role, keeper }: Tab): boolean | undefined {
  return role === 'owner' ? keeper?.flush() : false;
}

function leave(tab: Tab): void {
  calm(tab);
  // Browsers say that a page is hidden only after they have put it away. Who owns after an owner asks anew.
  if (tab.role === 'follower') look(tab, 0);
  tab.pulse?.stop();
  tab.membership?.leave();
  tab.membership = undefined;
  tab.synced = false;
  become(tab, 'away');
}

// ---------------------------------------------------------------- what other tabs say

function received(tab: Tab, message: unknown): void {
  const said = message as Said & { readonly form?: unknown; readonly reign: number; readonly at: number };
  if (said?.form !== FORM) return;
  tab.company = true;
  if (said.reign > tab.reign) succeed(tab, said);
  // The last words of an owner that does not know yet that it is none; or a wish to it, which comes again in its turn.
  else if (said.reign < tab.reign && OF_REIGNS.includes(said.say)) return;
  const ageMs = tab.ports.clock.now() - said.at;
  // Nobody waits so long for an answer.
  if (tab.role === 'owner' && ageMs > STILL_MS) tab.pulse?.doubt();
  if (said.say === 'ask') answer(tab, ageMs);
  else if (tab.role === 'owner') serve(tab, said);
  else if (tab.role === 'follower') listen(tab, said);
  // Who is about to own reads what is kept, and that may take a while.
  else if (said.say === 'hello' || said.say === 'wish') post(tab, { say: 'soon' });
  else if (said.say === 'know') hear(tab, said);
}

/** Another tab owns it since. */
function succeed(tab: Tab, said: Said & { readonly reign: number }): void {
  tab.reign = said.reign;
  tab.heard = undefined;
  if (tab.role === 'owner') {
    lost(tab);
    // Perhaps the lock is still here: of two thieves, the first may have heard last that it owns.
    tab.robbed = false;
    tab.membership?.leave();
    join(tab);
  } else if (tab.role === 'follower') {
    // The one before may have taken things that it told this tab, and not the next owner, before it died.
    tab.unsure ||= tab.synced && !tab.keeper;
    if (said.say !== 'state') meet(tab);
  }
}
