/**
 * Draws a picture in a text, from an origin that the site allows. Its box has the same size before and after loading, and if loading fails. The
 * picture is cropped to the box, and shown whole when pressed.
 */

import { useWords } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { Enlarge } from '../kit/Enlarge.tsx';
import { Icon } from '../kit/Icon.tsx';

export interface PictureProps {
  readonly src: string;
  readonly alt: string;
  /** True inside a link. Pressing the picture then follows the link. */
  readonly linked: boolean;
}

export function InlineImage({ src, alt, linked }: PictureProps) {
  const t = useWords();
  const failed = useSignal(false);
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
    <Enlarge class="image" part="image" src={src} name={alt || t('image')} caption={alt} lang={undefined} href={null}>
      {picture}
    </Enlarge>
  );
}
