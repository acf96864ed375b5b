/** A storm, then calm. */

import { SESSION_IDLE_MS } from '../../../src/protocol/limits.ts';
import { CALM } from '../world/network.ts';
import type { Tab } from '../world/tab.ts';
import type { World } from '../world/world.ts';
import { act, goOnline, wakeUp } from './acts.ts';

/** After so much good weather everything must be well, in milliseconds. */
const CALM_MS = 120_000;
/** Longer than the pause between attempts of a browser that denies its network. */
const DENIED_MS = 250_000;
/** More than a heartbeat and its echo take, and what tabs and storage make of them. */
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
  // What has failed has a way on, and the way leads somewhere.
  const stuck = world.tabs.filter(({ asleep, chat }) => !asleep && chat.connection.value.status === 'failed');
  if (stuck.length === 0) return;
  world.note('Try again');
  for (const { chat } of stuck) chat.reconnect();
  await rest(world);
}

/** Nobody has said anything for so long: heartbeats have stopped, and what broke then is found out when the visitor looks. */
const isQuiet = ({ chat }: Tab, now: number) => now - chat.machine.value.idle.lifeAt > SESSION_IDLE_MS;

/** Messages that are still to go out. */
const waiting = ({ tabs }: World): number =>
  tabs.reduce((sum, { chat }) => sum + chat.machine.value.outbox.filter(({ status }) => status !== 'failed').length, 0);

/** Where the agent leaves after each message, every next one asks it back and takes its time: for as long as they become fewer. */
async function settle(world: World): Promise<void> {
  for (let before = Infinity; waiting(world) > 0 && waiting(world) < before; ) {
    before = waiting(world);
    await world.pass(CALM_MS);
  }
}

/** Two minutes, and a moment more where a heartbeat is just on its way from one tab to the others. */
async function rest(world: World): Promise<void> {
  await world.pass(CALM_MS);
  await settle(world);
  const quiet = world.tabs.filter(tab => !tab.asleep && isQuiet(tab, world.clock.now()));
  for (const tab of quiet) tab.signal('visible');
  if (quiet.length > 0) await world.pass(CALM_MS);
  for (let moments = 0; moments < 3 && isOnItsWay(world); moments++) await world.pass(MOMENT_MS);
}

/** A heartbeat is between here and the platform, or a tab that waited for minutes has just begun to try. */
function isOnItsWay({ tabs }: World): boolean {
  const states = tabs.flatMap(({ asleep, chat }) => (asleep ? [] : chat.machine.value));
  return states.some(
    ({ link, phase }) =>
      link.ping !== null || /^(?:authorizing|creating|connecting|replaying|joining)$/.test(phase.name),
  );
}

/** The sun comes out, and the visitor looks at the page again. */
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
  // Where nobody says that there is a network, each waits for a look or for minutes.
  if (plan.denies) for (const tab of others) tab.signal('visible');
}
