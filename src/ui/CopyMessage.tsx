/**
 * Copies what a message says, as plain text; what the visitor has typed, as it was typed. In sight beside the bubble that is pointed at,
 * tapped or focused. The Tab key finds the one of the last message, the arrow keys the others from there: a long conversation is not a long
 * way through buttons.
 */

import { useMemo } from 'preact/hooks';
import { useWords } from './context.ts';
import { useCopying } from './copying.ts';
import { focusStill } from './focus.ts';
import { Icon } from './Icon.tsx';
import { held } from './rich-text/held.ts';
import { copiedText, plainText } from './rich-text.ts';

interface CopyMessageProps {
  readonly text: string;
  /** By the visitor. */
  readonly typed: boolean;
  /** It is the last one, the one that the Tab key finds. */
  readonly current: boolean;
}

/** So much of a message says which one it is. */
const START_LETTERS = 60;

export function CopyMessage({ text, typed, current }: CopyMessageProps) {
  const t = useWords();
  // Computed for every message before anybody asks, so it must cost less than parsing.
  const start = useMemo(() => {
    const some = text.slice(0, 2 * START_LETTERS);
    const words = typed ? some : plainText(some, [], some !== text);
    if (some === text && words.length <= START_LETTERS) return words;
    // No half words, and where none ends, no half emoji.
    return `${held(words.slice(0, START_LETTERS)).replace(/\s\S*$/, '')}…`;
  }, [text, typed]);
  const { copied, handlers } = useCopying(() => (typed ? text : copiedText(text)));
  return (
    <span class={`copying ${copied}`}>
      <button
        type="button"
        class="icon copy-message"
        part="copy-message"
        aria-label={t('copyMessage')}
        aria-description={start}
        tabIndex={current ? 0 : -1}
        {...handlers}
        onKeyDown={step}
      >
        <Icon name={copied === 'done' ? 'done' : copied === 'refused' ? 'alert' : 'copy'} />
      </button>
      {copied && (
        <span class="detail said" role="status">
          {copied === 'asked' ? '' : t(copied === 'done' ? 'messageCopied' : 'messageNotCopied')}
        </span>
      )}
    </span>
  );
}

/** To the same button of the message above or below. */
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
