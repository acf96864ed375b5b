/**
 * Makes the entries of a transcript file, in order; file.ts writes them. No string contains control characters. Strings of a single line contain no
 * line ends and no direction marks.
 */

import type { EndReason, MarkItem, MessageItem, NoticeItem, TimelineItem } from '../../client/api/chat-state.ts';
import type { Language } from '../i18n/panel-language.ts';

/** Functions of the application. This file is in a separate chunk, which must not import anything from it. */
export type TranscriptKit = Pick<typeof import('../../client/api/is-blank.ts'), 'isBlank'> &
  Pick<typeof import('../i18n/dates.ts'), 'formatTime' | 'isLanguage'> &
  Pick<typeof import('../i18n/translate.ts'), 'unspoofed'> &
  Pick<typeof import('../links/autolink.ts'), 'readable' | 'targetHref'> &
  Pick<typeof import('../links/entities.ts'), 'titleOf'> &
  Pick<typeof import('../rich-text/plain-text.ts'), 'copiedText'> &
  Pick<typeof import('../wording/item-words.ts'), 'endWords' | 'markWords'>;

export interface Entry {
  readonly kind: 'user' | 'agent' | 'live' | 'note' | 'divider';
  /** The day in words if it differs from that of the previous entry; otherwise the empty string. */
  readonly day: string;
  /** Time of day such as `14:05`; empty if unknown. */
  readonly time: string;
  /** For a message, its author, such as `Nova · Assistant`; otherwise the empty string. */
  readonly author: string;
  /** The visitor's text as typed, with attachments by name and address, or a reply as copied (plain-text.ts); each may have several lines. Notes and dividers have one line. */
  readonly text: string;
  readonly enclosures: readonly Enclosure[];
  /** A remark that the message was not sent, or is not complete. */
  readonly remark: string;
}

/** An attachment, or a number to call. */
export interface Enclosure {
  readonly title: string;
  /** The readable address; empty for a data address. */
  readonly address: string;
}

export interface Transcript {
  readonly title: string;
  /** The times of the first and the last entry, with the time zone. */
  readonly range: string;
  readonly entries: readonly Entry[];
}

export function toTranscript(
  items: readonly TimelineItem[],
  title: string,
  language: Language,
  kit: TranscriptKit,
): Transcript {
  const { t, locale } = language;
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  let latest = '';
  const entries = items
    .filter(item => isTold(item, kit))
    .map(item => {
      const { at } = item;
      const day = at > 0 ? days.format(at) : '';
      const begins = day !== '' && day !== latest;
      if (day) latest = day;
      return {
        day: begins ? day : '',
        time: at > 0 ? kit.formatTime(at, locale) : '',
        ...(item.kind === 'message' ? said(item, language, kit) : noted(item, language, kit)),
      };
    });
  return { title: oneLine(title, kit) || t('title'), range: rangeOf(items, locale), entries };
}

/** Returns false for a reply that has no text yet, and for a language without a name. */
function isTold(item: TimelineItem, { isLanguage }: TranscriptKit): boolean {
  if (item.kind === 'mark' && item.mark === 'language') return isLanguage(item.name ?? '');
  return item.kind !== 'message' || Boolean(item.text || item.attachments[0] || item.callActions[0]);
}

function rangeOf(items: readonly TimelineItem[], locale: string): string {
  const moments = items.map(({ at }) => at).filter(at => at > 0);
  if (moments.length === 0) return '';
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  // Not `Math.min(...times)`, because a long conversation may have more times than a call may have arguments.
  const [from, to] = moments.reduce(([a, b], at) => [Math.min(a, at), Math.max(b, at)], [Infinity, 0]);
  return format.formatRange(from, to);
}

/** Matches a link to an attachment, as optional/attachments.ts writes it into a visitor's message. */
const ATTACHED = /^\[([^\]\n]+)\]\((https:\/\/[^\s()]+)\)$/gm;

function said(item: MessageItem, { t }: Language, kit: TranscriptKit) {
  const { from, agentName, text, attachments, callActions } = item;
  const name = from === 'user' ? '' : oneLine(agentName ?? '', kit);
  return {
    kind: from,
    // Always states whether the author is a person or software.
    author: kit.isBlank(name) ? t(from) : t('named', { name, state: t(from) }),
    text: clean(from === 'user' ? text.replace(ATTACHED, '$1 ($2)') : kit.copiedText(text)),
    enclosures: [
      ...attachments.map(each =>
        enclosed(each.title || (each.kind === 'image' ? t('image') : ''), each.contentUrl, kit),
      ),
      ...callActions.map(({ title, number }) => called(title, number, kit)),
    ],
    remark: remarkOn(item, t),
  };
}

function remarkOn({ status, inDoubt }: MessageItem, t: Language['t']): string {
  if (status === 'streaming' || status === 'interrupted') return t('interrupted');
  if (status === 'failed') return t(inDoubt ? 'inDoubt' : 'failed');
  return status === 'queued' || status === 'sending' ? t(status) : '';
}

function enclosed(title: string, url: string, kit: TranscriptKit): Enclosure {
  return { title: oneLine(kit.titleOf(title), kit), address: kit.targetHref(url) ?? oneLine(kit.readable(url), kit) };
}

function called(title: string, number: string, kit: TranscriptKit): Enclosure {
  return { title: oneLine(kit.titleOf(title), kit), address: oneLine(number, kit) };
}

function noted(item: MarkItem | NoticeItem, language: Language, kit: TranscriptKit) {
  const kind: Entry['kind'] = item.kind === 'mark' && item.mark === 'divider' ? 'divider' : 'note';
  return { kind, author: '', text: oneLine(noteWords(item, language, kit), kit), enclosures: [], remark: '' };
}

function noteWords(item: MarkItem | NoticeItem, language: Language, { endWords, markWords }: TranscriptKit): string {
  const { t } = language;
  if (item.kind === 'notice') return item.code ? t(item.code) : item.text;
  const { mark, reason, name = mark.startsWith('agent') ? t('agent') : undefined } = item;
  if (mark === 'ended') return t(endWords(reason as EndReason));
  return markWords(name === undefined ? item : { ...item, name }, language);
}

/** Removes control characters, which are invisible but change how some programs show the text, and unifies line ends. */
function clean(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd');
}

/** Works as `clean`, and returns a single line without direction marks. */
export const oneLine = (text: string, { unspoofed }: TranscriptKit): string =>
  unspoofed(clean(text)).replace(/\s+/g, ' ').trim();
