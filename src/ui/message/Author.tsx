/** Draws the author: name and time above a group of messages, and a person's avatar beside the last one. */

import type { MessageItem } from '../../client/api/chat-state.ts';
import { useLanguage } from '../context/hooks.ts';
import { formatTime } from '../i18n/dates.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Icon } from '../kit/Icon.tsx';
import { authorOf } from '../wording/item-words.ts';

interface AuthorProps {
  readonly item: MessageItem;
  /** `first` and `last` are true for the first and the last message of an author's group. */
  readonly first: boolean;
  readonly last: boolean;
  /** True if the time is shown. */
  readonly timed: boolean;
}

export function Author({ item, first, last, timed }: AuthorProps) {
  const { t, locale } = useLanguage();
  const { from, at, avatarUrl } = item;
  const name = authorOf(item, t);
  return (
    <>
      {from === 'live' && last && (
        <Avatar name={item.agentName ?? ''} url={avatarUrl} size="small">
          <Icon name="person" />
        </Avatar>
      )}
      {first && (
        <span class="detail author">
          <b class={from === 'user' ? 'visually-hidden' : ''} dir="auto">
            {name}
          </b>
          {timed && <time>{formatTime(at, locale)}</time>}
        </span>
      )}
    </>
  );
}
