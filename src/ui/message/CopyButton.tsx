/**
 * Draws the button that copies a message as plain text, or the visitor's own message as typed, with its attachments by name and address. It is visible while the message is hovered, tapped or
 * focused. The Tab key reaches only the last message's button, and the arrow keys lead from there to the others, so that Tab need not pass through
 * many buttons.
 */

import { useMemo } from 'preact/hooks';
import { useParts, useWords } from '../context/hooks.ts';
import { focusStill } from '../focus/focus.ts';
import type { T } from '../i18n/translate.ts';
import { Icon } from '../kit/Icon.tsx';
import { useCopy } from '../kit/use-copy.ts';
import { copiedText, plainText } from '../rich-text/plain-text.ts';
import { held } from '../rich-text/unfinished-syntax.ts';

interface CopyButtonProps {
  readonly text: string;
  /** True for a message that the visitor typed. */
  readonly typed: boolean;
  /** True for the last message, whose button the Tab key reaches. */
  readonly current: boolean;
}

/** Longest excerpt of the message in the button's description, in letters. */
const START_LETTERS = 60;

export function CopyButton({ text, typed, current }: CopyButtonProps) {
  const t = useWords();
  const parts = useParts();
  const asWords = (words: string, said?: T) => (parts ? parts.asWords(words, said) : words);
  // Parses only the beginning of the message, because this runs for every message.
  const start = useMemo(() => {
    const some = text.slice(0, 2 * START_LETTERS);
    const words = typed ? asWords(some, t) : plainText(some, [], some !== text);
    if (some === text && words.length <= START_LETTERS) return words;
    // Cuts at a space. If there is none, cuts anywhere but within an emoji.
    return `${held(words.slice(0, START_LETTERS)).replace(/\s\S*$/, '')}…`;
  }, [text, typed, t, parts]);
  const { copied, handlers } = useCopy(() => (typed ? asWords(text) : copiedText(text)));
  return (
    <span class={`copying ${copied}`}>
      <button
        type="button"
        class="icon copy-message"
        part="copy-message"
        aria-label={t('copyMessage')}
        title={t('copyMessage')}
        aria-description={start}
        tabIndex={current ? 0 : -1}
        {...handlers}
        onKeyDown={step}
      >
        <Icon name={copied === 'done' ? 'done' : copied === 'refused' ? 'alert' : 'copy'} />
      </button>
      {copied && (
        <span class="detail copy-result" role="status">
          {copied === 'asked' ? '' : t(copied === 'done' ? 'messageCopied' : 'messageNotCopied')}
        </span>
      )}
    </span>
  );
}

/** Moves the focus to the same button of the message above or below. */
function step(event: KeyboardEvent): void {
  const way = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const button = event.currentTarget as HTMLElement;
  const all = [...(button.closest('.log')?.querySelectorAll<HTMLElement>('.copy-message') ?? [])];
  const next = all[all.indexOf(button) + way];
  if (!way || !next) return;
  event.preventDefault();
  focusStill(next);
  next.closest('.bubble')?.scrollIntoView({ block: 'nearest' });
}
