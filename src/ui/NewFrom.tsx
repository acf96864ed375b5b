/** Where the reader left off: what came while the panel was closed, or while the page was out of sight, begins with a line. Draws nothing. */

import { effect } from '@preact/signals-core';
import { useLayoutEffect } from 'preact/hooks';
import { useChat } from './context.ts';
import type { LateProps } from './late-parts.ts';

export function NewFrom({ from }: LateProps['NewFrom']) {
  const chat = useChat();
  useLayoutEffect(() => {
    const others = () => chat.state.peek().messages.filter(item => item.kind === 'message' && item.from !== 'user');
    let unread = 0;
    let seen = Infinity;
    const mounted = new AbortController();
    const stop = effect(() => {
      const { open, unread: count } = chat.state.value;
      if (!open) from.value = '';
      // The count is gone the moment that the panel opens.
      else if (unread) from.value = others().at(-unread)?.key ?? '';
      unread = open ? 0 : count;
    });
    const turn = () => {
      if (!chat.state.peek().open) return;
      if (document.hidden) seen = others().length;
      else from.value = others()[seen]?.key ?? '';
    };
    document.addEventListener('visibilitychange', turn, mounted);
    return () => {
      stop();
      mounted.abort();
    };
  }, []);
  return null;
}
