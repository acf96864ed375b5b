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
        <img src={src} alt="" decoding="async" referrerpolicy="no-referrer" onError={() => setBroken(src)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/** First letters of the first and the last word. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
