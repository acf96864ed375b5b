import { describe, expect, it } from 'vitest';
import { createMemoryMarks } from '../../../src/broker/tickets/marks.ts';

describe('marks in memory', () => {
  it('a mark is set once, until its time is over', async () => {
    const clock = { now: 1_000 };
    const marks = createMemoryMarks(() => clock.now);
    expect([await marks.set('a', 50), await marks.set('a', 50), await marks.has('a'), await marks.has('b')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    clock.now += 50;
    expect([await marks.has('a'), await marks.set('a', 50)]).toEqual([false, true]);
  });

  it('the oldest mark is removed when there is no room for another', async () => {
    const marks = createMemoryMarks(() => 0, 2);
    for (const name of ['a', 'b', 'c']) await marks.set(name, 10);
    expect(await Promise.all(['a', 'b', 'c'].map(name => marks.has(name)))).toEqual([false, true, true]);
  });
});
