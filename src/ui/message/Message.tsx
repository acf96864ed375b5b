/** Draws a message: its bubble, its attachments and, for the visitor's own, its delivery status. */

import { useRef } from 'preact/hooks';
import type { MessageItem } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { useLanguage, useParts } from '../context/hooks.ts';
import { formatTime } from '../i18n/dates.ts';
import { useNode } from '../kit/memo-vnode.ts';
import { TypingDots } from '../kit/TypingDots.tsx';
import { authorOf } from '../wording/item-words.ts';
import { Attachments } from './Attachments.tsx';
import { Author } from './Author.tsx';
import { CopyButton } from './CopyButton.tsx';
import { DeliveryStatus } from './DeliveryStatus.tsx';
import { MessageText } from './MessageText.tsx';

export interface MessageProps {
  readonly item: MessageItem;
  readonly first: boolean;
  readonly last: boolean;
  /** True if its group shows the time. */
  readonly timed: boolean;
  /** Language of the message, if it is known. */
  readonly lang: string | undefined;
  /** True for the last message. */
  readonly current: boolean;
  /** True if it has just arrived and may be animated. */
  readonly fresh: boolean;
}

export function Message({ item, first, last, timed, lang, current, fresh }: MessageProps) {
  const { from, status } = item;
  const { t, locale } = useLanguage();
  const parts = useParts();
  const time = formatTime(item.at, locale);
  // Renders the author separately; otherwise it would be rendered again whenever the message grows.
  const author = useNode(
    () => <Author item={item} first={first} last={last} timed={timed} />,
    [from, item.agentName, item.avatarUrl, item.at, first, last, timed],
  );
  return (
    <article
      class={`row message ${from} ${first ? '' : 'group-continues'} ${last ? '' : 'group-continued'} ${fresh ? 'entering' : ''}`}
      part={`message ${from}-message`}
      aria-label={`${authorOf(item, t)}, ${time}`}
    >
      <div class="bubble-column">
        {author}
        <Bubble item={item} lang={lang} current={current} time={time} />
        {(item.attachments[0] || item.callActions[0] || status === 'interrupted') && (
          <Attachments item={item} lang={lang} />
        )}
        {parts && from === 'agent' && status === 'complete' && <parts.Feedback id={item.id} />}
        {from === 'user' && (status !== 'sent' || current) && <DeliveryStatus item={item} />}
      </div>
    </article>
  );
}

interface BubbleProps extends Pick<MessageProps, 'item' | 'lang' | 'current'> {
  readonly time: string;
}

function Bubble({ item: { from, text: all, status }, lang, current, time }: BubbleProps) {
  const streaming = status === 'streaming';
  // True if the message was first rendered while it streamed. Only then is its text animated. The animation runs to the end of the text.
  const grew = useRef(streaming).current;
  const host = useRef<HTMLDivElement>(null);
  // Omits half an emoji at the end, because a chunk may end between its two code units.
  const text = all.replace(/[\ud800-\udbff]$/, '');
  const blank = isBlank(text);
  const typed = from === 'user';
  if (blank && !streaming) return null;
  return (
    <div class="bubble" part={`bubble ${from}-bubble`} title={time}>
      {blank ? (
        <TypingDots />
      ) : (
        <div ref={host} class="text" dir="auto" lang={lang}>
          <MessageText host={host} text={text} typed={typed} streaming={streaming} grew={grew} />
        </div>
      )}
      {!blank && !streaming && <CopyButton text={text} typed={typed} current={current} />}
    </div>
  );
}
