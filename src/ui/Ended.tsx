/** Replaces the composer when a conversation is over: the reason, and the way to a new one. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { EndReason } from '../client/api/chat-state.ts';
import { Button } from './Button.tsx';
import { useChat, useWords } from './context.ts';
import { keepFocus } from './focus.ts';
import { endWords } from './item-words.ts';
import { Rating } from './Rating.tsx';

export function Ended({ reason }: { readonly reason: EndReason }) {
  const chat = useChat();
  const t = useWords();
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepFocus(foot.current), []);
  return (
    // With the focus on the whole dialog, readers would read all of it.
    <div ref={foot} class="ended" part="ended" tabIndex={-1}>
      <p class="meta">{t(endWords(reason))}</p>
      <Rating />
      <Button words="startNew" kind="primary" onClick={() => chat.startNew()} />
    </div>
  );
}
