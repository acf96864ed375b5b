/** One message: its bubble, what came with it, and, for the visitor's own, how far it got. */

import { useRef } from 'preact/hooks';
import type { MessageItem } from '../client/chat-state.ts';
import { Avatar } from './Avatar.tsx';
import { useWords } from './context.ts';
import { Delivery } from './Delivery.tsx';
import { Late } from './Late.tsx';
import type { T } from './words.ts';

export interface MessageProps {
  readonly item: MessageItem;
  readonly first: boolean;
  readonly last: boolean;
  /** What it is written in, where that is known. */
  readonly lang: string | undefined;
  /** It has just arrived and may move into place. */
  readonly fresh: boolean;
}

export function Message({ item, first, last, lang, fresh }: MessageProps) {
  const t = useWords();
  const { from } = item;
  const name = authorOf(item, t);
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
        <Bubble item={item} lang={lang} />
        <Late is="Extras" item={item} />
        {from === 'user' && <Delivery item={item} />}
      </div>
    </div>
  );
}

function Bubble({ item: { from, text, status }, lang }: Pick<MessageProps, 'item' | 'lang'>) {
  const streaming = status === 'streaming';
  // What was seen growing finishes growing; what arrived whole never starts to.
  const grew = useRef(streaming).current;
  if (!text && !streaming) return null;
  return (
    <div class="bubble" part={`bubble ${from}-bubble`}>
      {text ? (
        <div class="text" dir="auto" lang={lang}>
          <Late is="Text" text={text} streaming={streaming} grew={grew} instead={text} />
        </div>
      ) : (
        <Late is="Dots" />
      )}
    </div>
  );
}

export function authorOf({ from, agentName }: MessageItem, t: T): string {
  return agentName || t(from);
}
