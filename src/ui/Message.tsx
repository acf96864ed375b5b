/** One message: its bubble, what came with it, and, for the visitor's own, how far it got. */

import { useRef } from 'preact/hooks';
import type { MessageItem } from '../client/chat-state.ts';
import { Attachment, CallAction } from './Attachment.tsx';
import { Avatar } from './Avatar.tsx';
import { useUi } from './context.ts';
import { Delivery } from './Delivery.tsx';
import { formatMoment } from './dates.ts';
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
  const { settings } = useUi();
  const { from, at } = item;
  const name = authorOf(item);
  const classes = ['row message', from, !first && 'joined', !last && 'joining', fresh && 'fresh'];
  return (
    <div class={classes.filter(Boolean).join(' ')} part={`message message-${from}`}>
      {from === 'live' && last && <Avatar name={name} url={item.avatarUrl} size="small" />}
      <div class="stack">
        {first && (
          <span class={from === 'live' ? 'author' : 'unseen'} dir="auto">
            {name}
          </span>
        )}
        <Bubble item={item} title={at ? formatMoment(at, settings.value.locale) : undefined} />
        {item.attachments.map((attachment, place) => (
          <Attachment key={place} attachment={attachment} />
        ))}
        {item.callActions.map((action, place) => (
          <CallAction key={place} action={action} />
        ))}
        {item.status === 'interrupted' && <p class="meta">{t('interrupted')}</p>}
        {from === 'user' && <Delivery item={item} />}
      </div>
    </div>
  );
}

function Bubble({ item, title }: { readonly item: MessageItem; readonly title: string | undefined }) {
  const streaming = item.status === 'streaming';
  // What was seen growing finishes growing; what arrived whole never starts to.
  const grew = useRef(streaming).current;
  if (!item.text && !streaming) return null;
  return (
    <div class="bubble" part={`bubble bubble-${item.from}`} title={title}>
      {item.text ? (
        <div class="text" dir="auto">
          {grew ? <StreamingText text={item.text} streaming={streaming} /> : <RichText text={item.text} />}
        </div>
      ) : (
        <Dots />
      )}
    </div>
  );
}

export function authorOf({ from, agentName }: MessageItem): string {
  if (from === 'user') return t('you');
  return agentName || t(from === 'live' ? 'person' : 'assistant');
}
