/**
 * One conversation in several tabs: one of them owns it, with socket, timers and storage; the others run the same machine on the same inputs,
 * without performing its effects, and hand their wishes to the owner. So every tab holds the whole state and can take over at any moment.
 * Who owns is decided by the tabs port; what a tab does about it is here. The loop itself is client.ts.
 */

import type { Fact, Input, Intent } from '../session/input.ts';
import { type Kept, takeSnapshot } from '../session/snapshot.ts';
import type { SessionState } from '../session/state.ts';
import type { Keeper } from './keeper.ts';
import type { Ports, TabMembership } from './ports.ts';

/** `away`: nothing has begun, or the page sleeps. */
export type Role = 'away' | 'joining' | 'owner' | 'follower';

/** What tabs say to each other. The resume ticket goes along, as it would through the storage; the access token never does. */
type Said =
  | { readonly say: 'hello' | 'owner' }
  | { readonly say: 'state'; readonly state: SessionState; readonly turns: number; readonly ticket: string }
  | { readonly say: 'input'; readonly input: Input; readonly turns: number; readonly wish: string | undefined }
  | { readonly say: 'wish'; readonly input: Intent | Fact; readonly wish: string }
  | { readonly say: 'ticket'; readonly ticket: string };

/** Tabs of different versions do not understand each other: raised when what they say, or the state, changes its form. */
const FORM = 1;

/** An owner that has not answered for so long is taken for dead, in milliseconds. */
const ANSWER_MS = 1_500;

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
  /** Takes an input without performing its effects: as the owner took it, or, uncounted, ahead of it. */
  mirror(input: Input, counted: boolean): void;
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

export function createSharing(
  { tabs, clock, random, environment }: Ports,
  keeper: Keeper | undefined,
  loop: Loop,
): Sharing {
  /** Wishes that no owner is known to have taken, oldest first. */
  const wishes = new Map<string, Wish>();
  /** Those of them that this tab has acted upon already. */
  const ahead = new Set<string>();
  let role: Role = 'away';
  let membership: TabMembership | undefined;
  /** A follower has the owner's state, and has missed no input since. */
  let synced = false;
  /** There is a state that was shared or kept before: a page that slept, a tab that followed. */
  let seasoned = false;
  let cancelPatience: (() => void) | undefined;
  /** It was in the group before, and comes back after sleep. */
  let begun = false;
  /** Another tab took the conversation by force; only a wish of the visitor's is worth taking it back. */
  let robbed = false;
  /** Fences the answer of a storage that was asked in another role. */
  let era = 0;

  const post = (said: Said) => membership?.post({ ...said, form: FORM });

  function become(next: Role): void {
    role = next;
    era += 1;
    loop.roleChanged(next);
  }

  function join(): void {
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
    robbed = false;
    takeUp(stored);
    seasoned = true;
    const waiting = [...wishes];
    wishes.clear();
    for (const [id, { input, told }] of waiting) loop.own(told ? inDoubt(input) : input, id);
    post({ say: 'owner' });
  }

  /** A tab that followed is usually ahead of what was written; one that slept may have been overtaken by others. */
  function takeUp(stored: Kept | undefined): void {
    if (stored && (!seasoned || stored.turns > loop.turns())) loop.restore(stored);
    else if (seasoned) {
      const ticket = stored?.ticket || loop.ticket();
      loop.restore({ snapshot: takeSnapshot(loop.state()), turns: loop.turns(), ticket });
    } else if (!environment.online) loop.own({ type: 'offline' });
  }

  function follow(): void {
    become('follower');
    hello();
  }

  function lost(): void {
    loop.standDown();
    robbed = true;
    follow();
  }

  function hello(): void {
    synced = false;
    post({ say: 'hello' });
    expectAnswer();
  }

  /** Without an answer the owner is dead or asleep, whatever its lock says. */
  function expectAnswer(): void {
    cancelPatience ??= clock.after(ANSWER_MS, () => {
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
    if (!synced) return;
    // Letters do not wait for another tab.
    if (input.type === 'draftChanged') {
      ahead.add(id);
      loop.mirror({ ...input, at: clock.now() }, false);
    }
    forward();
  }

  function taken(id: string): void {
    if (!wishes.delete(id)) return;
    calm();
    if (wishes.size > 0) expectAnswer();
  }

  function forward(): void {
    for (const [id, each] of wishes) {
      if (!each.told) post({ say: 'wish', wish: id, input: each.input });
      each.told = true;
    }
    if (wishes.size > 0) expectAnswer();
  }

  function received(message: unknown): void {
    const said = message as Said & { readonly form?: unknown };
    if (said.form !== FORM) return;
    if (role === 'owner') serve(said);
    else if (role === 'follower') listen(said);
  }

  function serve(said: Said): void {
    if (said.say === 'wish') loop.own(said.input, said.wish);
    else if (said.say === 'hello') {
      post({ say: 'state', state: loop.state(), turns: loop.turns(), ticket: loop.ticket() });
    }
  }

  function listen(said: Said): void {
    if (said.say === 'owner') hello();
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
    loop.adopt(state, turns);
    synced = seasoned = true;
    ahead.clear();
    calm();
    // What an owner before this one was told of may have been done, or may not.
    for (const [id, { input, told }] of wishes) wishes.set(id, { input: told ? inDoubt(input) : input, told: false });
    forward();
  }

  function mirror({ input, turns, wish: id }: Extract<Said, { say: 'input' }>): void {
    if (turns !== loop.turns() + 1) hello();
    // This tab has shown its own letters before anyone else.
    else if (id !== undefined && ahead.delete(id)) loop.adopt(loop.state(), turns);
    else loop.mirror(input, true);
  }

  /** The page sleeps: the conversation goes to another tab, or waits in the storage. */
  function sleep(): void {
    if (role === 'owner') loop.own({ type: 'frozen' });
    keeperFlush();
    loop.standDown();
    leave();
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
      else if (role === 'follower' && NUDGES.includes(input.type)) wish(input);
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
