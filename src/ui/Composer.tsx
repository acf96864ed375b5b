/** Where the visitor writes. Open in every state but the end: what cannot go out now waits in the outbox. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Chat } from '../client/chat.ts';
import { measure } from './byte-count.ts';
import { useComposition } from './composition.ts';
import { useChatState, useUi } from './context.ts';
import { formatNumber } from './dates.ts';
import { keepFocus } from './focus.ts';
import { Icon } from './Icon.tsx';
import { t } from './strings.ts';

export function Composer() {
  const { chat, settings } = useUi();
  const { locale } = settings.value;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useDraft(chat);
  const composition = useComposition();
  const max = useChatState('maxMessageBytes');
  const room = measure(text, max);
  const [refused, setRefused] = useState('');
  useLayoutEffect(() => keepFocus(field.current), []);

  function send(): void {
    if (!text.trim() || room.excess > 0) return;
    if (chat.send(text) === null) setRefused(text);
    else setText('');
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || composition.owns(event)) return;
    event.preventDefault();
    send();
  }

  const tooLong = room.excess || (refused === text && text ? 1 : 0);
  return (
    <form
      class="composer"
      part="composer"
      onSubmit={event => {
        event.preventDefault();
        send();
      }}
    >
      <div class={`field ${tooLong ? 'over' : ''}`}>
        {/* The copy behind the field gives it its height: as many lines as are written, five at most. */}
        <div class="grow" data-text={`${text}\n`}>
          <textarea
            ref={field}
            rows={1}
            part="input"
            dir="auto"
            aria-label={t('message')}
            aria-invalid={tooLong > 0}
            placeholder={t('placeholder')}
            enterkeyhint="send"
            value={text}
            onInput={event => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            {...composition.handlers}
          />
        </div>
        <button
          type="submit"
          class="send"
          part="send"
          aria-label={t('send')}
          disabled={!text.trim() || tooLong > 0}
          // Pressing it must not take the focus, or a phone's keyboard folds away between two messages.
          onMouseDown={event => event.preventDefault()}
        >
          <Icon name="send" />
        </button>
      </div>
      <div class="counter meta" role="status">
        {room.near && (
          <span>{t('counter', { used: formatNumber(room.used, locale), max: formatNumber(max, locale) })}</span>
        )}
        {tooLong > 0 && <p>{t('tooLong', { count: tooLong })}</p>}
      </div>
    </form>
  );
}

/** The text in the field, and how it changes. It is the chat's draft, but letters never wait for it. */
function useDraft(chat: Chat): [string, (text: string) => void] {
  const draft = useChatState('draft');
  const [text, setText] = useState(draft);
  const before = useRef(draft);
  useLayoutEffect(() => {
    // A draft from elsewhere (restored, another tab) is taken over only where nobody has typed past it.
    if (text === before.current) setText(draft);
    before.current = draft;
  }, [draft]);
  return [
    text,
    next => {
      setText(next);
      if (next !== chat.state.value.draft) chat.setDraft(next);
    },
  ];
}
