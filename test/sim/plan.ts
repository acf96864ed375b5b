/** A storm as data: what the weather is, and what happens when. Drawn from dice once, so that a failing storm can be made smaller. */

import type { FaultSpec } from '../../src/emulator/fault-specs.ts';
import type { PlatformOptions } from '../../src/emulator/options.ts';
import type { Dialect } from '../../src/protocol/events.ts';
import type { Dice } from './dice.ts';
import type { Weather } from './network.ts';

export type Act =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'cut'; readonly arrives: number; readonly noticed: number }
  | { readonly kind: 'fault'; readonly fault: FaultSpec }
  | { readonly kind: 'offline'; readonly ms: number }
  | { readonly kind: 'signal'; readonly signal: 'visible' | 'hidden' | 'resumed' | 'online' }
  /** The session is gone without a word: the browser only sees refused handshakes. */
  | { readonly kind: 'expire' }
  /** The same conversation, from another device. */
  | { readonly kind: 'elsewhere'; readonly text: string }
  | { readonly kind: 'retry' | 'discard' | 'end' | 'startNew' | 'close' | 'open' };

export interface Plan {
  readonly seed: number;
  readonly dialect: Dialect;
  readonly streaming: boolean;
  readonly platform: Partial<PlatformOptions>;
  readonly weather: Weather;
  readonly acts: readonly { readonly waitMs: number; readonly act: Act }[];
}

const WORDS = ['hello', 'order', 'hours', 'suggestions', 'card', 'long', 'joke', 'language es', 'call'];

const FAULTS: readonly ((dice: Dice) => FaultSpec)[] = [
  dice => ({ kind: 'drop-after', events: dice.between(1, 6), times: 1 }),
  dice => ({ kind: 'drop-before-echo', times: dice.between(1, 2) }),
  dice => ({ kind: 'drop-after-process', times: dice.between(1, 2) }),
  dice => ({ kind: 'drop-client-events', rate: dice.fraction() / 2, times: dice.between(1, 6) }),
  dice => ({ kind: 'slow-history', ms: dice.between(100, 1_500), times: dice.between(1, 4) }),
  dice => ({ kind: 'delay', ms: dice.between(10, dice.pick([1_000, 8_000])), times: dice.between(1, 10) }),
  dice => ({ kind: 'duplicate', times: dice.between(1, 20) }),
  dice => ({ kind: 'reorder-replay', times: dice.between(1, 3) }),
  () => ({ kind: 'truncate-stream', times: 1 }),
  dice => ({ kind: 'garbage-frame', times: dice.between(1, 5) }),
  dice => ({ kind: 'refuse-handshake', status: dice.pick([401, 404, 429, 500]), times: 1 }),
];

const say = (dice: Dice): Act => ({ kind: 'say', text: dice.pick(WORDS) });

/** As often as they stand here. */
const ACTS: readonly ((dice: Dice) => Act)[] = [
  say,
  say,
  say,
  say,
  dice => ({ kind: 'cut', arrives: dice.fraction(), noticed: 0.7 }),
  dice => ({ kind: 'fault', fault: dice.pick(FAULTS)(dice) }),
  dice => ({ kind: 'offline', ms: dice.between(100, 20_000) }),
  dice => ({ kind: 'signal', signal: dice.pick(['visible', 'hidden', 'resumed', 'online'] as const) }),
  dice => (dice.chance(0.3) ? { kind: 'expire' } : say(dice)),
  dice => ({ kind: 'elsewhere', text: dice.pick(WORDS) }),
  dice => ({ kind: dice.pick(['retry', 'discard', 'close', 'open'] as const) }),
  dice => (dice.chance(0.3) ? { kind: dice.pick(['end', 'startNew'] as const) } : say(dice)),
];

export function drawPlan(seed: number, dice: Dice): Plan {
  return {
    seed,
    dialect: dice.pick(['service', 'poly'] as const),
    streaming: dice.chance(0.6),
    platform: {
      pace: dice.pick([0, 0.2, 1]),
      script: dice.pick(['echo', 'shop'] as const),
      batchSize: dice.pick([2, 10, 100]),
      emptyBatch: dice.chance(0.5),
    },
    weather: {
      latencyMs: dice.pick([20, 100, 800]),
      refuse: dice.pick([0, 0.1, 0.3]),
      httpFail: dice.pick([0, 0.2]),
    },
    acts: Array.from({ length: dice.between(5, 30) }, () => ({
      waitMs: dice.pick([0, 1, 30, 200, 1_000, 4_000]),
      act: dice.pick(ACTS)(dice),
    })),
  };
}
