/** One message: its bubble, what came with it, and, for the visitor's own, how far it got. */

import { useRef } from 'preact/hooks';
import type { MessageItem } from '../client/chat-state.ts';
import { Attachment, CallAction } from './Attachment.tsx';
import { Avatar } from './Avatar.tsx';
import { Delivery } from './Delivery.tsx';
import { RichText } from './RichText.tsx';
import { StreamingText } from './StreamingText.tsx';
import { t } from './strings.ts';
import { Dots } from './Typing.tsx';

export interface MessageProps {
  readonly item: MessageItem;
  readonly first: boolean;
  readonly last: boolean;
  /** It has just arrived and may move into place. */
  readonly fresh: boolean;
}

export function Message({ item, first, last, fresh }: MessageProps) {
  const { from, status } = item;
  const name = authorOf(item);
  return (
    <div
      class={`row message ${from} ${first ? '' : 'joined'} ${last ? '' : 'joining'} ${fresh ? 'fresh' : ''}`}
      part={`message ${from}-message`}
    >
      {from === 'live' && last && <Avatar name={name} url={item.avatarUrl} size="small" />}
      <div class="stack">
        {first && (
          <span class={from === 'live' ? 'detail author' : 'unseen'} dir="auto">
            {name}
          </span>
        )}
        <Bubble item={item} />
        {item.attachments.map((attachment, place) => (
          <Attachment key={place} attachment={attachment} />
        ))}
        {item.callActions.map((action, place) => (
          <CallAction key={place} action={action} />
        ))}
        {status === 'interrupted' && <p class="meta">{t('interrupted')}</p>}
        {from === 'user' && <Delivery item={item} />}
      </div>
    </div>
  );
}

function Bubble({ item: { from, text, status } }: { readonly item: MessageItem }) {
  const streaming = status === 'streaming';
  // What was seen growing finishes growing; what arrived whole never starts to.
  const grew = useRef(streaming).current;
  if (!text && !streaming) return null;
  return (
    <div class="bubble" part={`bubble ${from}-bubble`}>
      {text ? (
        <div class="text" dir="auto">
          {grew ? <StreamingText text={text} streaming={streaming} /> : <RichText text={text} />}
        </div>
      ) : (
        <Dots />
      )}
    </div>
  );
}

export function authorOf({ from, agentName }: MessageItem): string {
  return agentName || t(from);
}
