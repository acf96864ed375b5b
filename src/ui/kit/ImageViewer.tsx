/** An enlarged picture over everything: a modal dialog, closed by Escape, its button, or a click beside the picture. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChatState, useLanguage } from '../context/hooks.ts';
import { focusStill } from '../focus/focus.ts';
import { turnTab } from '../focus/ModalBehaviour.tsx';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import { viewing } from './open-viewers.ts';

export interface ImageViewerProps {
  readonly src: string;
  readonly name: string;
  /** Text below the picture; the empty string for none. */
  readonly caption: string;
  readonly lang: string | undefined;
  /** Address of the picture, if it may be followed. */
  readonly href: string | null;
  readonly onClose: () => void;
}

/** Returns true if the viewer was modal, and is no longer. */
const isLost = (viewer: HTMLDialogElement): boolean => viewer.offsetWidth === 0 || !viewer.matches(':modal');

export function ImageViewer({ src, name, caption, lang, href, onClose }: ImageViewerProps) {
  const { t, tag } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = useChatState('open');

  useLayoutEffect(() => {
    const viewer = dialog.current as HTMLDialogElement;
    const closed = viewing(viewer);
    const before = (viewer.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    // Without `showModal` the picture is shown in the conversation, and can be closed all the same.
    if (viewer.showModal) viewer.showModal();
    else viewer.setAttribute('open', '');
    focusStill(viewer.querySelector('button'));
    // A hidden modal dialog would still block the page. A moved one is no longer modal and lies among the messages. In both cases it
    // closes.
    const watch = globalThis.ResizeObserver && new ResizeObserver(() => isLost(viewer) && onClose());
    watch?.observe(viewer);
    return () => {
      watch?.disconnect();
      viewer.close?.();
      closed();
      focusStill(before);
    };
  }, []);

  // A dialog that is hidden with its panel would still block the whole page.
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
        // Browsers keep the focus in a modal dialog, but in a shadow root some do not reach all of it.
        if (event.key === 'Tab') turnTab(event, event.currentTarget);
        else if (event.key === 'Escape') {
          event.preventDefault();
          onClose();
        } else return;
        // The panel behind has a focus trap of its own, which must not handle this key.
        event.stopPropagation();
      }}
      // The page behind does not scroll; a long caption does, and the wheel with Ctrl still zooms.
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
        <button type="button" class="icon" aria-label={t('closeImage')} title={t('closeImage')} onClick={onClose}>
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
