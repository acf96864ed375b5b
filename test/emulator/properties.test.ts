import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../src/emulator/model/seeded-random.ts';
import { createWakeQueue } from '../../src/emulator/model/wake-queue.ts';
import { type Brain, createBrain, START } from './virtual-brain.ts';

const TYPES = [
  'REQUEST_SERVICE_AGENT_JOIN',
  'USER_MESSAGE',
  'USER_TYPING',
  'USER_END_SESSION',
  'HEARTBEAT',
  'SERVICE_AGENT_MESSAGE',
  'DANCE',
].map(type => `EVENT_TYPE_${type}`);
const WORDS = ['help', 'handoff', 'bye', 'end', 'error start', 'language ar', 'stream', 'order', '1042', 'constructor'];

const text = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary' }));
const frame = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .record({
      type: fc.constantFrom(...TYPES),
      payload: fc.oneof(fc.record({ text }), fc.object(), fc.jsonValue()),
      metadata: fc.option(fc.oneof(fc.record({ custom: fc.object() }), fc.jsonValue()), { nil: undefined }),
    })
    .map(value => JSON.stringify(value)),
);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('frame' as const), socket: fc.nat(3), frame }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(30_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const), socket: fc.nat(3), cursor: fc.string() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), socket: fc.nat(3) }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function play(steps: readonly Step[], body: object): Brain {
  const brain = createBrain({}, body);
  brain.open('0');
  for (const each of steps) {
    if (each.do === 'pass') brain.pass(each.ms);
    else if (each.do === 'open') brain.open(String(each.socket), each.cursor);
    else if (each.do === 'close') brain.closed(String(each.socket));
    else brain.raw(String(each.socket), each.frame);
  }
  brain.rest();
  return brain;
}

describe('properties of the brain', () => {
  it('nothing throws whatever clients send, sequences rise strictly, ids are unique, nothing follows SESSION_END', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, streaming_enabled) => {
        const brain = play(steps, { streaming_enabled });
        const events = brain.stored();
        const sequences = events.map(event => Number(event.sequence));
        expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
        expect(new Set(events.map(event => event.id)).size).toBe(events.length);
        const end = events.findIndex(
          event => event.type.endsWith('SESSION_END') && !event.type.endsWith('USER_END_SESSION'),
        );
        expect([-1, events.length - 1]).toContain(end);
      }),
      { numRuns: 300 },
    );
  });

  it('the same calls give the same frames, byte for byte', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), steps => {
        const [one, two] = [play(steps, {}), play(steps, {})];
        expect(one.log).toEqual(two.log);
      }),
      { numRuns: 50 },
    );
  });

  it('an event that was ever sent with a position is in the history as it was sent', () => {
    const brain = play(
      [{ do: 'frame', socket: 0, frame: '{"type":"EVENT_TYPE_REQUEST_POLY_AGENT_JOIN","payload":{}}' }],
      {},
    );
    const events = brain.stored();
    expect(brain.events('0').filter(event => event.sequence !== null)).toEqual(events);
    expect(brain.now()).toBe(START + 60_000);
  });
});

describe('the wake queue', () => {
  it('runs work in the order of its time, and in the order of its making at the same time', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), dues => {
        const queue = createWakeQueue();
        const ran: [number, number][] = [];
        for (const [index, due] of dues.entries()) queue.add(due, at => ran.push([at, index]));
        queue.runDue(10);
        expect(ran.every(([at]) => at <= 10)).toBe(true);
        expect(queue.nextAt()).toBe(dues.filter(due => due > 10).sort((a, b) => a - b)[0] ?? null);
        queue.runDue(20);
        const expected = dues.map((due, index): [number, number] => [due, index]);
        expect(ran).toEqual(expected.sort(([a, i], [b, j]) => a - b || i - j));
      }),
    );
  });
});

describe('seeded random', () => {
  it('repeats itself for a seed, differs between seeds, and stays within its bounds', () => {
    const draw = (seed: number) => {
      const random = createSeededRandom(seed);
      return Array.from({ length: 50 }, () => [random.uuid(), random.fraction()] as const);
    };
    expect(draw(3)).toEqual(draw(3));
    expect(draw(3)).not.toEqual(draw(4));
    for (const [uuid, fraction] of draw(5)) {
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(fraction >= 0 && fraction < 1).toBe(true);
    }
  });
});
