/** A button with a picture, which opens the picture enlarged. */

import type { ComponentChildren } from 'preact';
import type { ImageViewerProps } from '../context/extras.ts';
import { useExtras, useLanguage, useUi } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';

export interface EnlargeProps extends Omit<ImageViewerProps, 'onClose'> {
  readonly class: string;
  readonly part: string;
  /** The content of the button. */
  readonly children: ComponentChildren;
}

export function Enlarge({ class: look, part, children, ...picture }: EnlargeProps) {
  const { t, tag } = useLanguage();
  const { extras } = useUi();
  const ImageViewer = useExtras()?.ImageViewer;
  const open = useSignal(false);
  const failed = useSignal(false);

  async function enlarge(): Promise<void> {
    open.value = true;
    failed.value = false;
    if (await extras.fetch()) return;
    open.value = false;
    failed.value = true;
  }

  return (
    <>
      <button
        type="button"
        class={look}
        part={part}
        lang={tag}
        aria-label={t('enlarge', { name: picture.name })}
        aria-haspopup="dialog"
        onClick={enlarge}
      >
        {children}
      </button>
      {failed.value && (
        <span class="meta" role="alert" lang={tag}>
          {t('imageFailed')}
        </span>
      )}
      {open.value && ImageViewer && <ImageViewer {...picture} onClose={() => (open.value = false)} />}
    </>
  );
}
