import { describe, expect, it } from 'vitest';
import { firstFailure } from '../run.ts';
import type { Faults } from '../world/tab.ts';
import { PLANTED_IN_MACHINE } from './planted.ts';
import { PLANTED_IN_CHAT, PLANTED_IN_PORTS } from './planted-ports.ts';

/** Each fault must be found within so many storms; nearly all are found within a few hundred. */
const RUNS = 20_000;
/** Seeds to begin with, for faults that the first storms do not show. */
const FROM: Readonly<Record<string, number>> = {
  'that the visitor has ended it is lost on reload': 9_140,
  'the join request is sent again after a reload, without listening': 1_320,
  'a hidden tab keeps its socket beside one that is looked at': 345,
  'what another tab has left is sent without looking': 305,
  'the record is written over by an older one': 290,
  'what was being written is lost on reload': 240,
  'a pause is never ended by the network coming back': 220,
  "a message is sent again at the replay's end, without listening on": 170,
  'failures are never forgiven': 110,
  'two messages are under way at a time': 100,
  'a second session is made without the lock': 70,
  'what is to be forgotten stays': 64,
  'the cursor is moved by a half-read replay': 64,
  'pieces of a reply are joined as they arrive': 63,
  'what a tab has left is taken twice': 30,
};

const PLANTED: readonly (readonly [what: string, faults: Faults])[] = [
  ...Object.entries(PLANTED_IN_MACHINE).map(([what, machine]) => [what, { machine }] as const),
  ...Object.entries(PLANTED_IN_PORTS).map(([what, ports]) => [what, { ports }] as const),
];

/** Faults for storms over Chat. */
const OVER_CHAT: readonly (readonly [what: string, faults: Faults])[] = [
  [
    'a message is sent again after a lost answer, without a look',
    { machine: PLANTED_IN_MACHINE['a message is sent again before the replay ends'] as never },
  ],
  ...Object.entries(PLANTED_IN_CHAT).map(([what, ports]) => [what, { ports }] as const),
];

describe('the simulator finds', () => {
  it.each(OVER_CHAT)(
    '[D12] over Chat: %s',
    async (what, faults) => {
      const { outcome, ran } = await firstFailure(1, RUNS, faults, 'chat');
      expect(outcome?.wrong ?? [], `nothing found of ${what} in ${ran} storms`).not.toEqual([]);
    },
    300_000,
  );

  it.each(PLANTED)(
    '[D12] %s',
    async (what, faults) => {
      const { outcome, ran } = await firstFailure(FROM[what] ?? 1, RUNS, faults);
      expect(outcome?.wrong ?? [], `nothing found in ${ran} storms`).not.toEqual([]);
    },
    300_000,
  );
});
