/** A face: the picture where there is one and it loads, initials otherwise. Decoration: the name stands beside it in words. */

import { useState } from 'preact/hooks';
import { safeImage } from './links.ts';

export interface AvatarProps {
  readonly name: string;
  readonly url?: string | undefined;
  readonly size?: 'small' | 'large';
}

export function Avatar({ name, url = '', size }: AvatarProps) {
  const [broken, setBroken] = useState('');
  const src = safeImage(url);
  return (
    <span class={`avatar ${size ?? ''}`} part="avatar" aria-hidden="true">
      {src && src !== broken ? (
        <img src={src} alt="" referrerpolicy="no-referrer" onError={() => setBroken(src)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** First letters of the first two words. */
function initials(name: string): string {
  const letters = name.split(/\s+/, 2).map(word => [...word][0]);
  return letters.join('').toUpperCase();
}
