/** The only way out of the panel: an address that passed safe-url.ts, reported to the host page before it is followed. */

import type { ComponentChildren, TargetedEvent } from 'preact';
import { useChat, useWords } from '../context/hooks.ts';

export interface LinkProps {
  readonly href: string;
  readonly class?: string;
  readonly part?: string;
  readonly label?: string | undefined;
  readonly children: ComponentChildren;
}

export function Link({ href, label, children, ...rest }: LinkProps) {
  const chat = useChat();
  const t = useWords();
  // Fragment of the current page: the page scrolls.
  const here = href.startsWith(`${location.href.replace(/#.*/s, '')}#`);
  const page = !here && /^https?:/.test(href);
  const tell = (event: Event) => chat.emit('link', { href, preventDefault: () => event.preventDefault() });
  const follow = (event: TargetedEvent<HTMLElement>) => {
    tell(event);
    // Close a chat that covers the page, or the visitor would not see it scroll.
    if (here && !event.defaultPrevented && event.currentTarget.closest('[aria-modal]')) chat.close();
  };
  return (
    <a
      {...rest}
      href={href}
      aria-label={label}
      // A link with a label says it there.
      aria-description={page && !label ? t('newTab', { name: '' }) : undefined}
      // Dialling and writing mail need no new tab, which would stay open and empty.
      target={page ? '_blank' : undefined}
      rel="noopener noreferrer"
      onClick={follow}
      // The middle button opens it in a new tab.
      onAuxClick={event => event.button === 1 && tell(event)}
    >
      {children}
    </a>
  );
}
