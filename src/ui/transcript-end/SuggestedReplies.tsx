/** Draws the replies that the latest message suggests. The visitor can send one of them. */

import type { Suggestion } from '../../client/api/chat-state.ts';
import { useChat, useChatState, useWords } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { focusOnward } from '../focus/focus.ts';
import { suggestedTexts } from '../wording/prompt-words.ts';

export function SuggestedReplies({ suggestions }: { readonly suggestions: readonly Suggestion[] }) {
  const chat = useChat();
  const t = useWords();
  // The suggestions are in the conversation's language, which may not be the panel's.
  const language = useChatState('language');
  // Uses a signal, because it changes at once: the second click of a double click then sends nothing.
  const used = useSignal<readonly Suggestion[] | null>(null);
  const texts = suggestedTexts(suggestions);
  const shown = texts.length > 0 && used.value !== suggestions;

  function choose(event: Event, text: string): void {
    if (used.peek() === suggestions) return;
    // Finds the panel first, because the buttons disappear while `send` runs.
    const panel = (event.currentTarget as HTMLElement).closest('.panel');
    if (chat.send(text) === null) return;
    used.value = suggestions;
    focusOnward(panel);
  }

  if (!shown) return null;
  return (
    <fieldset class="suggestions entering" aria-label={t('suggestions')} part="suggestions">
      {texts.map((text, place) => (
        <button
          key={`${place}`}
          type="button"
          class="chip"
          part="suggestion"
          dir="auto"
          lang={language ?? undefined}
          onClick={event => choose(event, text)}
        >
          <span>{text}</span>
        </button>
      ))}
    </fieldset>
  );
}
