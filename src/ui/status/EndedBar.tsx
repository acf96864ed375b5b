/**
 * Replaces the composer when a conversation has ended. Shows the reason, asks once for a rating (one to five stars and a comment), and has a button
 * for a new conversation.
 */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { EndReason } from '../../client/api/chat-state.ts';
import { useChat, useChatState, useChoices, useExtras, useSettings, useUi, useWords } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { keepFocus } from '../focus/focus.ts';
import { Button } from '../kit/Button.tsx';
import { endWords } from '../wording/item-words.ts';

export function EndedBar({ reason }: { readonly reason: EndReason }) {
  const chat = useChat();
  const t = useWords();
  const foot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepFocus(foot.current), []);
  return (
    // Receives the focus when the conversation ends. If the dialog received it, screen readers would read the whole dialog.
    <div ref={foot} class="ended" part="ended" tabIndex={-1}>
      <p class="meta">{t(endWords(reason))}</p>
      <Rating />
      <Button words="startNew" kind="primary" onClick={() => chat.startNew()} />
    </div>
  );
}

/** Asks for a rating and passes it to the host page. */
function Rating() {
  const chat = useChat();
  const t = useWords();
  const { rating } = useSettings();
  const [{ rated }, choose] = useChoices();
  const messages = useChatState('messages');
  const { extras } = useUi();
  const RatingForm = useExtras()?.RatingForm;
  const thanked = useSignal(false);
  const conversation = messages.findLast(each => each.kind !== 'message' || each.status !== 'failed')?.key;
  const answered = messages.some(each => each.kind === 'message' && each.from !== 'user');
  const wanted = rating === 'on' && conversation !== undefined && answered;
  useEffect(() => {
    if (wanted) extras.fetch();
  }, [wanted]);

  if (!wanted) return null;
  return (
    <>
      {/* The region must exist before its text, or screen readers would not read the text. */}
      <p class={thanked.value ? 'meta' : 'visually-hidden'} role="status">
        {thanked.value && t('rateThanks')}
      </p>
      {RatingForm && rated !== conversation && !thanked.value && (
        <RatingForm
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
