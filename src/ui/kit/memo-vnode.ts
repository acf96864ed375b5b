/**
 * Prepares a virtual node that is rendered repeatedly. Without this, the node would keep references to the first tree in which it was rendered, and
 * a conversation's memory would grow with the square of its length. The internal property `__b`, the depth, makes Preact render a copy instead. If
 * a later version of Preact renames it, the only cost is more memory.
 */

import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';

export const memoVNode = <T extends VNode | false>(node: T): T => node && Object.assign(node, { __b: 1 });

/** Like `useMemo`, for virtual nodes. */
export const useNode = <T extends VNode | false>(draw: () => T, inputs: readonly unknown[]): T =>
  useMemo(() => memoVNode(draw()), inputs);
