/** A picture in a text, from an origin that the site allows. It takes its room before it loads, and keeps it when it does not. */

import { Icon } from '../Icon.tsx';
import { useSignal } from '../signals.ts';

export function Picture({ src, alt }: { readonly src: string; readonly alt: string }) {
  const failed = useSignal(false);
  const fail = () => {
    failed.value = true;
  };
  return (
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
}
