/**
 * Nodes that are kept and rendered again and again. Without this, such a node would hold on to the first tree that it was rendered in, with its
 * elements, and a conversation would take room by the square of its length. Preact renders a copy of a node that is in use, and knows so by its
 * depth, under this name since version 10. Under another name only memory would be lost.
 */

import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';

export const memoVNode = <T extends VNode | false>(node: T): T => node && Object.assign(node, { __b: 1 });

/** Works as `useMemo`, for drawn nodes. */
export const useNode = <T extends VNode | false>(draw: () => T, inputs: readonly unknown[]): T =>
  useMemo(() => memoVNode(draw()), inputs);
