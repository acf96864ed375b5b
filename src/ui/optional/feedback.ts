/**
 * Draws the two thumbs below an agent's reply. Pressing one reports the visitor's opinion, which can be changed later. A thumb down shows a field
 * for a few words. The Tab key stops only at the newest reply's thumbs; the arrow keys lead to the others.
 */

import type { ComponentChild, ComponentType } from 'preact';
import type { TimelineItem } from '../../client/api/chat-state.ts';
import type { FeedbackValue } from '../context/visitor-choices.ts';
import type { Kit } from './attach.ts';

/** Number of replies whose feedback is stored. */
const MOST = 100;

/** Longest explanation of a thumb down, in letters. */
const LONGEST = 500;

const THUMB = 'M7.5 11v8.5H4V11zm0 0L11 4a2 2 0 0 1 2 2v4h5a2 2 0 0 1 2 2.3l-1.1 5.5a2 2 0 0 1-2 1.7H7.5';

export function createFeedback(kit: Kit): ComponentType<{ readonly id: string }> {
  const { h, useSignal, useSelected, useUi } = kit;

  return function Feedback({ id }) {
    const { chat, choices, settings, speech } = useUi();
    const isOn = useSelected(() => settings.value.feedback === 'on');
    const { t } = useSelected(() => speech.language.value);
    const value = useSelected(() => choices.now.value.feedback?.[id]);
    const isNewest = useSelected(() => chat.state.value.messages.findLast(isReply)?.id === id);
    const asks = useSignal(false);
    const thanked = useSignal(false);
    if (!isOn) return null;

    function tell(next: FeedbackValue, text = ''): void {
      const others = Object.entries(choices.now.peek().feedback ?? {}).filter(([each]) => each !== id);
      choices.set({ feedback: Object.fromEntries([...others.slice(1 - MOST), [id, next]]) });
      chat.emit('feedback', { messageId: id, value: next, ...(text && { text }) });
      thanked.value = true;
    }

    function press(next: FeedbackValue): void {
      // Ignores a second click on the same thumb.
      if (value !== next) tell(next);
      asks.value = next === 'down' && value !== next;
    }

    function close(event: Event): void {
      const thumb = (event.currentTarget as Element).closest('.feedback')?.querySelector<HTMLElement>('.down');
      asks.value = false;
      thumb?.focus({ preventScroll: true });
    }

    const thumb = (which: FeedbackValue, words: string): ComponentChild =>
      h(
        'button',
        {
          type: 'button',
          class: `icon thumb ${which}`,
          part: `feedback-${which}`,
          'aria-label': words,
          title: words,
          'aria-pressed': value === which ? 'true' : 'false',
          tabIndex: isNewest ? 0 : -1,
          onClick: () => press(which),
          onKeyDown: (event: KeyboardEvent) => step(event, which),
        },
        h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: THUMB })),
      );
    return h(
      'div',
      { class: value ? 'feedback given' : 'feedback', part: 'feedback' },
      thumb('up', t('feedbackUp')),
      thumb('down', t('feedbackDown')),
      h('span', { class: 'detail', role: 'status' }, thanked.value && !asks.value && t('rateThanks')),
      asks.value &&
        value === 'down' &&
        words(kit, [t('feedbackText'), t('send'), t('rateSkip')], (event, text) => {
          if (text) tell('down', text);
          close(event);
        }),
    );
  };
}

const isReply = (item: TimelineItem): item is Extract<TimelineItem, { kind: 'message' }> =>
  item.kind === 'message' && item.from === 'agent' && item.status === 'complete';

/** Draws the line for words; `done` is called with the text, or with the empty string if the visitor skips it. */
function words(
  { h }: Kit,
  [label, send, skip]: readonly [string, string, string],
  done: (event: Event, text: string) => void,
): ComponentChild {
  const textBeside = (event: Event): string =>
    (event.currentTarget as Element).closest('.feedback')?.querySelector('input')?.value.trim() ?? '';
  const button = (name: string, press: (event: MouseEvent) => void): ComponentChild =>
    h('button', { type: 'button', class: 'button quiet', part: 'button', onClick: press }, name);
  return h(
    'div',
    { class: 'feedback-words' },
    // Not a text area, because other code takes the panel's text area for the composer.
    h('input', {
      type: 'text',
      part: 'feedback-text',
      'aria-label': label,
      placeholder: label,
      maxLength: LONGEST,
      dir: 'auto',
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter' && !event.isComposing) done(event, textBeside(event));
      },
    }),
    button(send, event => done(event, textBeside(event))),
    button(skip, event => done(event, '')),
  );
}

/** Moves the focus to the same thumb of the reply above or below. */
function step(event: KeyboardEvent, which: FeedbackValue): void {
  const way = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const button = event.currentTarget as HTMLElement;
  const all = [...(button.closest('.log')?.querySelectorAll<HTMLElement>(`.thumb.${which}`) ?? [])];
  const next = all[all.indexOf(button) + way];
  if (!way || !next) return;
  event.preventDefault();
  next.focus();
}
