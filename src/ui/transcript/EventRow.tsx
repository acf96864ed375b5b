/** Draws events between messages: participants who join or leave, a change of the language, the beginning of a new conversation. */

import type { MarkItem, MessageItem } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { useChatState, useLanguage } from '../context/hooks.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Link } from '../kit/Link.tsx';
import { safeHref } from '../links/safe-url.ts';
import { Notice } from '../status/Notice.tsx';
import { useAskAgain } from '../status/notice-action.ts';
import { markWords } from '../wording/item-words.ts';

export interface EventRowProps {
  readonly item: MarkItem;
  /** True if no message came later. */
  readonly current: boolean;
  readonly fresh: boolean;
}

export function EventRow(props: EventRowProps) {
  const language = useLanguage();
  const { item, fresh } = props;
  const { mark, name = '', avatarUrl } = item;
  // Outcomes of a hand-off that need a button or a link have components of their own.
  if (mark === 'handoff-client') return <Elsewhere {...props} />;
  if (/^handoff/.test(mark)) return <NoPerson {...props} />;
  return (
    <div class={`row mark detail ${mark} ${fresh ? 'entering' : ''}`} part="mark">
      {mark === 'live-joined' && (
        <Avatar name={name} url={avatarUrl}>
          <Icon name="person" />
        </Avatar>
      )}
      <span>{markWords(item, language)}</span>
    </div>
  );
}

/** Draws a failed hand-off with a button that asks for a person again. ContactOptions.tsx shows other channels below the transcript. */
function NoPerson({ item, current, fresh }: EventRowProps) {
  const again = useAskAgain();
  return <Notice level="warning" text={markWords(item, useLanguage())} action={current ? again : null} fresh={fresh} />;
}

/** Draws a hand-off to the host page. */
function Elsewhere({ item, fresh }: EventRowProps) {
  const language = useLanguage();
  const { stage } = useChatState('handoff') ?? {};
  const { key, name = '', route = '' } = item;
  const turn = useChatState('messages').findLast(
    each => each.key === key || (each as Partial<MessageItem>).from === 'user',
  );
  // Shows the link until a person joins or the visitor writes again. The agent's later messages and the end of the conversation do not remove it.
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
