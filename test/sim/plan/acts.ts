/** Acts of the visitor, the browser, the network and the platform. The plan says which of them happens when. */

import { writeHead } from '../../../src/session/state/snapshot.ts';
import { readHead } from '../judge/stored-messages.ts';
import type { Tab } from '../world/tab.ts';
import type { World } from '../world/world.ts';
import type { Act, TabAct, Tamper } from './plan.ts';

/** The highest number of tabs. */
const MAX_TABS = 4;
/** While the machine sleeps no page can wake up, so it wakes up this much later. */
const LATER_MS = 1_000;
/** Time in which nobody can turn from one tab to another. */
const AT_ONCE_MS = 1_000;

export async function act(world: World, what: Act): Promise<void> {
  if ('tab' in what) {
    const awake = world.tabs.filter(tab => !tab.asleep);
    const tab = awake[what.tab % awake.length];
    if (tab) await (IN_TAB[what.kind] as Do<TabAct>)(world, what, tab);
  } else await (IN_WORLD[what.kind] as (world: World, what: Act) => unknown)(world, what);
}

type Do<T> = (world: World, what: T, tab: Tab) => unknown;
type ActOf<K extends Act['kind']> = Extract<Act, { readonly kind: K }>;

const wish: Do<{ readonly kind: 'end' | 'startNew' | 'close' | 'open' | 'reconnect' | 'stay' }> = (_, { kind }, tab) =>
  tab.chat[kind]();

const IN_TAB: { readonly [K in TabAct['kind']]: Do<ActOf<K>> } = {
  end: wish,
  startNew: wish,
  close: wish,
  open: wish,
  reconnect: wish,
  stay: wish,
  say(world, { text }, tab) {
    const id = tab.chat.send(text);
    if (id === null) return;
    const at = world.clock.now();
    world.said.push({ id, text, tab, at });
    world.safe.said(id, at);
  },
  draft({ typed, clock }, { text }, tab) {
    const at = clock.now();
    // Visitors see the draft in the composer and can erase it. And nobody types in two tabs at once.
    const shown = tab.chat.state.value.draft;
    for (const [words, each] of typed) if (shown.includes(words) || at - each.at < AT_ONCE_MS) typed.delete(words);
    const words = text && `<${text} at ${at}>`;
    if (words) typed.set(words, { tab, at });
    tab.chat.setDraft(words);
  },
  retry(world, _, tab) {
    const failed = firstFailed(tab);
    if (failed === undefined) return;
    world.retried.add(failed);
    tab.chat.retry(failed);
  },
  discard(world, _, tab) {
    const failed = firstFailed(tab);
    if (failed === undefined) return;
    world.discarded.add(failed);
    tab.chat.discard(failed);
  },
  forget: (_, __, tab) => tab.chat.forget(),
  signal({ network }, { signal }, tab) {
    // Pages are told of a network more often than one appears, but never while there is none.
    if (signal !== 'online' || network.online) tab.signal(signal);
  },
  sleep: (world, { ms, told }, tab) => {
    fallAsleep(tab, told);
    world.clock.after(ms, () => wakeUp(world, tab, told));
  },
  closeTab(world, { told }, tab) {
    close(world, tab, told);
    if (world.plan.has.perTab) world.away.push(tab);
  },
  async reload(world, { told, gapMs, tamper }, tab) {
    close(world, tab, told);
    await world.pass(gapMs);
    if (tamper) await TAMPER[tamper](world, tab);
    world.open(tab);
  },
  remount(world, _, tab) {
    tab.dispose();
    world.tabs.splice(world.tabs.indexOf(tab), 1);
    world.open(world.plan.has.perTab ? tab : undefined);
  },
};

const firstFailed = ({ chat }: Tab) => chat.outbox.value.find(item => item.status === 'failed')?.id;

export function fallAsleep(tab: Tab, told: boolean): void {
  if (told) tab.signal('frozen');
  tab.asleep = true;
  tab.page.stop();
}

export function wakeUp(world: World, tab: Tab, told: boolean): void {
  const { dice, clock } = world;
  if (!tab.asleep) return;
  if (world.machineSleeps) {
    clock.after(LATER_MS, () => wakeUp(world, tab, told));
    return;
  }
  tab.asleep = false;
  tab.page.go({ late: dice.chance(0.5), timersFirst: dice.chance(0.5) });
  if (told) tab.signal('resumed');
}

function close(world: World, tab: Tab, told: boolean): void {
  if (told) tab.signal('frozen');
  tab.kill(world.dice);
  world.tabs.splice(world.tabs.indexOf(tab), 1);
}

const TAMPER: Readonly<Record<Tamper, (world: World, tab: Tab) => unknown>> = {
  corrupt(world, tab) {
    world.keptLost();
    if (tab.storage?.peek().head !== undefined) world.safe.damage();
    tab.storage?.corrupt();
  },
  /** Plants the record of another site. Its ticket is good there, and must not work here. */
  async 'foreign-ticket'({ broker, tabs, pass, plan }, { storage }) {
    // By now every write of the previous page is finished.
    await pass(plan.storageMs + 1);
    const head = readHead(storage?.peek().head);
    // An open tab would overwrite the record.
    if (!storage || !head || tabs.length > 0) return;
    const { ticket: _, ...rest } = head;
    const kept = { snapshot: { ...rest, log: [], past: [] }, ticket: broker.foreignTicket() };
    const nothing = () => {};
    storage
      .open()
      .save(() => ({ head: writeHead(kept) }))
      .then(nothing, nothing);
    await pass(plan.storageMs + 1);
  },
};

const IN_WORLD: { readonly [K in Exclude<Act['kind'], TabAct['kind']>]: (world: World, what: ActOf<K>) => unknown } = {
  newTab(world) {
    if (world.tabs.length === 0 || (world.hub && world.tabs.length < MAX_TABS)) world.open(world.away.shift());
  },
  cut: ({ network }, what) => network.cut(what),
  hole: ({ network }, { ms }) => network.hole(ms),
  fault: ({ platform }, { fault }) => platform.control.addFault(fault),
  broker: ({ broker }, { trouble }) => broker.trouble(trouble),
  storage({ storage, tabs, clock }, { fault, ms }) {
    const all = new Set([storage, ...tabs.map(tab => tab.storage)]);
    for (const each of all) {
      if (!each) continue;
      each.faults[fault] = true;
      clock.after(ms, () => {
        each.faults[fault] = false;
      });
    }
  },
  offline(world, { ms }) {
    goOffline(world);
    world.clock.after(ms, () => goOnline(world));
  },
  async clockJump(world, { ms, shifted, breaks }) {
    const awake = world.tabs.filter(tab => !tab.asleep);
    for (const tab of awake) tab.page.stop();
    world.machineSleeps = true;
    if (breaks) world.network.cut({ arrives: 0.5, noticed: 0.5 });
    await world.pass(ms);
    world.machineSleeps = false;
    for (const tab of awake) tab.page.go({ late: !shifted, timersFirst: world.dice.chance(0.5) });
  },
  expire(world) {
    const id = world.sessionId();
    world.network.cut({ arrives: 0, noticed: 0.5 });
    const done = id !== undefined && world.platform.control.expire(world.clock.now(), id);
    if (done) world.network.perform(done.outputs);
  },
  restart: (world, what) => restart(world, what),
  elsewhere(world, { text }) {
    const id = world.sessionId();
    const payload = { text, message_id: `elsewhere-${world.trace.length}` };
    const event = { type: 'EVENT_TYPE_USER_MESSAGE', payload };
    const done = id !== undefined && world.platform.control.inject(world.clock.now(), id, event);
    if (done) world.network.perform(done.outputs);
  },
};

function restart({ platform, network, clock }: World, { downMs, tokensLast }: ActOf<'restart'>): void {
  platform.stop();
  // Clients of an open connection nearly always notice at once.
  network.cut({ arrives: 0, noticed: 0.9 });
  clock.after(downMs, () => platform.start(clock.now(), tokensLast));
}

function goOffline({ network, tabs }: World): void {
  if (!network.online) return;
  network.online = false;
  for (const tab of tabs) tab.signal('offline');
  network.cut({ arrives: 0.5, noticed: 0.5 });
}

export function goOnline({ network, tabs }: World): void {
  if (network.online) return;
  network.online = true;
  for (const tab of tabs) tab.signal('online');
}
