/** The step from a painted launcher with early calls (early-api.ts) to a widget, and the step back if the widget cannot start. */

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
      // Reports the error and continues: the page's call has returned long ago, and the other calls must still be made.
      warn('invalid_call', wordsOf(error));
    }
  }
}

/** Restores the launcher and panel as they were painted, so that they work again. */
export function repaint(root: ShadowRoot, { button, panel }: Painted, onclick: HTMLButtonElement['onclick']): void {
  button.onclick = onclick;
  button.querySelector('span')?.remove();
  // Keeps the launcher in the document. If it were removed and added again, a resting pointer would enter it and start the next attempt.
  for (const each of [...root.children]) if (each !== button && each !== panel?.container) each.remove();
  if (!button.isConnected) root.append(button);
}
