/** The words that fade in while a reply is written: whatever is given and taken back, they stand there once. */

import fc from 'fast-check';
import type { VNode } from 'preact';
import { expect, it } from 'vitest';
import { createEdge } from '../../../src/ui/rich-text/edge.ts';

type Part = string | VNode<{ children: string }>;

const wordsOf = (drawn: unknown): string =>
  [drawn].flat().reduce((all: string, part) => {
    const each = part as Part;
    return all + (typeof each === 'string' ? each : each.props.children);
  }, '');

it('[F26] what stands at the growing edge is there once, also when a mark has taken letters back', () => {
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
