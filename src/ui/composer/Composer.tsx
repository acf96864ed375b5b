/** Draws the visitor's text field. It can be used until the conversation ends. Messages that cannot be sent yet wait in the outbox. */

import type { Signal } from '@preact/signals-core';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isBlank } from '../../client/api/is-blank.ts';
import { useChat, useChatState, useParts, useUi, useWords } from '../context/hooks.ts';
import { useSelected, useSignal } from '../context/use-signal.ts';
import { keepFocus } from '../focus/focus.ts';
import { isComposed } from '../focus/ime.ts';
import { Icon } from '../kit/Icon.tsx';
import { measure } from './byte-count.ts';
import { LengthCounter } from './LengthCounter.tsx';

export function Composer() {
  const chat = useChat();
  const t = useWords();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft();
  const text = draft.value;
  const max = useChatState('maxMessageBytes');
  const parts = useParts();
  const { parts: optional } = useUi();
  // Reads the signal of the optional parts here, because the selector must run again when they have loaded.
  const whole = useSelected(() => (optional.value ? optional.value.compose(text) : text));
  const { excess } = measure(whole, max);
  const refused = useSignal('');
  useLayoutEffect(() => keepFocus(field.current), []);

  function send(event: Event): void {
    event.preventDefault();
    if (isBlank(whole) || excess > 0) return;
    if (chat.send(whole) === null) refused.value = text;
    else {
      write('');
      if (parts) parts.sent();
    }
    field.current?.focus();
  }

  function write(next: string): void {
    draft.value = next;
    chat.setDraft(next);
  }

  const tooLong = excess || (text && refused.value === text ? 1 : 0);
  return (
    // Must stay the panel's only section, because Preact takes over the painted section with its field (widget/painted/paint-panel.ts).
    <section class="composer" part="composer">
      <div class={`field ${tooLong ? 'over-limit' : ''}`} part="field">
        {/* A copy of the text gives the field its height. Only the beginning is needed, because the field is at most five lines high. */}
        <div class="grow" data-text={`${text.slice(0, 2e3)}\n`}>
          <textarea
            ref={field}
            rows={1}
            part="input"
            // An empty field has the panel's direction, which is the side at which the placeholder and the first letter begin.
            dir={text ? 'auto' : undefined}
            aria-label={t('message')}
            aria-invalid={tooLong > 0}
            aria-describedby="room"
            placeholder={t('placeholder')}
            enterkeyhint="send"
            value={text}
            onInput={event => write(event.currentTarget.value)}
            onKeyPress={keepLetter}
            onKeyDown={event => {
              keepLetter(event);
              if (event.key === 'Enter' && !event.shiftKey && !isComposed(event)) send(event);
            }}
          />
        </div>
        {parts && <parts.Attach />}
        <button
          type="button"
          class="send"
          part="send"
          aria-label={t('send')}
          title={t('send')}
          disabled={isBlank(whole) || tooLong > 0}
          // Not a form, because a sandboxed frame may forbid forms.
          onClick={send}
          // Keeps the focus in the field, so that a phone's keyboard stays open between two messages.
          onMouseDown={event => event.preventDefault()}
        >
          <Icon name="send" />
        </button>
      </div>
      <LengthCounter text={whole} max={max} excess={tooLong} />
    </section>
  );
}

/** Keeps letters that the visitor types from triggering the page's shortcuts. isolate-events.ts does the same for other events once it has loaded. */
function keepLetter(event: KeyboardEvent): void {
  if (!(event.key?.[1] || event.ctrlKey || event.metaKey)) event.stopPropagation();
}

/** Returns the text in the field. It is the chat's draft, except that a typed letter appears at once, before the draft changes. */
function useDraft(): Signal<string> {
  const draft = useChatState('draft');
  const text = useSignal(draft);
  const before = useRef(draft);
  useLayoutEffect(() => {
    // A draft from storage or another tab replaces the text only if the visitor has not typed since the last draft.
    if (text.peek() === before.current) text.value = draft;
    before.current = draft;
  }, [draft]);
  return text;
}
