// @vitest-environment node

/** The words that fade in while a reply is written: whatever grows or shrinks, each stands there once. */

import fc from 'fast-check';
import type { VNode } from 'preact';
import { expect, it } from 'vitest';
import { createEdge } from '../../../src/ui/rich-text/fade-edge.ts';

type Part = string | VNode<{ children: string }>;

const wordsOf = (drawn: unknown): string =>
  [drawn].flat().reduce((all: string, part) => {
    const each = part as Part;
    return all + (typeof each === 'string' ? each : each.props.children);
  }, '');

it('letters at the growing edge are shown once, even if a delimiter has removed some', () => {
  const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(4);
  const steps = fc.array(fc.record({ length: fc.nat(100), afterMs: fc.nat(120) }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(steps, all => {
      const edge = createEdge();
      let now = 0;
      for (const { length, afterMs } of all) {
        now += afterMs;
        edge.begin('1', now);
        expect(wordsOf(edge.draw(text.slice(0, length)))).toBe(text.slice(0, length));
      }
    }),
  );
});

const PARAGRAPH = 'Words to be read. '.repeat(40);
/** The number of stretches that fade in during one second of text. */
function faded(lettersPerSecond: number): number {
  const edge = createEdge();
  const keys = new Set<unknown>();
  for (let now = 0; now <= 1_000; now += 16) {
    edge.begin('1', now);
    const drawn = [edge.draw(PARAGRAPH.slice(0, (now * lettersPerSecond) / 1_000))].flat() as Part[];
    for (const each of drawn) if (typeof each !== 'string') keys.add(each.key);
  }
  return keys.size;
}

it('words fade in as they arrive, except words that arrive faster than anybody reads', () => {
  expect(faded(60)).toBeGreaterThan(8);
  expect(faded(300)).toBeGreaterThan(8);
  expect(faded(700)).toBeLessThan(3);
});
