/**
 * Nodes that are kept and drawn again and again. Drawn as it is, one would hold on to all of the picture that it stood in first, with the
 * elements of then, and a conversation would take room by the square of its length. Preact draws a copy of a node that is in use, and
 * tells so by its depth; under this name since its version 10. Under another nothing but room would be lost.
 */

import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';

export const reusable = <T extends VNode | false>(node: T): T => node && Object.assign(node, { __b: 1 });

/** Works as `useMemo`, for drawn nodes. */
export const useNode = <T extends VNode | false>(draw: () => T, inputs: readonly unknown[]): T =>
  useMemo(() => reusable(draw()), inputs);
