/**
 * Decides which events of a chat are read aloud: each once, if it happened while the panel was watched. LiveRegions.tsx passes them to screen
 * readers. No visible element is a live region; otherwise texts would be read twice.
 */

import type { ChatState, MessageItem, TimelineItem } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import type { Trouble } from '../context/connection-trouble.ts';
import { identity } from '../i18n/language-tags.ts';
import type { Language } from '../i18n/panel-language.ts';
import { unspoofed } from '../i18n/translate.ts';
import { titleOf } from '../links/entities.ts';
import { lengthOfWords } from '../links/marked-links.ts';
import { plainText } from '../rich-text/plain-text.ts';
import { authorOf, endWords, markWords, siteOf } from '../wording/item-words.ts';
import { idleWords, queueWords, suggestedTexts } from '../wording/prompt-words.ts';

export interface Announcement {
  readonly words: string;
  /** Speaker and separator. They are part of `words` instead if the words are in the language of the panel. */
  readonly speaker?: string;
  readonly lang?: string | undefined;
  /** True if the announcement may interrupt the screen reader. */
  readonly urgent?: boolean;
}

/** A lasting state, such as typing or a place in the queue. It is announced when it begins. */
export interface Circumstance extends Announcement {
  readonly id: string;
  /** True if it is announced even if it began while the panel was not watched. */
  readonly always?: boolean;
}

export type Moment = Pick<ChatState, 'typing' | 'handoff' | 'idle' | 'ended' | 'outbox' | 'language' | 'suggestions'>;

/** Returns the words for an item of the transcript; null for the visitor's own messages. `imageOrigins` is the setting. */
export function itemWords(
  item: TimelineItem,
  conversation: string | null,
  language: Language,
  imageOrigins: readonly string[],
): Announcement | null {
  const { t } = language;
  if (item.kind === 'notice')
    return { words: item.code ? t(item.code) : unspoofed(item.text), urgent: item.level === 'error' };
  if (item.kind === 'message') {
    return item.from === 'user'
      ? null
      : replyWords(item, plainText(item.text.slice(0, lengthOfWords(item.text)), imageOrigins), conversation, language);
  }
  const words = SAID_MARKS.test(item.mark) && markWords(item, language);
  return words ? { words } : null;
}

const SAID_MARKS = /^(live|handoff-(failed|timeout|client)|language)/;

function replyWords(
  item: MessageItem,
  written: string,
  conversation: string | null,
  { t, tag }: Language,
): Announcement | null {
  // Names a card without a title by its visible address.
  const titles = [
    ...item.attachments.map(({ title, kind, contentUrl }) => {
      if (!isBlank(title)) return title;
      return kind === 'image' ? t('image') : siteOf(contentUrl);
    }),
    ...item.callActions.map(({ title, number }) => (isBlank(title) ? number : title)),
  ].map(titleOf);
  const cut = item.status === 'interrupted' ? t('interrupted') : '';
  // Adds pauses between lines; otherwise the items of a list would be read as one sentence.
  const text = [...written.split('\n'), ...titles, cut]
    .filter(each => !isBlank(each))
    .map(closed)
    .join(' ');
  return text ? said(authorOf(item, t), text, conversation, { t, tag }) : null;
}

/** Returns `name: text`, with the text in the language of the conversation. */
function said(
  name: string,
  text: string,
  conversation: string | null,
  { t, tag }: Pick<Language, 't' | 'tag'>,
): Announcement {
  if (!conversation || identity(conversation) === identity(tag)) return { words: t('said', { name, text }) };
  return { speaker: t('said', { name, text: '' }), words: text, lang: conversation };
}

/** Adds a full stop, which screen readers read as a pause. */
export const closed = (words: string, place: number, all: readonly unknown[]): string =>
  place < all.length - 1 && /[^\s\p{Term}…]$/u.test(words) ? `${words}.` : words;

/** Returns the lasting states. `lasting` is true if the trouble has lasted for more than a second. */
export function circumstances(
  { typing, handoff, idle, ended, outbox, suggestions, language }: Moment,
  trouble: Trouble | null,
  lasting: boolean,
  failed: boolean,
  { t, tag }: Language,
): readonly Circumstance[] {
  const all: (Circumstance | null)[] = [
    ...outbox
      .filter(each => each.status === 'failed')
      .map(({ id, inDoubt }) => once(`not-sent ${id}`, t(inDoubt ? 'inDoubt' : 'failed'), true)),
    trouble && (lasting || !trouble.passing)
      ? { ...once(trouble.words, t(trouble.words), failed), always: true }
      : null,
    ended && once('ended', t(endWords(ended))),
  ];
  if (!ended) {
    if (handoff) all.push(...handoffWords(handoff, t));
    if (typing) {
      const name = isBlank(typing.name) ? t(typing.from) : typing.name;
      all.push(once(`typing ${name}`, t('typing', { name })));
    }
    const texts = suggestedTexts(suggestions);
    if (texts[0]) {
      const words = said(t('suggestions'), texts.map(closed).join(' '), language, { t, tag });
      all.push({ id: `suggestions ${texts}`, ...words });
    }
  }
  if (idle) all.push(once('idle', idleWords(idle.endsAt, t)));
  return all.filter(each => each !== null);
}

const once = (id: string, words: string, urgent = false): Circumstance => ({ id, words, urgent });

/** Returns the facts of a hand-off as separate announcements. A new place in the queue is then read without the rest. */
function handoffWords(handoff: NonNullable<Moment['handoff']>, t: Language['t']): readonly (Circumstance | null)[] {
  const { stage, position, queueName, message } = handoff;
  if (stage !== 'asked' && stage !== 'accepted' && stage !== 'queue') return [];
  const place = stage === 'queue' ? queueWords(handoff, t) : '';
  return [
    stage === 'queue' ? null : once(stage, t(`handoff-${stage}`)),
    // A shorter waiting time is not announced again, but another place in the queue is.
    place ? once(`place ${position || ''}`, place) : null,
    queueName && !isBlank(queueName) ? once(`queue ${queueName}`, t('queueName', { name: queueName })) : null,
    message && !isBlank(message) ? once(`message ${message}`, unspoofed(message)) : null,
  ];
}
