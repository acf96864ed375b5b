/** Keeps the focus in the panel when the focused element is removed, such as an outdated suggestion or a replaced row. */

import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { focusedBeside, focusStill } from './focus.ts';

export function useRescuedFocus(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const dialog = panel.current;
    if (!dialog) return undefined;
    let last: Element | null = null;
    let byKeys = false;
    const isGone = () => last?.isConnected === false;
    const observer = new MutationObserver(() => {
      if (!isGone()) return;
      last = null;
      // Does nothing if another element has received the focus already.
      const focused = focusedBeside(dialog);
      if (focused && focused !== document.body) return;
      const field = byKeys && dialog.querySelector<HTMLElement>('textarea:enabled,.ended');
      // Lets the browser scroll, because a keyboard user must see the focus.
      if (field) field.focus();
      else focusStill(dialog);
    });
    const came = ({ target }: Event) => {
      last = target as Element;
      // Focuses a field only for keyboard users, because it would remove a selection, and open the keyboard of a phone.
      byKeys = last.matches(':focus-visible');
    };
    const left = ({ target, relatedTarget }: FocusEvent) => {
      // Forgets `last` if the focus moves to another element: even if `last` is then removed, the focus must stay there.
      if (relatedTarget) last = null;
      // Some browsers also fire this event when the focused element is removed.
      queueMicrotask(() => {
        if (target === last && !isGone()) last = null;
      });
    };
    observer.observe(dialog, { childList: true, subtree: true });
    dialog.addEventListener('focusin', came);
    // Uses capture, to run before handlers that remove the element.
    dialog.addEventListener('focusout', left, true);
    return () => {
      observer.disconnect();
      dialog.removeEventListener('focusin', came);
      dialog.removeEventListener('focusout', left, true);
    };
  }, []);
}
