/**
 * One visitor's world: up to four tabs with the real client and machine, their browser's storage, the emulator's brain, a virtual clock and
 * seeded dice. For the events see weather.ts and acts.ts. The same plan gives the same run.
 */

import { createPlatform } from '../../../src/emulator/platform.ts';
import { readOwn, readParts } from '../../../src/session/state/snapshot.ts';
import { createSafe, readHead } from '../judge/stored-messages.ts';
import type { Plan } from '../plan/plan.ts';
import { type Broker, createBroker } from './broker.ts';
import { createVirtualClock } from './clock.ts';
import { createDice, type Dice } from './dice.ts';
import { createFakeStorage, type FakeStorage } from './fake-storage.ts';
import { createFakeTabs } from './fake-tabs.ts';
import { createFragilePlatform, type FragilePlatform } from './fragile-platform.ts';
import { createNetwork, type Network } from './network.ts';
import { createTab, type Faults, type Home, type Tab } from './tab.ts';

/** A message of the visitor, in the order of writing. */
export interface Said {
  readonly id: string;
  readonly text: string;
  readonly tab: Tab;
  readonly at: number;
}

export interface Typed {
  readonly tab: Tab;
  readonly at: number;
  /** The draft was stored. */
  safe?: true;
}

export interface World extends Home {
  readonly platform: FragilePlatform;
  readonly dice: Dice;
  readonly tabs: Tab[];
  /** All tabs, including those that are gone. */
  readonly everyTab: Tab[];
  /** The last pages of tabs that have left the chat and may come back. */
  readonly away: Tab[];
  readonly said: Said[];
  /** Drafts that still stand in a composer, as far as the visitor knows. */
  readonly typed: Map<string, Typed>;
  readonly trace: readonly string[];
  /** Violations so far. */
  readonly wrongs: readonly string[];
  /** Messages that the visitor has discarded, one by one or all together. */
  readonly discarded: Set<string>;
  /** Messages that were retried by hand, or taken from a page that came back: written early, sent late. */
  readonly retried: Set<string>;
  /** Messages that the platform has confirmed to a page. */
  readonly confirmed: Set<string>;
  /** Messages that were shown as failed. */
  readonly failed: Set<string>;
  /** The visitor has forgotten everything, and not begun again. */
  forgotten: boolean;
  /** True if the record was written last before every tab could hear of the forgetting. */
  writtenSoonAfterForgetting(): boolean;
  machineSleeps: boolean;
  /** Every storage of the browser. */
  everyStorage(): readonly FakeStorage[];
  /** Opens another page of the same browser. `before` is the previous page of the same tab. */
  open(before?: Tab): Tab;
  /** Lets time pass, promises included. Stops at the first violation. */
  pass(ms: number): Promise<void>;
  /** The visitor's session, as a tab or the storage knows it. */
  sessionId(): string | undefined;
}

/** Longer than any chain of promises after one step. */
const TICKS = 12;

/**
 * The highest number of instants at which timers fire in one storm: ten times as many as in a busy one. A storm with more is one in which
 * tabs only answer each other's answers.
 */
const MOST_ROUNDS = 20_000;

export function createWorld(plan: Plan, faults: Faults = {}): World {
  const clock = createVirtualClock();
  const dice = createDice(plan.seed ^ 0x7feb352d);
  const random = createDice(plan.seed ^ 0x5bd1e995);
  const platform = createFragilePlatform(() => createPlatform({ random, dialect: plan.dialect, ...plan.platform }));
  const network = createNetwork(platform, clock, createDice(plan.seed ^ 0x1b873593));
  const within = (ms: number, seed: number) => {
    const own = createDice(plan.seed ^ seed);
    return { delayMs: () => own.between(1, ms) };
  };
  const trace: string[] = [];
  const wrongs: string[] = [];
  let rounds = 0;
  const createPlace = () => createFakeStorage(clock, within(plan.storageMs, 0x632be59b));
  // A tab's own storage writes at once.
  const createOwnPlace = () => createFakeStorage(clock, { delayMs: () => 0 });
  const storage = plan.has.storage ? createPlace() : undefined;
  const hub = plan.has.tabs ? createFakeTabs(clock, within(plan.channelMs, 0x85ebca77)) : undefined;
  const broker = createWorldBroker(plan, platform, network, clock);
  let tabsMade = 0;
  /** The stored ticket, and when it was stored. */
  let ticket = '';
  let ticketAt = 0;
  let forgotAt = 0;
  /** The stored session, and when it was stored. */
  let sessionId: string | undefined;
  let writtenAt = 0;
  let storedAt = 0;

  const world: World = {
    plan,
    clock,
    platform,
    network,
    broker,
    get storage() {
      const isAwake = ({ watch, asleep }: Tab) => watch.role === 'awake' && !asleep;
      return (plan.has.perTab && (world.tabs.find(isAwake) ?? world.everyTab.at(-1))?.storage) || storage;
    },
    hub,
    safe: createSafe(),
    faults,
    dice,
    tabs: [],
    everyTab: [],
    away: [],
    said: [],
    typed: new Map(),
    trace,
    wrongs,
    discarded: new Set(),
    retried: new Set(),
    confirmed: new Set(),
    failed: new Set(),
    forgotten: false,
    machineSleeps: false,
    note: line => void trace.push(`${String(Math.round(clock.now() % 1e7)).padStart(7)} ${line}`),
    wrong(what) {
      world.note(what);
      wrongs.push(what);
    },
    everyStorage: () =>
      [...new Set([storage, ...world.everyTab.map(each => each.storage)])].flatMap(each => each ?? []),
    open(before) {
      tabsMade += 1;
      const place = plan.has.perTab ? (before?.storage ?? createOwnPlace()) : storage;
      const tab = createTab(world, tabsMade, place);
      tab.chat.on('state', each => world.note(`tab ${tab.no} phase ${each.phase}`));
      tab.chat.on('delivery', each => {
        world.note(`tab ${tab.no} ${each.status} ${each.id.slice(0, 8)}`);
        if (each.status === 'sent') world.confirmed.add(each.id);
        if (each.status === 'failed') world.failed.add(each.id);
      });
      world.tabs.push(tab);
      world.everyTab.push(tab);
      return tab;
    },
    // The hint takes a while to reach the other tabs, and so do their writes.
    writtenSoonAfterForgetting: () => storedAt - forgotAt <= plan.channelMs + plan.storageMs,
    begun() {
      world.forgotten = false;
    },
    forgot() {
      world.forgotten = true;
      forgotAt = clock.now();
      world.typed.clear();
      broker.dropToken(readHead(storage?.peek().head)?.ticket ?? '');
      for (const { id } of world.said) world.discarded.add(id);
    },
    written(head) {
      if (head === undefined) return;
      storedAt = clock.now();
      const { ticket: kept = '' } = readHead(head) ?? {};
      if (readHead(head)?.session?.id !== sessionId) writtenAt = clock.now();
      sessionId = readHead(head)?.session?.id;
      if (kept !== ticket) ticketAt = clock.now();
      ticket = kept;
    },
    heardOfForgetting(no, wentOnAt) {
      // Waits no longer than the message takes, plus the time that a page needs to read first. A page that still has to read acts later, on
      // the same message.
      const until = Math.max(forgotAt, wentOnAt) + plan.channelMs + plan.storageMs + 100;
      for (const { id, tab, at } of world.said) if (tab.no === no && at <= until) world.discarded.add(id);
      for (const [words, { tab, at }] of world.typed) if (tab.no === no && at <= until) world.typed.delete(words);
    },
    tookOver(ids) {
      // A message from a page that came back may overtake messages that were taken from it meanwhile.
      for (const { id, tab } of world.said) if (ids.includes(id) && !tab.page.gone) world.retried.add(id);
    },
    putDown(own) {
      const { draft = '' } = readOwn(own) ?? {};
      for (const [words, each] of world.typed) if (draft.includes(words)) each.safe = true;
    },
    askedForSession(generation, at) {
      // If the storage has failed, nobody can find the stored session.
      if (plan.has.perTab || !plan.has.tabs || world.safe.failed) return;
      const head = readHead(storage?.peek().head);
      const isOpen = head?.session && !head.ended && platform.control.session(head.session.id)?.state === 'open';
      const isLate = at - writtenAt > 2 * plan.channelMs + 2 * plan.storageMs;
      const isReadable = typeof readParts(storage?.peek() ?? {}) !== 'string';
      if (isOpen && isLate && isReadable && head.generation > generation)
        world.wrong('(u) a second session, beside the one that is kept');
    },
    askedForToken(at, { stoodFrom, wentOnAt }) {
      // Another tab has another ticket.
      if (plan.has.perTab) return;
      // A tab that has just taken the conversation over may have read the earlier record, and not have heard of the new ticket. A page that
      // was stopped hears of it when it continues: one token is wasted, but the session is not created before the record is read.
      const heardFrom = stoodFrom <= ticketAt ? Math.max(ticketAt, wentOnAt) : ticketAt;
      if (at - heardFrom <= 2 * plan.channelMs + plan.storageMs) return;
      const head = readHead(storage?.peek().head);
      if (!head?.session || !broker.isGood(head.ticket)) return;
      const alive = platform.control.session(head.session.id)?.state === 'open';
      if (alive) world.wrong('(l) a second token, while the ticket is good');
    },
    keptLost() {
      world.safe.lost();
      broker.dropToken(readHead(storage?.peek().head)?.ticket ?? '');
    },
    async pass(ms) {
      const until = clock.now() + ms;
      await settle();
      for (let at = clock.nextAt(); at !== null && at <= until && wrongs.length === 0; at = clock.nextAt()) {
        rounds += 1;
        if (rounds > MOST_ROUNDS) world.wrong('(z) the tabs answer each other without end');
        clock.advance(at - clock.now());
        await settle();
      }
      if (wrongs.length > 0) return;
      clock.advance(until - clock.now());
      await settle();
    },
    sessionId() {
      const ids = world.tabs.map(tab => tab.chat.machine.value.session?.id);
      return ids.find(id => id !== undefined) ?? readHead(storage?.peek().head)?.session?.id;
    },
  };
  return world;
}

async function settle(): Promise<void> {
  for (let i = 0; i < TICKS; i++) await null;
}

function createWorldBroker(plan: Plan, platform: FragilePlatform, network: Network, clock: Home['clock']): Broker {
  const dice = createDice(plan.seed ^ 0x27d4eb2f);
  return createBroker(platform, clock, dice, {
    dialect: plan.dialect,
    features: [
      'revoke',
      ...(plan.broker.probe ? ['probe'] : []),
      ...(plan.chat ? ['chat'] : []),
      ...(plan.chat === 'look-up' ? ['chat-turns'] : []),
    ],
    ticketMs: plan.broker.ticketMs,
    delayMs: network.delayMs,
    fails: () => dice.chance(network.weather.httpFail),
    swallowed: () => network.holeLeftMs() > 0,
    online: () => network.online,
    perform: network.perform,
  });
}
