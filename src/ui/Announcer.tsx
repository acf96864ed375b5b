/** The voice for screen readers: every reply once, when it is complete; comings and goings of people. Never seen. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { TimelineItem } from '../client/chat-state.ts';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { useUi } from './context.ts';
import { markWords } from './Mark.tsx';
import { authorOf } from './Message.tsx';
import { plainText } from './rich-text.ts';
import { t } from './strings.ts';

/** Which items have just arrived, kept up with every render of the caller. */
export function useNews(): Arrivals {
  const { chat } = useUi();
  const arrivals = useRef<Arrivals | null>(null);
  arrivals.current ??= createArrivals();
  arrivals.current.take({ messages: chat.messages.value, connection: chat.connection.value });
  return arrivals.current;
}

export function Announcer() {
  const { chat } = useUi();
  const arrivals = useRef(createArrivals()).current;
  const waiting = useRef(new Set<string>()).current;
  const speech = useSignal({ words: '', turn: 0 });
  useSignalEffect(() => {
    const messages = chat.messages.value;
    for (const item of arrivals.take({ messages, connection: chat.connection.peek() })) waiting.add(item.key);
    const words: string[] = [];
    for (const item of messages) {
      if (!waiting.has(item.key) || (item.kind === 'message' && item.status === 'streaming')) continue;
      waiting.delete(item.key);
      words.push(...spoken(item));
    }
    if (words.length > 0) speech.value = { words: words.join('\n'), turn: speech.peek().turn + 1 };
  });
  return (
    <div class="unseen" aria-live="polite" aria-atomic="true">
      {/* A new element each time, or the same words twice in a row would be heard once. */}
      {speech.value.words && <p key={speech.value.turn}>{speech.value.words}</p>}
    </div>
  );
}

/** What is read aloud of an item; the visitor's own words and what has a live region of its own are not. */
function spoken(item: TimelineItem): readonly string[] {
  if (item.kind === 'mark') return item.mark === 'live-joined' || item.mark === 'live-left' ? [markWords(item)] : [];
  if (item.kind === 'notice' || item.from === 'user') return [];
  const cards = item.attachments.map(each => each.title).concat(item.callActions.map(each => each.title));
  const text = [plainText(item.text), ...cards].filter(Boolean).join('. ');
  return text ? [t('said', { name: authorOf(item), text })] : [];
}
