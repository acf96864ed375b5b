/** Turns a painted launcher with early calls (early-api.ts) into a widget, and restores it if the widget cannot start. */

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
      // Reports the error and continues with the other calls. The page's own call has returned long ago and cannot throw any more.
      warn('invalid_call', wordsOf(error));
    }
  }
}

/** Restores the launcher and panel as they were painted. They then work again. */
export function repaint(root: ShadowRoot, { button, panel }: Painted, onclick: HTMLButtonElement['onclick']): void {
  button.onclick = onclick;
  button.querySelector('span')?.remove();
  // Keeps the launcher in the document. Adding it again under a resting pointer would count as the pointer entering it, and start the next attempt.
  for (const each of [...root.children]) if (each !== button && each !== panel?.container) each.remove();
  if (!button.isConnected) root.append(button);
}
