/**
 * Copies what a message says, as plain text; what the visitor has typed, as it was typed. In sight beside the bubble that is pointed at, tapped or focused. The Tab key finds the one of
 * the last message, the arrow keys the others from there: a long conversation is not a long way through buttons.
 */

import { useWords } from './context.ts';
import { focusStill } from './focus.ts';
import { LateIcon } from './LateIcon.tsx';
import type { LateProps } from './late-parts.ts';
import { plainText } from './rich-text.ts';
import { useSignal } from './signals.ts';

export function CopyMessage({ text, typed, current }: LateProps['CopyMessage']) {
  const t = useWords();
  const said = useSignal<'' | 'asked' | 'messageCopied' | 'messageNotCopied'>('');

  async function copy(): Promise<void> {
    // The live region has to be there before it says something.
    said.value = 'asked';
    try {
      await navigator.clipboard.writeText(typed ? text : plainText(text));
      said.value = 'messageCopied';
    } catch {
      // Without permission, or on a page without TLS. The text can still be selected.
      said.value = 'messageNotCopied';
    }
  }
  const reset = () => {
    said.value = '';
  };

  return (
    <span class={`copying ${said.value}`}>
      <button
        type="button"
        class="icon copy-message"
        part="copy-message"
        aria-label={t('copyMessage')}
        tabIndex={current ? 0 : -1}
        onClick={copy}
        onBlur={reset}
        onPointerLeave={reset}
        onKeyDown={step}
      >
        <LateIcon
          name={said.value === 'messageCopied' ? 'done' : said.value === 'messageNotCopied' ? 'alert' : 'copy'}
        />
      </button>
      {said.value && (
        <span class="detail said" role="status">
          {said.value !== 'asked' && t(said.value)}
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
