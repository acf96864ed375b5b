/** The quiet lines between messages: who came and went, what language, where a new conversation begins. */

import type { MarkItem, MessageItem } from '../client/api/chat-state.ts';
import { isBlank } from '../client/api/is-blank.ts';
import { Avatar } from './Avatar.tsx';
import { useChatState, useLanguage } from './context.ts';
import { isLanguage, languageName } from './dates.ts';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import { safeHref } from './links.ts';
import { Notice } from './Notice.tsx';
import { useAskAgain } from './notice-action.ts';
import type { Language } from './speech.ts';

/** The mark in words; none where nobody has a name for the language. */
export function markWords({ mark, name = '' }: MarkItem, { t, locale }: Language): string {
  if (mark === 'language') return isLanguage(name) ? t(mark, { name: languageName(name, locale) }) : '';
  // Without a name this would read "A person joined. You're talking to a person now."
  if (mark === 'live-joined' && isBlank(name)) return t('is-live');
  // Whatever a name is like, there is room to read what became of that person.
  const given = isBlank(name) ? t('live') : name.replace(/^(.{40}).{2,}/su, '$1…');
  return t(mark, { name: given });
}

export interface MarkProps {
  readonly item: MarkItem;
  /** Nothing was said since. */
  readonly current: boolean;
  readonly fresh: boolean;
}

export function Mark(props: MarkProps) {
  const language = useLanguage();
  const { item, fresh } = props;
  const { mark, name = '', avatarUrl } = item;
  // Only the ends of a hand-off are drawn here, and they are more than a line.
  if (mark === 'handoff-client') return <Elsewhere {...props} />;
  if (/^handoff/.test(mark)) return <NoPerson {...props} />;
  return (
    <div class={`row mark detail ${mark} ${fresh ? 'fresh' : ''}`} part="mark">
      {mark === 'live-joined' && (
        <Avatar name={name} url={avatarUrl}>
          <Icon name="person" />
        </Avatar>
      )}
      <span>{markWords(item, language)}</span>
    </div>
  );
}

/** Nobody came. Other ways to the site stand below the transcript (Channels.tsx); here is the one that this chat has. */
function NoPerson({ item, current, fresh }: MarkProps) {
  const again = useAskAgain();
  return <Notice level="warning" text={markWords(item, useLanguage())} action={current ? again : null} fresh={fresh} />;
}

/** Draws a hand-off to the host page. */
function Elsewhere({ item, fresh }: MarkProps) {
  const language = useLanguage();
  const { stage } = useChatState('handoff') ?? {};
  const { key, name = '', route = '' } = item;
  const turn = useChatState('messages').findLast(
    each => each.key === key || (each as Partial<MessageItem>).from === 'user',
  );
  // Whatever the agent says to that, and after the end: until somebody is there, or the visitor goes on here.
  const helps = stage === 'client' && turn?.key === key;
  const href = helps && safeHref(route);
  return (
    <Notice level="info" text={markWords(item, language)} fresh={fresh}>
      {helps && !isBlank(name) && <p class="detail">{language.t('queueName', { name })}</p>}
      {href && (
        <Link href={href} class="button elsewhere" part="button">
          {language.t('handoffRoute')}
          <Icon name="open" />
        </Link>
      )}
    </Notice>
  );
}
