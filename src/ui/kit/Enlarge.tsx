/** A button with a picture, which opens the picture enlarged. */

import type { ComponentChildren } from 'preact';
import { useLanguage } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { ImageViewer, type ImageViewerProps } from './ImageViewer.tsx';

export interface EnlargeProps extends Omit<ImageViewerProps, 'onClose'> {
  readonly class: string;
  readonly part: string;
  /** The content of the button. */
  readonly children: ComponentChildren;
}

export function Enlarge({ class: look, part, children, ...picture }: EnlargeProps) {
  const { t, tag } = useLanguage();
  const open = useSignal(false);
  return (
    <>
      <button
        type="button"
        class={look}
        part={part}
        lang={tag}
        aria-label={t('enlarge', { name: picture.name })}
        aria-haspopup="dialog"
        onClick={() => (open.value = true)}
      >
        {children}
      </button>
      {open.value && <ImageViewer {...picture} onClose={() => (open.value = false)} />}
    </>
  );
}
