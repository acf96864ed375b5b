/** Runs a storm, then the calm. */

import { SESSION_IDLE_MS } from '../../../src/protocol/limits.ts';
import { CALM } from '../world/network.ts';
import type { Tab } from '../world/tab.ts';
import type { World } from '../world/world.ts';
import { act, goOnline, wakeUp } from './acts.ts';

/** After so much calm weather, in milliseconds, everything must be well. */
const CALM_MS = 120_000;
/** Longer than the pause between attempts in a browser that always reports no network. */
const DENIED_MS = 250_000;
/** Longer than a heartbeat and its echo, including the messages between tabs and the storage. */
const MOMENT_MS = 3_000;

export async function weather(world: World): Promise<void> {
  const { network, plan, wrongs } = world;
  network.weather = plan.weather;
  world.open().chat.open();
  for (const { waitMs, act: what } of plan.acts) {
    await world.pass(waitMs);
    if (wrongs.length > 0) return;
    world.note(JSON.stringify(what));
    await act(world, what);
  }
  await world.pass(world.network.holeLeftMs());
  clearUp(world);
  if (plan.denies) await world.pass(DENIED_MS);
  await rest(world);
  // A failed chat offers Try again, which must work.
  const stuck = world.tabs.filter(({ asleep, chat }) => !asleep && chat.connection.value.status === 'failed');
  if (stuck.length === 0) return;
  world.note('Try again');
  for (const { chat } of stuck) chat.reconnect();
  await rest(world);
}

/** True after so long a silence that heartbeats have stopped: a broken connection is then noticed when the visitor looks. */
const isQuiet = ({ chat }: Tab, now: number) => now - chat.machine.value.idle.lifeAt > SESSION_IDLE_MS;

/** The number of messages that are still to be sent. */
const waiting = ({ tabs }: World): number =>
  tabs.reduce((sum, { chat }) => sum + chat.machine.value.outbox.filter(({ status }) => status !== 'failed').length, 0);

/**
 * If the agent leaves after each message, every next one has to ask for it again, which takes time. Waits as long as the messages become
 * fewer.
 */
async function settle(world: World): Promise<void> {
  for (let before = Infinity; waiting(world) > 0 && waiting(world) < before; ) {
    before = waiting(world);
    await world.pass(CALM_MS);
  }
}

/** Waits for two minutes, and a moment more if a heartbeat has just been sent. */
async function rest(world: World): Promise<void> {
  await world.pass(CALM_MS);
  await settle(world);
  const quiet = world.tabs.filter(tab => !tab.asleep && isQuiet(tab, world.clock.now()));
  for (const tab of quiet) tab.signal('visible');
  if (quiet.length > 0) await world.pass(CALM_MS);
  for (let moments = 0; moments < 3 && isOnItsWay(world); moments++) await world.pass(MOMENT_MS);
}

/** True if a heartbeat has no echo yet, or if a tab that waited for minutes has just started an attempt. */
function isOnItsWay({ tabs }: World): boolean {
  const states = tabs.flatMap(({ asleep, chat }) => (asleep ? [] : chat.machine.value));
  return states.some(
    ({ link, phase }) =>
      link.ping !== null || /^(?:authorizing|creating|connecting|replaying|joining)$/.test(phase.name),
  );
}

/** Ends all bad weather, and lets the visitor look at the page again. */
function clearUp(world: World): void {
  const { network, platform, broker, plan, tabs } = world;
  world.note('calm');
  if (platform.isDown) platform.start(world.clock.now(), true);
  platform.control.clearFaults();
  broker.calm();
  network.weather = CALM;
  for (const { storage } of world.everyTab)
    if (storage) Object.assign(storage.faults, { full: false, silent: false, unreadable: false });
  for (const tab of world.away.splice(0)) world.open(tab);
  goOnline(world);
  if (plan.wakes || !plan.has.tabs) for (const tab of tabs) wakeUp(world, tab, true);
  const [first, ...others] = tabs.filter(tab => !tab.asleep);
  if (!first) world.open();
  first?.signal('visible');
  // A browser that reports no network never fires `online`, so each tab waits to be looked at.
  if (plan.denies) for (const tab of others) tab.signal('visible');
}
