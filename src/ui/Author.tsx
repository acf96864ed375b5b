/** Whose message it is: the name and the time at the head of a group, and a person's face at its foot. */

import { isBlank } from '../client/blank.ts';
import type { MessageItem } from '../client/chat-state.ts';
import { Avatar } from './Avatar.tsx';
import { useLanguage } from './context.ts';
import { formatTime } from './dates.ts';
import { LateIcon } from './LateIcon.tsx';
import type { LateProps } from './late-parts.ts';
import { type T, unspoofed } from './words.ts';

export function Author({ item, first, last, timed }: LateProps['Author']) {
  const { t, locale } = useLanguage();
  const { from, at, avatarUrl } = item;
  const name = authorOf(item, t);
  return (
    <>
      {from === 'live' && last && (
        <Avatar name={item.agentName ?? ''} url={avatarUrl} size="small">
          <LateIcon name="person" />
        </Avatar>
      )}
      {first && (
        <span class="detail author">
          <b class={from === 'user' ? 'unseen' : ''} dir="auto">
            {name}
          </b>
          {timed && <time>{formatTime(at, locale)}</time>}
        </span>
      )}
    </>
  );
}

export function authorOf({ from, agentName = '' }: MessageItem, t: T): string {
  return isBlank(agentName) ? t(from) : unspoofed(agentName);
}
