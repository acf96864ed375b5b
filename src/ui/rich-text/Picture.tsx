/**
 * A picture in a text, from an origin that the site allows. It takes its room before it loads, and keeps it when it does not. There it is
 * cropped; pressed, it is looked at whole.
 */

import { useLanguage } from '../context.ts';
import { Icon } from '../Icon.tsx';
import { ImageViewer } from '../ImageViewer.tsx';
import { useSignal } from '../signals.ts';

export interface PictureProps {
  readonly src: string;
  readonly alt: string;
  /** Stands in a link, and leads where that does. */
  readonly linked: boolean;
}

export function Picture({ src, alt, linked }: PictureProps) {
  const { t, tag } = useLanguage();
  const failed = useSignal(false);
  const open = useSignal(false);
  const name = alt || t('image');
  const fail = () => {
    failed.value = true;
  };
  const picture = (
    <span class="picture meta">
      {failed.value ? (
        <>
          <Icon name="alert" />
          {alt || src}
        </>
      ) : (
        <img src={src} alt={alt} loading="lazy" referrerpolicy="no-referrer" onError={fail} />
      )}
    </span>
  );
  if (linked || failed.value) return picture;
  return (
    <>
      <button
        type="button"
        class="image"
        part="image"
        lang={tag}
        aria-label={t('enlarge', { name })}
        aria-haspopup="dialog"
        onClick={() => (open.value = true)}
      >
        {picture}
      </button>
      {open.value && (
        <ImageViewer
          src={src}
          name={name}
          caption={alt}
          lang={undefined}
          href={null}
          onClose={() => (open.value = false)}
        />
      )}
    </>
  );
}
