/**
 * Replaces the composer when a conversation has ended. Shows the reason, asks once for a rating (one to five stars and a comment), and has a button
 * for a new conversation.
 */

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { EndReason } from '../../client/api/chat-state.ts';
import { useChat, useChatState, useChoices, useSettings, useWords } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { keepFocus } from '../focus/focus.ts';
import { Button } from '../kit/Button.tsx';
import { endWords } from '../wording/item-words.ts';
import { StarRating } from './StarRating.tsx';

/** Largest length of a comment. */
const MAX_LETTERS = 1_000;

export function EndedBar({ reason }: { readonly reason: EndReason }) {
  const chat = useChat();
  const t = useWords();
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepFocus(foot.current), []);
  return (
    // Takes the focus. If the whole dialog had it, screen readers would read all of the dialog.
    <div ref={foot} class="ended" part="ended" tabIndex={-1}>
      <p class="meta">{t(endWords(reason))}</p>
      <Rating />
      <Button words="startNew" kind="primary" onClick={() => chat.startNew()} />
    </div>
  );
}

/** Asks for a rating, which the host page receives. */
function Rating() {
  const chat = useChat();
  const t = useWords();
  const { rating } = useSettings();
  const [{ rated }, choose] = useChoices();
  const messages = useChatState('messages');
  const thanked = useSignal(false);
  const conversation = messages.findLast(each => each.kind !== 'message' || each.status !== 'failed')?.key;
  const answered = messages.some(each => each.kind === 'message' && each.from !== 'user');

  if (rating !== 'on' || !conversation || !answered) return null;
  return (
    <>
      {/* The region exists before its text, so that screen readers read the text. */}
      <p class={thanked.value ? 'meta' : 'visually-hidden'} role="status">
        {thanked.value && t('rateThanks')}
      </p>
      {rated !== conversation && !thanked.value && (
        <Question
          skip={() => choose({ rated: conversation })}
          send={(stars, text) => {
            thanked.value = true;
            choose({ rated: conversation });
            chat.emit('rating', { stars, text });
          }}
        />
      )}
    </>
  );
}

interface QuestionProps {
  skip(): void;
  send(stars: number, text: string): void;
}

function Question({ skip, send }: QuestionProps) {
  const t = useWords();
  const stars = useSignal(0);
  const text = useSignal('');
  // Not a form, because a sandboxed frame may forbid forms.
  const submit = () => send(stars.peek(), text.peek().trim());

  return (
    <div class={stars.value ? 'rating has-text' : 'rating'} part="rating">
      <StarRating stars={stars} submit={submit} />
      {stars.value > 0 && (
        <textarea
          part="rating-text"
          rows={1}
          maxLength={MAX_LETTERS}
          // Sets the direction as Composer.tsx does.
          dir={text.value ? 'auto' : undefined}
          aria-label={t('rateText')}
          placeholder={t('rateText')}
          value={text.value}
          onInput={event => {
            text.value = event.currentTarget.value;
          }}
        />
      )}
      {/* Takes room even while invisible, so that a pressed star stays in place. */}
      <div class="actions" style={{ visibility: stars.value ? '' : 'hidden' }}>
        <Button words="rateSkip" onClick={skip} />
        <button type="button" class="button" part="button" onClick={submit}>
          {t('rateSend')}
        </button>
      </div>
    </div>
  );
}
