/** Shows an enlarged picture in a modal dialog above the whole page. Escape, its button, and a click beside the picture close it. */

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
  /** Address to which the viewer links; null if it must not be a link. */
  readonly href: string | null;
  readonly onClose: () => void;
}

/** Returns true if the viewer is hidden or no longer modal. */
const isLost = (viewer: HTMLDialogElement): boolean => viewer.offsetWidth === 0 || !viewer.matches(':modal');

export function ImageViewer({ src, name, caption, lang, href, onClose }: ImageViewerProps) {
  const { t, tag } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = useChatState('open');

  useLayoutEffect(() => {
    const viewer = dialog.current as HTMLDialogElement;
    const closed = viewing(viewer);
    const before = (viewer.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    // In browsers without `showModal` the picture is shown in the conversation, and can be closed there.
    if (viewer.showModal) viewer.showModal();
    else viewer.setAttribute('open', '');
    focusStill(viewer.querySelector('button'));
    // Closes the dialog if it is hidden, because it would still block the page, and if it is moved in the document, because then it is no longer
    // modal.
    const watch = globalThis.ResizeObserver && new ResizeObserver(() => isLost(viewer) && onClose());
    watch?.observe(viewer);
    return () => {
      watch?.disconnect();
      viewer.close?.();
      closed();
      focusStill(before);
    };
  }, []);

  // Closes with the panel, because the hidden dialog would still block the page.
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
        // Browsers keep the focus in a modal dialog, but some do not reach all elements of one in a shadow root.
        if (event.key === 'Tab') turnTab(event, event.currentTarget);
        else if (event.key === 'Escape') {
          event.preventDefault();
          onClose();
        } else return;
        // The panel's focus trap must not handle this key, too.
        event.stopPropagation();
      }}
      // Keeps the page behind from scrolling. A long caption scrolls, and the wheel with Ctrl zooms.
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
