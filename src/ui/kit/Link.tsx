/** A link. Its address has passed safe-url.ts, and is reported to the host page before it is followed. */

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
  // True for a fragment of the current page. Following such a link only scrolls.
  const here = href.startsWith(`${location.href.replace(/#.*/s, '')}#`);
  const page = !here && /^https?:/.test(href);
  const tell = (event: Event) => chat.emit('link', { href, preventDefault: () => event.preventDefault() });
  const follow = (event: TargetedEvent<HTMLElement>) => {
    tell(event);
    // Closes a chat that covers the page, because the visitor should see the page scroll.
    if (here && !event.defaultPrevented && event.currentTarget.closest('[aria-modal]')) chat.close();
  };
  return (
    <a
      {...rest}
      href={href}
      aria-label={label}
      // Needs no description if there is a label, because labels say that the link opens a new tab.
      aria-description={page && !label ? t('newTab', { name: '' }) : undefined}
      // Opens no new tab for phone numbers and mail addresses, because it would stay empty.
      target={page ? '_blank' : undefined}
      rel="noopener noreferrer"
      onClick={follow}
      // The middle mouse button also follows the link.
      onAuxClick={event => event.button === 1 && tell(event)}
    >
      {children}
    </a>
  );
}
