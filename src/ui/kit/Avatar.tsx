/** An avatar: the picture, or initials if there is no picture or it does not load. It is decorative, because the name is beside it. */

import type { ComponentChildren } from 'preact';
import { isBlank } from '../../client/api/is-blank.ts';
import { useChatState, useSettings, useWords } from '../context/hooks.ts';
import { useSignal } from '../context/use-signal.ts';
import { initials } from '../i18n/initials.ts';
import { unspoofed } from '../i18n/translate.ts';
import { safeImage } from '../links/safe-url.ts';

export interface AvatarProps {
  readonly name: string;
  readonly url?: string | undefined;
  readonly size?: 'small' | 'large';
  /** Shown if there is neither a picture nor a name. */
  readonly children?: ComponentChildren;
}

export function Avatar({ name, url = '', size, children }: AvatarProps) {
  const broken = useSignal('');
  const loaded = useSignal('');
  // Skips the check for an empty address, which is the usual case, because parsing it would throw.
  const src = url && safeImage(url);
  return (
    <span class={`avatar ${size ?? ''}`} part="avatar" aria-hidden="true">
      {/* Shows initials until the picture has loaded. */}
      {(!src || src !== loaded.value) && ((!isBlank(name) && initials(unspoofed(name))) || children)}
      {src && src !== broken.value && (
        <img
          src={src}
          alt=""
          referrerpolicy="no-referrer"
          onLoad={() => {
            loaded.value = src;
          }}
          onError={() => {
            broken.value = src;
          }}
        />
      )}
    </span>
  );
}

/** Returns the title of the chat, and the owner of the avatar: the agent, or the site if there is no agent. */
export function useFace() {
  const t = useWords();
  const party = useChatState('party');
  const last = useChatState('agent');
  // Does not show a person who has left. An AI agent stays, because it may reply again.
  const agent = last?.kind === 'live' && party !== 'live' ? null : last;
  const { title: given, avatarUrl } = useSettings();
  const title = given || t('title');
  const name = agent?.name ?? '';
  return { agent, title, name: isBlank(name) ? title : name, url: agent?.avatarUrl || avatarUrl };
}
