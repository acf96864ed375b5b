/** The way back to the end for whoever reads further up, and how much has come since they do. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChat, useLanguage } from './context.ts';
import { Icon } from './Icon.tsx';
import { useLive } from './signals.ts';

export function Jump({ toEnd, onFocusOut }: { toEnd(): void; onFocusOut(): void }) {
  const { t, locale } = useLanguage();
  const { state } = useChat();
  const others = useLive(
    () => state.value.messages.filter(item => item.kind === 'message' && item.from !== 'user').length,
  );
  const button = useRef<HTMLButtonElement>(null);
  useEndKey(button, toEnd);
  const read = useRef(others);
  // What an earlier session is taken apart into is no news.
  read.current = Math.min(read.current, others);
  const count = others - read.current;
  const label = count > 0 ? `${t('jump')} (${t('jumpNew', { count })})` : undefined;
  return (
    <button
      ref={button}
      type="button"
      class="jump"
      part="jump"
      aria-label={label}
      onClick={toEnd}
      onFocusOut={onFocusOut}
    >
      <Icon name="down" />
      {t('jump')}
      {count > 0 && (
        <span class="count" part="badge">
          {new Intl.NumberFormat(locale).format(count)}
        </span>
      )}
    </button>
  );
}

/** Some browsers go to where the end was before they knew how high all of it is. */
function useEndKey(button: { readonly current: Element | null }, toEnd: () => void): void {
  useLayoutEffect(() => {
    const log = button.current?.parentElement?.querySelector<HTMLElement>('.log');
    const go = (event: KeyboardEvent): void => {
      if (event.key !== 'End' || event.shiftKey || event.defaultPrevented) return;
      event.preventDefault();
      toEnd();
    };
    log?.addEventListener('keydown', go);
    return () => log?.removeEventListener('keydown', go);
  }, []);
}
