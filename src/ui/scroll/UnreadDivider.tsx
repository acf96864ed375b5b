/** Puts a line above messages that came while the panel was closed or out of sight. Draws nothing itself. */

import { effect, type Signal } from '@preact/signals-core';
import { useLayoutEffect } from 'preact/hooks';
import { useChat } from '../context/hooks.ts';
import { isComplete } from '../rows/new-items.ts';

export function UnreadDivider({ from }: { readonly from: Signal<string> }) {
  const chat = useChat();
  useLayoutEffect(() => {
    const others = () => chat.state.peek().messages.filter(item => item.kind === 'message' && item.from !== 'user');
    /** The number of messages when the reader looked away. */
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
        // The count drops to 0 as soon as the panel is seen, and a streaming message is not counted yet.
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
        // Messages that another tab has shown are new in this one all the same.
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
