/** A picture by itself, over everything: a modal dialog that Escape, its button and a click beside the picture close. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChatState, useLanguage } from './context.ts';
import { focusStill } from './focus.ts';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import { turnTab } from './Modal.tsx';
import { viewing } from './viewers.ts';

export interface ImageViewerProps {
  readonly src: string;
  readonly name: string;
  /** Stands below the picture; the empty string for nothing. */
  readonly caption: string;
  readonly lang: string | undefined;
  /** Address of the picture, if it may be followed. */
  readonly href: string | null;
  readonly onClose: () => void;
}

/** It was shown over everything, and is so no more. */
const isLost = (viewer: HTMLDialogElement): boolean => viewer.offsetWidth === 0 || !viewer.matches(':modal');

export function ImageViewer({ src, name, caption, lang, href, onClose }: ImageViewerProps) {
  const { t, tag } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = useChatState('open');

  useLayoutEffect(() => {
    const viewer = dialog.current as HTMLDialogElement;
    const closed = viewing(viewer);
    const before = (viewer.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    // Without it the picture stands in the conversation, and can be closed all the same.
    if (viewer.showModal) viewer.showModal();
    else viewer.setAttribute('open', '');
    focusStill(viewer.querySelector('button'));
    // Hidden with the chat it would go on holding the whole page, and one that was moved with it holds nothing and lies among the messages.
    const watch = globalThis.ResizeObserver && new ResizeObserver(() => isLost(viewer) && onClose());
    watch?.observe(viewer);
    return () => {
      watch?.disconnect();
      viewer.close?.();
      closed();
      focusStill(before);
    };
  }, []);

  // A dialog that is hidden with its panel would go on holding the whole page.
  useLayoutEffect(() => {
    if (!open) onClose();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      class="viewer"
      part="viewer"
      aria-label={name}
      onClose={onClose}
      onCancel={onClose}
      onKeyDown={event => {
        // Browsers keep the focus in a modal dialog, but in a shadow root not all of them reach all of it.
        if (event.key === 'Tab') turnTab(event, event.currentTarget);
        else if (event.key === 'Escape') {
          event.preventDefault();
          onClose();
        } else return;
        // The panel behind stays, and has stops of its own.
        event.stopPropagation();
      }}
      // The page behind stays where it is; a long caption scrolls, and the wheel that enlarges everything scrolls nothing.
      onWheel={event => {
        if (!event.ctrlKey && !(event.target as Element).closest('figcaption')) event.preventDefault();
      }}
      onClick={event => {
        if (!(event.target as Element).closest('img, a, button, figcaption')) onClose();
      }}
    >
      <div class="viewer-tools" lang={tag}>
        {href && (
          <Link href={href} class="icon" label={t('newTab', { name })}>
            <Icon name="open" />
          </Link>
        )}
        <button type="button" class="icon" aria-label={t('closeImage')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <figure>
        <img src={src} alt={name} referrerpolicy="no-referrer" />
        {caption && (
          <figcaption dir="auto" lang={lang}>
            {caption}
          </figcaption>
        )}
      </figure>
    </dialog>
  );
}
