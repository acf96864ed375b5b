/**
 * `@preact/signals-core` for the engine's chunk, where the build puts this file in its place: the panel lends its own, because computed
 * values of one copy do not follow signals of another. What the client takes from that package must be here, or the build fails.
 */

import type * as Core from '@preact/signals-core';

export type Signals = Pick<typeof Core, 'batch' | 'computed' | 'signal'>;

export let batch: Signals['batch'];
export let computed: Signals['computed'];
export let signal: Signals['signal'];

/** Before the first signal is made. Chats that were made with another panel's keep those. */
export function borrowSignals(lent: Signals): void {
  ({ batch, computed, signal } = lent);
}
