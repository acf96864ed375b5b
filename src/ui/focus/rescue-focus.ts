/** Keeps the focus in the panel when the focused element goes away: a suggestion that no longer helps, a row that becomes another. */

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
      // The element that goes away may name the one that gets the focus.
      const focused = focusedBeside(dialog);
      if (focused && focused !== document.body) return;
      const field = byKeys && dialog.querySelector<HTMLElement>('textarea:enabled,.ended');
      // A keyboard user must see the focus, even if the panel is a part of a page and not all of it on the screen.
      if (field) field.focus();
      else focusStill(dialog);
    });
    const came = ({ target }: Event) => {
      last = target as Element;
      // Focusing a field would drop the selection, and give a finger a keyboard: only a keyboard user goes on there.
      byKeys = last.matches(':focus-visible');
    };
    const left = ({ target, relatedTarget }: FocusEvent) => {
      // On its way elsewhere: what takes the element out because of that must not call it back.
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
