/** The step from a painted launcher with early calls (early-api.ts) to a widget, and back when there can be none. */

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
      // The caller has long returned, and the calls after this one are still good.
      warn('invalid_call', wordsOf(error));
    }
  }
}

/** Leaves launcher and panel as they were painted: half a launcher would not open anything. */
export function repaint(root: ShadowRoot, { button, panel }: Painted, onclick: HTMLButtonElement['onclick']): void {
  button.onclick = onclick;
  button.querySelector('span')?.remove();
  // The launcher is not removed and added again: a pointer that rests on it would enter anew, and begin the next try.
  for (const each of [...root.children]) if (each !== button && each !== panel?.container) each.remove();
  if (!button.isConnected) root.append(button);
}
