/** Replies that the latest message proposes. One of them can be sent, once. */

import type { Suggestion } from '../client/chat-state.ts';
import { useChat, useWords } from './context.ts';
import { focusStill } from './focus.ts';
import { useSignal } from './signals.ts';
import { unspoofed } from './words.ts';

export function Suggestions({ suggestions }: { readonly suggestions: readonly Suggestion[] }) {
  const chat = useChat();
  const t = useWords();
  // A signal, because it changes at once: the second click of a double click finds it set.
  const used = useSignal<readonly Suggestion[] | null>(null);
  if (suggestions.length === 0 || used.value === suggestions) return null;

  function choose(event: Event, text: string): void {
    if (used.peek() === suggestions) return;
    // The buttons go away at once; the keyboard's user is left where the conversation goes on.
    const panel = (event.currentTarget as HTMLElement).closest('.panel');
    if (chat.send(text) === null) return;
    used.value = suggestions;
    focusStill(panel?.querySelector('textarea'));
  }

  return (
    <fieldset class="suggestions fresh" aria-label={t('suggestions')} part="suggestions">
      {suggestions.map(({ text }, place) => (
        <button
          key={`${place}`}
          type="button"
          class="chip"
          part="suggestion"
          dir="auto"
          onClick={event => choose(event, unspoofed(text))}
        >
          {unspoofed(text)}
        </button>
      ))}
    </fieldset>
  );
}
