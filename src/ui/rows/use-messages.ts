/** Returns the items to render. While a reply streams, updates them at most once per tick of the frame clock, however many chunks arrive. */

import { effect } from '@preact/signals-core';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatState } from '../../client/api/chat-state.ts';
import { useChat } from '../context/hooks.ts';
import { onFrame } from '../kit/frame-clock.ts';

type Items = ChatState['messages'];

export function useMessages(): Items {
  const { state } = useChat();
  const [, draw] = useState({});
  const drawn = useRef<Items>([]);
  const items = state.peek().messages;
  drawn.current = items;
  useLayoutEffect(() => {
    const again = () => draw({});
    return effect(() => {
      const { messages } = state.value;
      if (messages === drawn.current) return;
      if (onlyGrows(drawn.current, messages)) onFrame(again);
      else again();
    });
  }, []);
  return items;
}

function onlyGrows(before: Items, now: Items): boolean {
  const last = now.at(-1);
  return before.length === now.length && last?.kind === 'message' && last.status === 'streaming';
}
