/**
 * One conversation in bad weather: the real client and machine, the emulator's brain, a virtual clock and seeded dice. A run is a storm
 * with a busy visitor, then calm; afterwards the invariants of docs/RULES.md must hold. The same seed gives the same run.
 */

import { type Client, createClient } from '../../src/client/client.ts';
import type { Environment, EnvironmentSignal } from '../../src/client/ports.ts';
import type { FaultSpec } from '../../src/emulator/fault-specs.ts';
import { createPlatform, type Platform } from '../../src/emulator/platform.ts';
import { createVirtualClock, type VirtualClock } from './clock.ts';
import { createDice, type Dice } from './dice.ts';
import { CALM, createNetwork, type Network } from './network.ts';

export interface World {
  readonly clock: VirtualClock;
  readonly dice: Dice;
  readonly platform: Platform;
  readonly network: Network;
  readonly chat: Client;
  /** Client event ids in the order of sending, with the text. */
  readonly said: { readonly id: string; readonly text: string }[];
  readonly trace: string[];
  /** Lets time pass, promises included. */
  pass(ms: number): Promise<void>;
  environment(signal: EnvironmentSignal): void;
}

export function createWorld(seed: number): World {
  const dice = createDice(seed);
  const clock = createVirtualClock();
  const dialect = dice.pick(['service', 'poly'] as const);
  const platform = createPlatform({
    random: createDice(seed ^ 0x5bd1e995),
    dialect,
    pace: dice.pick([0, 0.2, 1]),
    script: dice.pick(['echo', 'shop'] as const),
    batchSize: dice.pick([2, 10, 100]),
    emptyBatch: dice.chance(0.5),
  });
  const network = createNetwork(platform, clock, dice, dialect);
  const { environment, signal } = createEnvironment();
  const trace: string[] = [];
  const note = (line: string) => trace.push(`${String(Math.round(clock.now() % 1e7)).padStart(7)} ${line}`);
  const chat = createClient(
    { streaming: dice.chance(0.6), platform: 'web' },
    {
      clock,
      random: createDice(seed ^ 0x2545f491),
      openSocket: network.openSocket,
      api: network.api,
      environment,
      log: { warn: code => note(`warn ${code}`) },
    },
  );
  chat.on('state', each => note(`phase ${each.phase}`));
  chat.on('delivery', each => note(`delivery ${each.id.slice(0, 8)} ${each.status}`));
  return {
    clock,
    dice,
    platform,
    network,
    chat,
    said: [],
    trace,
    environment: signal,
    async pass(ms) {
      const until = clock.now() + ms;
      await settle();
      for (let at = clock.nextAt(); at !== null && at <= until; at = clock.nextAt()) {
        clock.advance(at - clock.now());
        await settle();
      }
      clock.advance(until - clock.now());
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  for (let i = 0; i < 4; i++) await null;
}

function createEnvironment() {
  const listeners = new Set<(signal: EnvironmentSignal) => void>();
  const environment: Environment = {
    online: true,
    visible: true,
    deviceType: 'desktop',
    subscribe(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
  const signal = (each: EnvironmentSignal) => {
    for (const listen of listeners) listen(each);
  };
  return { environment, signal };
}

// ---------------------------------------------------------------- a storm

const FAULTS: readonly ((dice: Dice) => FaultSpec)[] = [
  dice => ({ kind: 'drop-after', events: dice.between(1, 6), times: 1 }),
  dice => ({ kind: 'drop-before-echo', times: dice.between(1, 2) }),
  dice => ({ kind: 'drop-after-process', times: dice.between(1, 2) }),
  dice => ({ kind: 'drop-client-events', rate: dice.fraction() / 2, times: dice.between(1, 6) }),
  dice => ({ kind: 'slow-history', ms: dice.between(100, 1_500), times: dice.between(1, 4) }),
  dice => ({ kind: 'delay', ms: dice.between(10, 3_000), times: dice.between(1, 10) }),
  dice => ({ kind: 'duplicate', times: dice.between(1, 20) }),
  dice => ({ kind: 'reorder-replay', times: dice.between(1, 3) }),
  dice => ({ kind: 'garbage-frame', times: dice.between(1, 5) }),
  dice => ({ kind: 'refuse-handshake', status: dice.pick([401, 404, 429, 500]), times: 1 }),
];

const WORDS = ['hello', 'order', 'hours', 'suggestions', 'card', 'long', 'joke', 'language es', 'call'];

type Act = (world: World) => Promise<void> | void;

function say(world: World): void {
  const { chat, dice, said, trace } = world;
  const text = `${dice.pick(WORDS)}`;
  const id = chat.send(text);
  if (id === null) return;
  said.push({ id, text });
  trace.push(`        say ${id.slice(0, 8)} ${text}`);
}

const ACTS: readonly Act[] = [
  say,
  say,
  say,
  say,
  world => world.network.cut({ arrives: world.dice.fraction(), noticed: 0.7 }),
  world => {
    const fault = world.dice.pick(FAULTS)(world.dice);
    world.trace.push(`        fault ${JSON.stringify(fault)}`);
    world.platform.control.addFault(fault);
  },
  async world => {
    world.environment('offline');
    world.network.cut({ arrives: 0.5, noticed: 0.5 });
    await world.pass(world.dice.between(100, 20_000));
    world.environment('online');
  },
  world => world.environment(world.dice.pick(['visible', 'hidden', 'resumed', 'online'] as const)),
  world => {
    const { session } = world.chat.machine.value;
    // Gone without a word: the visitor's browser only sees refused handshakes.
    if (session && world.dice.chance(0.3)) {
      world.network.cut({ arrives: 0, noticed: 0.5 });
      world.platform.control.expire(world.clock.now(), session.id);
      world.trace.push(`        expired ${session.id}`);
    }
  },
  world => {
    const failed = world.chat.outbox.value.find(item => item.status === 'failed');
    if (failed) world.chat.retry(failed.id);
  },
];

/** A storm of at most about a minute, then `calmMs` of good weather. */
export async function storm(world: World, calmMs = 120_000): Promise<void> {
  const { dice, network, chat } = world;
  network.weather = {
    latencyMs: dice.pick([20, 100, 800]),
    refuse: dice.pick([0, 0.1, 0.3]),
    httpFail: dice.pick([0, 0.2]),
  };
  chat.open();
  const acts = dice.between(5, 30);
  for (let i = 0; i < acts; i++) {
    await world.pass(dice.pick([0, 1, 30, 200, 1_000, 4_000]));
    await dice.pick(ACTS)(world);
  }
  world.platform.control.clearFaults();
  network.weather = CALM;
  world.environment('online');
  if (chat.connection.value.status === 'failed') chat.reconnect();
  await world.pass(calmMs);
}
