/** The step from a painted launcher with early calls (early-api.ts) to a widget, and back if there can be none. */

import type { NatterHandle } from '../handle/handle.ts';
import { warn, wordsOf } from '../warn.ts';
import type { EarlyCall, Painted, Wanted } from './painted.ts';

/** Makes the early calls in their order, then opens or closes the panel. */
export function makeCalls(widget: NatterHandle, calls: readonly EarlyCall[], wanted: Wanted): void {
  const settleOpen: EarlyCall = chat => (wanted === true ? chat.open() : (wanted ?? chat.close()));
  for (const run of [...calls, settleOpen]) {
    try {
      run(widget);
    } catch (error) {
      // The caller has long returned, and the calls after this one must still be made.
      warn('invalid_call', wordsOf(error));
    }
  }
}

/** Restores launcher and panel as they were painted, because half a launcher would open nothing. */
export function repaint(root: ShadowRoot, { button, panel }: Painted, onclick: HTMLButtonElement['onclick']): void {
  button.onclick = onclick;
  button.querySelector('span')?.remove();
  // Does not remove the launcher and add it again: a resting pointer would then enter it again and start the next attempt.
  for (const each of [...root.children]) if (each !== button && each !== panel?.container) each.remove();
  if (!button.isConnected) root.append(button);
}
