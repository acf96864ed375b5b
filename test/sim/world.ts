/**
 * One conversation in bad weather: the real client and machine, the emulator's brain, a virtual clock and seeded dice. A run is a storm
 * with a busy visitor, then calm; afterwards the invariants must hold (invariants.ts). The same plan gives the same run.
 */

import { type Client, createClient } from '../../src/client/client.ts';
import type { Environment, EnvironmentSignal } from '../../src/client/ports.ts';
import { createPlatform, type Platform } from '../../src/emulator/platform.ts';
import { transition } from '../../src/session/transition.ts';
import { createVirtualClock, type VirtualClock } from './clock.ts';
import { createDice } from './dice.ts';
import { CALM, createNetwork, type Network } from './network.ts';
import type { Act, Plan } from './plan.ts';

export interface World {
  readonly clock: VirtualClock;
  readonly platform: Platform;
  readonly network: Network;
  readonly chat: Client;
  /** Client event ids in the order of sending, with the text. */
  readonly said: { readonly id: string; readonly text: string }[];
  readonly trace: string[];
  readonly discarded: Set<string>;
  /** The visitor retried or started anew by hand: the order of sending is not the order of writing any more. */
  rearranged: boolean;
  /** Lets time pass, promises included. */
  pass(ms: number): Promise<void>;
  environment(signal: EnvironmentSignal): void;
}

export function createWorld(plan: Plan, machine = transition): World {
  const clock = createVirtualClock();
  const platform = createPlatform({
    random: createDice(plan.seed ^ 0x5bd1e995),
    dialect: plan.dialect,
    ...plan.platform,
  });
  const network = createNetwork(platform, clock, createDice(plan.seed ^ 0x1b873593), plan.dialect);
  const { environment, signal } = createEnvironment();
  const trace: string[] = [];
  const note = (line: string) => trace.push(`${String(Math.round(clock.now() % 1e7)).padStart(7)} ${line}`);
  const chat = createClient(
    { streaming: plan.streaming, platform: 'web' },
    {
      clock,
      random: createDice(plan.seed ^ 0x2545f491),
      openSocket: network.openSocket,
      api: network.api,
      environment,
      log: { warn: code => note(`warn ${code}`) },
    },
    machine,
  );
  chat.on('state', each => note(`phase ${each.phase}`));
  chat.on('delivery', each => note(`delivery ${each.id.slice(0, 8)} ${each.status}`));
  return {
    clock,
    platform,
    network,
    chat,
    said: [],
    trace,
    discarded: new Set(),
    rearranged: false,
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

/** The storm, then `calmMs` of good weather. */
export async function weather(world: World, plan: Plan, calmMs = 120_000): Promise<void> {
  const { network, chat } = world;
  network.weather = plan.weather;
  chat.open();
  for (const { waitMs, act } of plan.acts) {
    await world.pass(waitMs);
    world.trace.push(`        ${JSON.stringify(act)}`);
    await perform(world, act);
  }
  world.platform.control.clearFaults();
  network.weather = CALM;
  world.environment('online');
  await world.pass(calmMs);
  // What has failed has a way on, and the way leads somewhere.
  if (chat.connection.value.status !== 'failed') return;
  world.trace.push('        Try again');
  chat.reconnect();
  await world.pass(calmMs);
}

async function perform(world: World, act: Act): Promise<void> {
  const { network, chat, platform, clock } = world;
  switch (act.kind) {
    case 'say': {
      const id = chat.send(act.text);
      if (id !== null) world.said.push({ id, text: act.text });
      break;
    }
    case 'cut':
      network.cut(act);
      break;
    case 'fault':
      platform.control.addFault(act.fault);
      break;
    case 'offline':
      world.environment('offline');
      network.cut({ arrives: 0.5, noticed: 0.5 });
      await world.pass(act.ms);
      world.environment('online');
      break;
    case 'signal':
      world.environment(act.signal);
      break;
    case 'expire': {
      const { session } = chat.machine.value;
      network.cut({ arrives: 0, noticed: 0.5 });
      const done = session && platform.control.expire(clock.now(), session.id);
      if (done) network.perform(done.outputs);
      break;
    }
    case 'elsewhere': {
      const { session } = chat.machine.value;
      const payload = { text: act.text, message_id: `elsewhere-${world.trace.length}` };
      const done =
        session && platform.control.inject(clock.now(), session.id, { type: 'EVENT_TYPE_USER_MESSAGE', payload });
      if (done) network.perform(done.outputs);
      break;
    }
    case 'retry':
    case 'discard': {
      const failed = chat.outbox.value.find(item => item.status === 'failed');
      if (!failed) break;
      world.rearranged = true;
      chat[act.kind](failed.id);
      if (act.kind === 'discard') world.discarded.add(failed.id);
      break;
    }
    case 'startNew':
      world.rearranged = true;
      chat.startNew();
      break;
    default:
      chat[act.kind]();
  }
}
