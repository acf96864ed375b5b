/** Asks once, when a conversation is over, how it was: one to five stars, and an optional comment. The host page gets the answer. */

import { Button } from './Button.tsx';
import { useChat, useChatState, useChoices, useSettings, useWords } from './context.ts';
import { Stars } from './Stars.tsx';
import { useSignal } from './signals.ts';

/** More than that is no remark, in letters. */
const MAX_LETTERS = 1_000;

export function Rating() {
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
      {/* Exists before its text, so that readers read it. */}
      <p class={thanked.value ? 'meta' : 'unseen'} role="status">
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
  // No form: a frame may be forbidden to submit one.
  const submit = () => send(stars.peek(), text.peek().trim());

  return (
    <div class={stars.value ? 'rating worded' : 'rating'} part="rating">
      <Stars stars={stars} submit={submit} />
      {stars.value > 0 && (
        <textarea
          part="rating-text"
          rows={1}
          maxLength={MAX_LETTERS}
          // Directed as the composer is.
          dir={text.value ? 'auto' : undefined}
          aria-label={t('rateText')}
          placeholder={t('rateText')}
          value={text.value}
          onInput={event => {
            text.value = event.currentTarget.value;
          }}
        />
      )}
      <div class="ways">
        <Button words="rateSkip" onClick={skip} />
        <button type="button" class="button" part="button" disabled={!stars.value} onClick={submit}>
          {t('rateSend')}
        </button>
      </div>
    </div>
  );
}
