/** Makes the words for items of the transcript. They are shown, read aloud, and written into the transcript file. */

import type { EndReason, MarkItem, MessageItem } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import type { Key } from '../i18n/catalogue.ts';
import { isLanguage, languageName } from '../i18n/dates.ts';
import type { Language } from '../i18n/panel-language.ts';
import { type T, unspoofed } from '../i18n/translate.ts';
import { readable, targetHref } from '../links/autolink.ts';

/** Returns an event in words; the empty string for a language without a name. */
export function markWords({ mark, name = '' }: MarkItem, { t, locale }: Language): string {
  if (mark === 'language') return isLanguage(name) ? t(mark, { name: languageName(name, locale) }) : '';
  // Shortens long names, to keep the rest of the sentence visible.
  const given = isBlank(name) ? t('live') : name.replace(/^(.{40}).{2,}/su, '$1…');
  return t(mark, { name: given });
}

/** Returns the key of the words for the end of a conversation. Only reasons that mean something to a visitor have their own words. */
export const endWords = (reason: EndReason): Key =>
  reason === 'user-end' || reason === 'user-abandoned' || reason === 'expired' ? reason : 'ended';

/** Returns the name of a message's author. */
export function authorOf({ from, agentName = '' }: MessageItem, t: T): string {
  return isBlank(agentName) ? t(from) : unspoofed(agentName);
}

/** Returns the host name of a web address; for any other address, its readable text. */
export function siteOf(url: string): string {
  const href = targetHref(url);
  return (href && new URL(href).hostname.replace(/^www\./, '')) || readable(url);
}
