/**
 * One tab among those that share a conversation: what it knows of its own standing, what tabs say to each other, and how this one says it.
 * What follows from all that is owning.ts and following.ts; what comes in from outside is sharing.ts.
 */

import type { Fact, Input, Intent } from '../session/input.ts';
import { MAX_WRITERS } from '../session/keeping.ts';
import { type Kept, type Snapshot, takeSnapshot } from '../session/snapshot.ts';
import type { Edits, SessionState, Sight } from '../session/state.ts';
import type { Keeper } from './keeper.ts';
import type { Ports, TabMembership } from './ports.ts';
import type { Pulse } from './pulse.ts';

/** `away`: nothing has begun, or the page sleeps. */
export type Role = 'away' | 'entering' | 'owner' | 'follower';

/** What tabs say to each other. The resume ticket goes along, as it would through the storage; the access token never does. */
export type Said =
  /** `ask`: of a tab that is about to own, and may have missed something; `know` answers it, whoever is awake. */
  | { readonly say: 'hello' | 'owner' | 'soon' | 'ask' }
  | ({ readonly say: 'state' } & Told)
  | ({ readonly say: 'know' } & Told)
  | { readonly say: 'input'; readonly input: Input; readonly turns: number; readonly wish: string | undefined }
  /** `wish`: the name under which it is waited for; left out where nobody does. */
  | ({ readonly say: 'wish'; readonly wish?: string } & Pick<Wish, 'input' | 'since'>)
  | { readonly say: 'ticket'; readonly ticket: string };

export type SaidOf<T extends Said['say']> = Extract<Said, { readonly say: T }>;
/** The whole conversation. */
export interface Told {
  readonly state: SessionState;
  readonly turns: number;
  readonly ticket: string;
}

/** Tabs of different versions do not understand each other: raised when what they say, or the state, changes its form. */
export const FORM = 7;

/** What the loop does for it. */
export interface Steering {
  /** Takes an input as owner: effects are performed, and the others are told. */
  own(input: Intent | Fact, wish?: string): void;
  /** Takes an input as the owner took it, without performing its effects. */
  mirror(input: Input): void;
  /** Takes over the owner's state as it is. `heard`: the page is told of what its own state did not say. */
  adopt(state: SessionState, turns: number, heard: boolean): void;
  /** Starts from what was kept, in place of whatever state there is. */
  restore(kept: Kept, heard: boolean): void;
  state(): SessionState;
  /** A state in which nothing has happened. */
  blank(): SessionState;
  /** How many inputs the state has taken. */
  turns(): number;
  ticket(): string;
  /** What this tab sees. */
  sight(): Sight;
  setTicket(ticket: string): void;
  /** Ends socket, timers and writing. */
  standDown(): void;
  roleChanged(role: Role): void;
}

export interface Wish {
  input: Intent | Fact;
  /** Another tab was told of it, and may have done it. */
  told: boolean;
  /** Since then its page has slept, or is gone: where all was forgotten later, so was this. */
  since?: number | undefined;
  /** Only of use in this session. */
  readonly of?: string | undefined;
  /** Of a draft: what stood in the composer before it. */
  readonly over?: string | undefined;
}

/** What an owner has been asked for. `wish`: by another tab, under this name. */
export type Held = Pick<Wish, 'input' | 'since'> & { readonly wish: string | undefined };

export interface Tab {
  readonly ports: Ports;
  readonly keeper: Keeper | undefined;
  readonly loop: Steering;
  readonly pulse: Pulse | undefined;
  /** Wishes that no owner is known to have taken, oldest first. */
  readonly wishes: Map<string, Wish>;
  role: Role;
  membership: TabMembership | undefined;
  /** A follower has the owner's state, and has missed no input since. */
  synced: boolean;
  /** Another tab was heard of. Whoever follows says hello to each owner: while nobody has, nobody is there who would hear what this one does. */
  company: boolean;
  /** There is a state that was shared or kept before: a page that slept, a tab that followed. */
  seasoned: boolean;
  /** It was in the group before, and comes back after sleep. */
  begun: boolean;
  /** Since then it has not learnt how things stand. */
  slept: boolean;
  /** Another tab took the conversation by force; only a wish of the visitor's is worth taking it back. */
  robbed: boolean;
  /**
   * What this tab has not got rid of may be known to nobody else: it slept without a storage, took it before it knew of being robbed, or
   * heard it from an owner that is gone.
   */
  unsure: boolean;
  /** What this tab alone has kept, and may know, until it has heard how things stand elsewhere. */
  rest: Kept | undefined;
  /** Fences the answer of a storage that was asked in another role. */
  era: number;
  /** Each time of ownership has a number, higher than those before it; this is the highest that was heard of. */
  reign: number;
  /** The one that this tab's state is of; 0 while it has none. Below `reign`, it may have missed that all was forgotten. */
  known: number;
  /** The newest that other tabs have told this one, which is about to own. */
  heard: Told | undefined;
  /** What came in when the page had stood still: whether it is still the owner's to do turns out in a moment. */
  held: Held[];
  cancelHold: (() => void) | undefined;
  /** The browser has not said in time which tab owns the conversation: this one asks no more, and is alone. */
  alone: boolean;
  cancelLock: (() => void) | undefined;
  cancelPatience: (() => void) | undefined;
  cancelSilence: (() => void) | undefined;
}

/** This page was awake all the time: what it has not heard it is told. What it slept through was told in other tabs, and is read there. */
export function isAwake({ seasoned, slept }: Tab): boolean {
  return seasoned && !slept;
}

export function post({ membership, ports, reign }: Tab, said: Said): void {
  membership?.post({ ...said, form: FORM, reign, at: ports.clock.now() });
}

export function become(tab: Tab, next: Role): void {
  tab.cancelLock?.();
  tab.role = next;
  tab.era += 1;
  tab.loop.roleChanged(next);
}

/** Nothing is expected of the owner any more. */
export function calm(tab: Tab): void {
  tab.cancelSilence?.();
  tab.cancelPatience?.();
  tab.cancelPatience = undefined;
}

/** One that another tab was told of, and may have done before it died: the history decides. */
export function inDoubt(input: Intent | Fact): Intent | Fact {
  return input.type === 'sendRequested' ? { ...input, doubtful: true } : input;
}

/** Nothing that was forgotten while a page slept comes back with its wishes. */
export function isForgotten({ forgottenAt }: SessionState, { since }: Pick<Wish, 'since'>): boolean {
  return (since ?? Infinity) <= forgottenAt;
}

/** What was wished before that is not even begun. */
export function forgets({ wishes }: Tab): boolean {
  return [...wishes.values()].some(({ input }) => input.type === 'forgetRequested');
}

/** Nothing has begun, and nothing is left of what was handed over. */
export function isNothing({ phase, draft, outbox }: SessionState): boolean {
  return phase.name === 'idle' && !draft && !outbox[0];
}

/**
 * Nothing has begun there, where here something has, nor was that forgotten there: a tab that merely came first. What is written or unsent there
 * stands in nobody's way: it goes along.
 */
export function isBlank(there: SessionState, { snapshot: rest }: Kept): boolean {
  const draft = knows(there, rest.edits) ? '' : rest.draft;
  const hasMore = rest.session || (isNothing(there) && holdsAnything({ ...rest, draft }));
  return there.phase.name === 'idle' && there.forgottenAt <= rest.forgottenAt && !!hasMore;
}

/** What was written there stands here, or was erased or sent since. What so many pages later is not kept any more was known. */
export function knows({ edits: own }: Pick<Snapshot, 'edits'>, there: Edits): boolean {
  const writers = Object.keys(own);
  const isOlder = (writer: string) => writers.length >= MAX_WRITERS && writers.every(each => each > writer);
  return Object.entries({ ...there }).every(([writer, count]) => (own[writer] ?? 0) >= count || isOlder(writer));
}

/** Something has begun, or was written. */
export function holdsAnything({ session, draft, outbox }: Snapshot): boolean {
  return !!(session || draft || outbox[0]);
}

export function keptOf({ loop, reign }: Tab): Kept {
  return { snapshot: takeSnapshot(loop.state()), turns: loop.turns(), reign, ticket: loop.ticket() };
}

export function isWish({ type }: Intent | Fact): boolean {
  return type === 'draftChanged' || type.endsWith('Requested');
}
