/** Keeps the focus in the panel when the focused element disappears: a suggestion that no longer helps, a row that is replaced. */

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
      // The element that disappears may name the one that gets the focus.
      const focused = focusedBeside(dialog);
      if (focused && focused !== document.body) return;
      const field = byKeys && dialog.querySelector<HTMLElement>('textarea:enabled,.ended');
      // A keyboard user must see the focus, even if the panel is only a part of the page. So the browser may scroll.
      if (field) field.focus();
      else focusStill(dialog);
    });
    const came = ({ target }: Event) => {
      last = target as Element;
      // Focusing a field would remove the selection, and bring up a phone's keyboard. Only keyboard users get it.
      byKeys = last.matches(':focus-visible');
    };
    const left = ({ target, relatedTarget }: FocusEvent) => {
      // The focus is moving elsewhere. If the element disappears because of that, the focus must not be called back.
      if (relatedTarget) last = null;
      // Some browsers fire this, too, if the focused element is removed. The visitor has not left then.
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
