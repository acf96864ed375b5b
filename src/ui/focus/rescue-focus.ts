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
      // Another element may have got the focus already.
      const focused = focusedBeside(dialog);
      if (focused && focused !== document.body) return;
      const field = byKeys && dialog.querySelector<HTMLElement>('textarea:enabled,.ended');
      // Lets the browser scroll, because a keyboard user must see the focus.
      if (field) field.focus();
      else focusStill(dialog);
    });
    const came = ({ target }: Event) => {
      last = target as Element;
      // Only keyboard users get the focus in a field: it would remove a selection, and open a phone's keyboard.
      byKeys = last.matches(':focus-visible');
    };
    const left = ({ target, relatedTarget }: FocusEvent) => {
      // The focus is moving to another element. If `last` is removed because of that, the focus must not be taken back.
      if (relatedTarget) last = null;
      // Some browsers also fire this event when the focused element is removed.
      queueMicrotask(() => {
        if (target === last && !isGone()) last = null;
      });
    };
    observer.observe(dialog, { childList: true, subtree: true });
    dialog.addEventListener('focusin', came);
    // Captures, to run before handlers that remove the element.
    dialog.addEventListener('focusout', left, true);
    return () => {
      observer.disconnect();
      dialog.removeEventListener('focusin', came);
      dialog.removeEventListener('focusout', left, true);
    };
  }, []);
}
