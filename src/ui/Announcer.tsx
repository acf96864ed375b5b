/** The voice for screen readers: every reply once, when it is complete; comings and goings of people. Never seen. */

import { useRef } from 'preact/hooks';
import type { TimelineItem } from '../client/chat-state.ts';
import { useLanguage } from './context.ts';
import type { LateProps } from './late-parts.ts';
import { markWords } from './Mark.tsx';
import { authorOf } from './Message.tsx';
import { plainText } from './rich-text.ts';
import type { Language } from './speech.ts';

export function Announcer({ items, news }: LateProps['Announcer']) {
  const language = useLanguage();
  const said = useRef(new Set<string>()).current;
  const speech = useRef({ words: '', turn: 0 }).current;
  const due = items.filter(item => news.has(item.key) && !said.has(item.key) && isComplete(item));
  for (const { key } of due) said.add(key);
  const words = due.flatMap(item => spoken(item, language)).join('\n');
  if (words) {
    speech.words = words;
    speech.turn += 1;
  }
  return (
    <div class="unseen" aria-live="polite" aria-atomic="true">
      {/* A new element each time, or the same words twice in a row would be heard once. */}
      {speech.turn > 0 && <p key={speech.turn}>{speech.words}</p>}
    </div>
  );
}

const isComplete = (item: TimelineItem): boolean => item.kind !== 'message' || item.status !== 'streaming';

/** What is read aloud of an item; the visitor's own words and what has a live region of its own are not. */
function spoken(item: TimelineItem, language: Language): readonly string[] {
  const { t } = language;
  if (item.kind === 'mark') return /^live-/.test(item.mark) ? [markWords(item, language)] : [];
  if (item.kind === 'notice' || item.from === 'user') return [];
  const titles = [...item.attachments, ...item.callActions].map(each => each.title);
  return [t('said', { name: authorOf(item, t), text: [plainText(item.text), ...titles].filter(Boolean).join('. ') })];
}
