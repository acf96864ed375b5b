/** A face: the picture where there is one and it loads, initials otherwise. Decoration: the name stands beside it in words. */

import type { ComponentChildren } from 'preact';
import { isBlank } from '../client/blank.ts';
import { useChatState, useSettings, useWords } from './context.ts';
import { safeImage } from './links.ts';
import { useSignal } from './signals.ts';

export interface AvatarProps {
  readonly name: string;
  readonly url?: string | undefined;
  readonly size?: 'small' | 'large';
  /** Where there is neither a picture nor a name. */
  readonly children?: ComponentChildren;
}

export function Avatar({ name, url = '', size, children }: AvatarProps) {
  const broken = useSignal('');
  // Most often there is none, and to find that out by parsing it throws.
  const src = url && safeImage(url);
  return (
    <span class={`avatar ${size ?? ''}`} part="avatar" aria-hidden="true">
      {src && src !== broken.value ? (
        <img
          src={src}
          alt=""
          referrerpolicy="no-referrer"
          onError={() => {
            broken.value = src;
          }}
        />
      ) : (
        (!isBlank(name) && initials(name)) || children
      )}
    </span>
  );
}

/** First letters of the first two words. No regular expression: to compile Unicode's classes takes longer than to draw the panel's header. */
function initials(name: string): string {
  const words = name.normalize().split(' ').map(firstLetter);
  return words.filter(Boolean).slice(0, 2).join('').toUpperCase();
}

/** Skips punctuation, and marks that turn the direction. */
function firstLetter(word: string): string {
  return [...word].find(each => each >= '0' && (each < '\u2000' || each > '\u206f')) ?? '';
}

/** The chat's title, and whom the visitor faces: the agent, and the site itself as long as there is none. */
export function useFace() {
  const t = useWords();
  const party = useChatState('party');
  const last = useChatState('agent');
  // A person who has left is not there any more; software may answer again.
  const agent = last?.kind === 'live' && party !== 'live' ? null : last;
  const { title: given, avatarUrl } = useSettings();
  const title = given || t('title');
  const name = agent?.name ?? '';
  return { agent, title, name: isBlank(name) ? title : name, url: agent?.avatarUrl || avatarUrl };
}
