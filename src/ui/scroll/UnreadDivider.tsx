/**
 * Decides above which message the line for unread messages is drawn. Unread are those that arrived while the panel was closed or the page was
 * hidden. Draws nothing itself.
 */

import { effect, type Signal } from '@preact/signals-core';
import { useLayoutEffect } from 'preact/hooks';
import { useChat } from '../context/hooks.ts';
import { isComplete } from '../rows/new-items.ts';

export function UnreadDivider({ from }: { readonly from: Signal<string> }) {
  const chat = useChat();
  useLayoutEffect(() => {
    const others = () => chat.state.peek().messages.filter(item => item.kind === 'message' && item.from !== 'user');
    /** The number of messages when the panel was closed or the page was hidden. */
    let seen = Infinity;
    let unread = 0;
    let isOpen: boolean | undefined;
    const mounted = new AbortController();
    const stop = effect(() => {
      const { open, unread: count } = chat.state.value;
      if (!open) {
        from.value = '';
        if (isOpen) seen = others().length;
      } else if (isOpen === false || count < unread) {
        // Finds the first unread message. The chat's unread count does not include a message that still streams.
        const counted = others().filter(isComplete);
        const begun = others()
          .slice(seen)
          .find(item => !isComplete(item));
        from.value = (unread ? counted.at(-unread) : begun)?.key ?? '';
      }
      unread = count;
      isOpen = open;
    });
    const turn = () => {
      if (!chat.state.peek().open) return;
      if (document.hidden) seen = others().length;
      else {
        from.value = others()[seen]?.key ?? '';
        // Keeps the effect from moving the line when the count drops: messages that were read in another tab are still new in this one.
        unread = 0;
      }
    };
    document.addEventListener('visibilitychange', turn, mounted);
    return () => {
      stop();
      mounted.abort();
    };
  }, []);
  return null;
}
