/** Shows an enlarged picture in a modal dialog above the whole page. Escape, its button, and a click beside the picture close it. */

import type { ComponentType, TargetedEvent } from 'preact';
import type { ImageViewerProps } from '../context/extras.ts';

export type ViewerKit = Pick<typeof import('preact'), 'h'> &
  Pick<typeof import('preact/hooks'), 'useLayoutEffect' | 'useRef'> &
  Pick<typeof import('../context/hooks.ts'), 'useChatState' | 'useLanguage'> &
  Pick<typeof import('../focus/focus.ts'), 'focusStill'> &
  Pick<typeof import('../focus/ModalBehaviour.tsx'), 'turnTab'> &
  Pick<typeof import('../kit/Icon.tsx'), 'Icon'> &
  Pick<typeof import('../kit/Link.tsx'), 'Link'> &
  Pick<typeof import('../kit/open-viewers.ts'), 'viewing'>;

/** Returns true if the viewer is hidden or no longer modal. */
const isLost = (viewer: HTMLDialogElement): boolean => viewer.offsetWidth === 0 || !viewer.matches(':modal');

export function createImageViewer(kit: ViewerKit): ComponentType<ImageViewerProps> {
  const { h, useLayoutEffect, useRef, useChatState, useLanguage, focusStill, turnTab, viewing, Icon, Link } = kit;

  return function ImageViewer({ src, name, caption, lang, href, onClose }) {
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
      // Closes the dialog in two cases: if it is hidden, because it would still block the page; and if it is moved within the document, because it
      // is then no longer modal.
      const watch = globalThis.ResizeObserver && new ResizeObserver(() => isLost(viewer) && onClose());
      watch?.observe(viewer);
      return () => {
        watch?.disconnect();
        viewer.close?.();
        closed();
        focusStill(before);
      };
    }, []);

    // Closes the viewer when the panel closes, because a hidden dialog would still block the page.
    useLayoutEffect(() => {
      if (!open) onClose();
    }, [open]);

    return h(
      'dialog',
      {
        ref: dialog,
        class: 'viewer',
        part: 'viewer',
        'aria-label': name,
        onClose,
        onCancel: onClose,
        onKeyDown: (event: TargetedEvent<HTMLDialogElement, KeyboardEvent>) => {
          // Moves the focus itself: in a modal dialog inside a shadow root, some browsers do not reach all elements with Tab.
          if (event.key === 'Tab') turnTab(event, event.currentTarget);
          else if (event.key === 'Escape') {
            event.preventDefault();
            onClose();
          } else return;
          // The panel's focus trap must not handle this key, too.
          event.stopPropagation();
        },
        // Keeps the page behind from scrolling. A long caption can still be scrolled, and the wheel with Ctrl still zooms.
        onWheel: (event: WheelEvent) => {
          if (!event.ctrlKey && !(event.target as Element).closest('figcaption')) event.preventDefault();
        },
        onClick: (event: MouseEvent) => {
          if (!(event.target as Element).closest('img, a, button, figcaption')) onClose();
        },
      },
      h(
        'div',
        { class: 'viewer-tools', lang: tag },
        href && h(Link, { href, class: 'icon', label: t('newTab', { name }), children: h(Icon, { name: 'open' }) }),
        h(
          'button',
          { type: 'button', class: 'icon', 'aria-label': t('closeImage'), title: t('closeImage'), onClick: onClose },
          h(Icon, { name: 'close' }),
        ),
      ),
      h(
        'figure',
        null,
        h('img', { src, alt: name, referrerpolicy: 'no-referrer' }),
        caption && h('figcaption', { dir: 'auto', lang }, caption),
      ),
    );
  };
}
