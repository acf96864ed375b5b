/**
 * One conversation in several tabs: one of them owns it, with socket, timers and storage; the others run the same machine on the same inputs,
 * without performing its effects, and hand their wishes to the owner. So every tab holds the whole state and can take over at any moment.
 * Who owns is decided by the tabs port; what a tab does about it is here. The loop itself is client.ts.
 */

import { batch } from '@preact/signals-core';
import type { Fact, Input, Intent } from '../session/input.ts';
import { isKnown } from '../session/keeping.ts';
import { type Kept, takeSnapshot } from '../session/snapshot.ts';
import type { SessionState } from '../session/state.ts';
import type { Keeper } from './keeper.ts';
import type { Ports, TabMembership } from './ports.ts';

/** `away`: nothing has begun, or the page sleeps. */
export type Role = 'away' | 'joining' | 'owner' | 'follower';

/** What tabs say to each other. The resume ticket goes along, as it would through the storage; the access token never does. */
type Said =
  | { readonly say: 'hello' | 'owner' | 'soon' }
  | { readonly say: 'state'; readonly state: SessionState; readonly turns: number; readonly ticket: string }
  | { readonly say: 'input'; readonly input: Input; readonly turns: number; readonly wish: string | undefined }
  | { readonly say: 'wish'; readonly input: Intent | Fact; readonly wish: string }
  | { readonly say: 'ticket'; readonly ticket: string };

/** Tabs of different versions do not understand each other: raised when what they say, or the state, changes its form. */
const FORM = 1;

/** An owner that has not answered for so long is taken for dead, in milliseconds. */
const ANSWER_MS = 1_500;
/** One that is about to own, and says so, has as long as storages take at most, and a little more. */
const READ_MS = 3_000;

export interface Sharing {
  take(input: Intent | Fact): void;
  /** The owner is taking an input: the others take it, too. */
  tell(input: Input, wish: string | undefined): void;
  tellTicket(ticket: string): void;
  /** Begins without a wish of the visitor's, because something is kept. */
  wake(): void;
  stop(): void;
}

/** What the loop does for it. */
export interface Loop {
  /** Takes an input as owner: effects are performed, and the others are told. */
  own(input: Intent | Fact, wish?: string): void;
  /** Takes an input as the owner took it, without performing its effects. */
  mirror(input: Input): void;
  /** Takes over the owner's state as it is. */
  adopt(state: SessionState, turns: number): void;
  /** Starts from what was kept, in place of whatever state there is. */
  restore(kept: Kept): void;
  state(): SessionState;
  /** How many inputs the state has taken. */
  turns(): number;
  ticket(): string;
  setTicket(ticket: string): void;
  /** Ends socket, timers and writing. */
  standDown(): void;
  roleChanged(role: Role): void;
}

interface Wish {
  readonly input: Intent | Fact;
  /** Another tab was told of it, and may have done it. */
  told: boolean;
}

/** Facts of a tab's own surroundings that concern the owner, wherever they come up. */
const NUDGES: readonly string[] = ['visible', 'online', 'resumed'];

const OF_OWNERS: readonly string[] = ['state', 'input', 'ticket'];

export function createSharing(
  { tabs, clock, random, environment }: Ports,
  keeper: Keeper | undefined,
  loop: Loop,
): Sharing {
  /** Wishes that no owner is known to have taken, oldest first. */
  const wishes = new Map<string, Wish>();
  let role: Role = 'away';
  let membership: TabMembership | undefined;
  /** A follower has the owner's state, and has missed no input since. */
  let synced = false;
  /** There is a state that was shared or kept before: a page that slept, a tab that followed. */
  let seasoned = false;
  let cancelPatience: (() => void) | undefined;
  /** It was in the group before, and comes back after sleep. */
  let begun = false;
  /** Since then it has not learnt how things stand. */
  let slept = false;
  /** Another tab took the conversation by force; only a wish of the visitor's is worth taking it back. */
  let robbed = false;
  /** What this tab has not got rid of may be known to nobody else: it slept without a storage, or took it before it knew of being robbed. */
  let unsure = false;
  /** Fences the answer of a storage that was asked in another role. */
  let era = 0;

  /** Each time of ownership has a number, higher than those before it; this is the highest that was heard of. */
  let reign = 0;

  const post = (said: Said) => membership?.post({ ...said, form: FORM, reign });

  function become(next: Role): void {
    role = next;
    era += 1;
    loop.roleChanged(next);
  }

  function join(): void {
    unsure = begun && !keeper;
    begun = true;
    become('joining');
    if (tabs) membership = tabs.join({ owned: () => void own(), following: follow, lost, received });
    else void own();
  }

  async function own(): Promise<void> {
    become('joining');
    const asked = era;
    calm();
    const forgets = [...wishes.values()].some(({ input }) => input.type === 'forgetRequested');
    const stored = forgets ? undefined : await keeper?.load();
    if (asked !== era) return;
    become('owner');
    reign = Math.max(reign + 1, clock.now());
    robbed = false;
    if (!forgets) takeUp(stored);
    // It may have changed while nobody was in a position to hear.
    if (environment.online !== loop.state().online) loop.own({ type: environment.online ? 'online' : 'offline' });
    seasoned = true;
    slept = unsure = false;
    const waiting = [...wishes];
    wishes.clear();
    // What was wished before all is to be forgotten is not even begun.
    const last = forgets ? waiting.findLastIndex(([, { input }]) => input.type === 'forgetRequested') : 0;
    for (const [id, { input, told }] of waiting.slice(last)) loop.own(told ? inDoubt(input) : input, id);
    post({ say: 'owner' });
  }

  /** A tab that followed is usually ahead of what was written; one that slept may have been overtaken by others. */
  function takeUp(stored: Kept | 'nothing' | undefined): void {
    const { outbox } = loop.state();
    // Kept no more: what this page remembers was forgotten in another one.
    if (stored === 'nothing' && (slept || unsure)) loop.own({ type: 'forgetRequested' });
    // Turns that a tab took after it was robbed count for nothing.
    else if (typeof stored === 'object' && (!seasoned || unsure || stored.turns > loop.turns())) {
      loop.restore(stored);
      rescue(outbox);
    } else if (seasoned) {
      loop.restore({ snapshot: takeSnapshot(loop.state()), turns: loop.turns(), ticket: loop.ticket() });
      // The one before has not come to write it, or to remove what was to be forgotten.
      if (loop.state().phase.name !== 'idle') keeper?.persist(true);
      else if (typeof stored === 'object') keeper?.clear();
    }
  }

  function follow(): void {
    become('follower');
    meet();
  }

  function lost(): void {
    loop.standDown();
    robbed = unsure = true;
    follow();
  }

  /** There is another owner: what the one before was told of may have been done, or may not. */
  function meet(): void {
    for (const [id, { input, told }] of wishes) wishes.set(id, { input: told ? inDoubt(input) : input, told: false });
    hello();
  }

  function hello(): void {
    synced = false;
    post({ say: 'hello' });
    beginPatience(ANSWER_MS);
  }

  function beginPatience(ms: number): void {
    calm();
    expectAnswer(ms);
  }

  /** Without an answer the owner is dead or asleep, whatever its lock says. */
  function expectAnswer(ms = ANSWER_MS): void {
    cancelPatience ??= clock.after(ms, () => {
      cancelPatience = undefined;
      if (role === 'follower' && (!robbed || wishes.size > 0)) membership?.steal();
    });
  }

  function calm(): void {
    cancelPatience?.();
    cancelPatience = undefined;
  }

  function wish(input: Intent | Fact): void {
    const id = random.uuid();
    wishes.set(id, { input, told: false });
    showTyped();
    if (synced) forward();
    // A robbed tab lets the matter rest until somebody wants something of it.
    else if (role === 'follower' && !cancelPatience) hello();
  }

  /** Letters do not wait for another tab, and none that comes back from there stands in the way of a later one. */
  function showTyped(): void {
    const typed = [...wishes.values()].findLast(({ input }) => input.type === 'draftChanged')?.input;
    if (typed?.type === 'draftChanged') loop.adopt({ ...loop.state(), draft: typed.text }, loop.turns());
  }

  function taken(id: string): void {
    if (!wishes.delete(id)) return;
    calm();
    if (synced) forward();
  }

  /** One at a time: what this owner has not taken, the next one gets first. */
  function forward(): void {
    const [first] = wishes;
    if (!first) return;
    const [wish, each] = first;
    if (!each.told) post({ say: 'wish', wish, input: each.input });
    each.told = true;
    expectAnswer();
  }

  function received(message: unknown): void {
    const said = message as Said & { readonly form?: unknown; readonly reign: number };
    if (said?.form !== FORM) return;
    if (said.reign > reign) succeed(said);
    // The last words of an owner that does not know yet that it is none.
    else if (said.reign < reign && OF_OWNERS.includes(said.say)) return;
    if (role === 'owner') serve(said);
    else if (role === 'follower') listen(said);
    // Who is about to own reads what is kept, and that may take a while.
    else if (said.say === 'hello' || said.say === 'wish') post({ say: 'soon' });
  }

  /** Another tab owns it since. */
  function succeed(said: Said & { readonly reign: number }): void {
    reign = said.reign;
    if (role === 'owner') lost();
    else if (role === 'follower' && said.say !== 'state') meet();
  }

  function serve(said: Said): void {
    if (said.say === 'wish') loop.own(said.input, said.wish);
    else if (said.say === 'hello') {
      post({ say: 'state', state: loop.state(), turns: loop.turns(), ticket: loop.ticket() });
      // Perhaps it was the owner, and has written what is old by now before it learnt that it is so no more.
      if (loop.state().phase.name !== 'idle') keeper?.rewrite();
    }
  }

  function listen(said: Said): void {
    if (said.say === 'soon') beginPatience(READ_MS);
    else if (said.say === 'ticket') loop.setTicket(said.ticket);
    else if (said.say === 'state') adopt(said);
    else if (said.say === 'input') {
      if (said.wish !== undefined) taken(said.wish);
      if (synced) mirror(said);
    }
  }

  function adopt({ state, turns, ticket }: Extract<Said, { say: 'state' }>): void {
    loop.setTicket(ticket);
    // The answer to another tab's question tells this one nothing new.
    if (synced && turns === loop.turns()) return;
    const { outbox } = loop.state();
    synced = seasoned = true;
    slept = false;
    batch(() => {
      loop.adopt(state, turns);
      showTyped();
    });
    rescue(outbox);
    calm();
    forward();
  }

  /** Asks for what only this tab may know of, before anything that was wished since. */
  function rescue(outbox: SessionState['outbox']): void {
    const later = [...wishes];
    wishes.clear();
    // Where nothing has begun, everything was forgotten.
    for (const { id, text, status } of unsure && loop.state().phase.name !== 'idle' ? outbox : []) {
      if (status === 'failed' || isKnown(loop.state(), id)) continue;
      wishes.set(random.uuid(), { input: { type: 'sendRequested', id, text, doubtful: true }, told: false });
    }
    for (const [id, each] of later) wishes.set(id, each);
    unsure = false;
  }

  function mirror({ input, turns }: Extract<Said, { say: 'input' }>): void {
    if (turns !== loop.turns() + 1) hello();
    else
      batch(() => {
        loop.mirror(input);
        showTyped();
      });
  }

  /** The page sleeps: the conversation goes to another tab, or waits in the storage. */
  function sleep(): void {
    if (role === 'owner') loop.own({ type: 'frozen' });
    keeperFlush();
    loop.standDown();
    leave();
    slept = true;
  }

  function keeperFlush(): void {
    if (role === 'owner') keeper?.flush();
  }

  function leave(): void {
    calm();
    membership?.leave();
    membership = undefined;
    synced = false;
    become('away');
  }

  return {
    take(input) {
      const asleep = role === 'away';
      if (input.type === 'frozen') {
        if (!asleep) sleep();
      } else if (role === 'owner') {
        loop.own(input);
        // The last moment that some phones give a page.
        if (input.type === 'hidden') keeper?.flush();
      } else if (isWish(input)) {
        if (asleep) join();
        wish(input);
      } else if (asleep && begun && (input.type === 'resumed' || input.type === 'visible')) join();
      // Whether there is a network the owner knows by itself, and sooner.
      else if (role === 'follower' && NUDGES.includes(input.type)) wish({ type: 'visible' });
    },
    tell: (input, id) => post({ say: 'input', input, turns: loop.turns(), wish: id }),
    tellTicket: ticket => post({ say: 'ticket', ticket }),
    wake: join,
    stop() {
      keeperFlush();
      leave();
      keeper?.stop();
    },
  };
}

/** One that another tab was told of, and may have done before it died: the history decides. */
function inDoubt(input: Intent | Fact): Intent | Fact {
  return input.type === 'sendRequested' ? { ...input, doubtful: true } : input;
}

function isWish({ type }: Intent | Fact): boolean {
  return type === 'draftChanged' || type.endsWith('Requested');
}
