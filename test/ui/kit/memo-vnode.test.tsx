// @vitest-environment jsdom
/** References held by a node that is kept and drawn again and again (see memo-vnode.ts), with each Preact that a page may bring along. */

import * as now from 'preact';
import * as ten from 'preact-10';
import { describe, expect, it } from 'vitest';
import { memoVNode } from '../../../src/ui/kit/memo-vnode.ts';

/** True if one object can be reached from the other through any of its members. */
function reaches(from: unknown, wanted: unknown, seen = new Set<unknown>()): boolean {
  if (from === wanted) return true;
  if (!from || typeof from !== 'object' || seen.has(from) || from instanceof Node) return false;
  seen.add(from);
  return Object.values(from).some(each => reaches(each, wanted, seen));
}

describe.each([
  ['now', now],
  ['10', ten as unknown as typeof now],
] as const)('with Preact, %s', (_, { h, render }) => {
  const host = document.createElement('div');

  /** Draws a node in one tree and then in another. Returns the first tree and the node. */
  function drawTwice(make: <T extends now.VNode>(node: T) => T) {
    const node = make(h('i', {}, 'word'));
    const first = h('section', {}, h('p', {}, node));
    render(first, host);
    const drawn = host.querySelector('i');
    render(h('section', {}, h('p', {}, node)), host);
    return { node, first, isSame: host.querySelector('i') === drawn && host.textContent === 'word' };
  }

  it('a memoised node releases the tree in which it was rendered, and keeps its element', () => {
    const { node, first, isSame } = drawTwice(memoVNode);
    expect([reaches(node, first), isSame]).toEqual([false, true]);
  });

  it('any other node keeps a reference to that tree', () => {
    const { node, first } = drawTwice(each => each);
    expect(reaches(node, first)).toBe(true);
  });
});
