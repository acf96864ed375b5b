/**
 * Copies a message as plain text, and the visitor's own as it was typed. Visible beside the bubble under the pointer, tapped or focused. The Tab key
 * reaches the button of the last message, the arrow keys the others from there: otherwise a long conversation would be a long way through buttons.
 */

import { useMemo } from 'preact/hooks';
import { useWords } from '../context/hooks.ts';
import { focusStill } from '../focus/focus.ts';
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

/** Letters of a message that identify it. */
const START_LETTERS = 60;

export function CopyButton({ text, typed, current }: CopyButtonProps) {
  const t = useWords();
  // Computed for every message before anybody asks, so it must cost less than parsing.
  const start = useMemo(() => {
    const some = text.slice(0, 2 * START_LETTERS);
    const words = typed ? some : plainText(some, [], some !== text);
    if (some === text && words.length <= START_LETTERS) return words;
    // Cuts no word in half; without a space, at least no emoji.
    return `${held(words.slice(0, START_LETTERS)).replace(/\s\S*$/, '')}…`;
  }, [text, typed]);
  const { copied, handlers } = useCopy(() => (typed ? text : copiedText(text)));
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
