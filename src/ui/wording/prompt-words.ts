/** Makes the words for the end of the transcript: the queue, the idle question, suggested replies. They are both shown and read aloud. */

import type { Handoff, Suggestion } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import type { T } from '../i18n/translate.ts';
import { titleOf } from '../links/entities.ts';

/** Returns for example "You're number 3 in line, about 4 minutes.", with only the parts that are known. */
export function queueWords({ position = 0, waitSeconds = -1 }: Handoff, t: T): string {
  const told = waitSeconds >= 0 && waitSeconds <= LONGEST_WAIT_SECONDS;
  const wait = told ? t('wait', { time: waitWords(waitSeconds, t) }) : '';
  if (position >= 2 && position <= LONGEST_LINE) return t('queuePlace', { wait, position: Math.floor(position) });
  return t(position === 1 ? 'queueNext' : 'queue', { wait });
}

/** Longest wait that is shown. If the platform reports a longer one, it is a mistake. */
const LONGEST_WAIT_SECONDS = 24 * 3600;
const LONGEST_LINE = 100_000;

function waitWords(seconds: number, t: T): string {
  if (seconds < 45) return t('waitShort');
  const count = Math.round(seconds / 60) || 1;
  return count < 90 ? t('waitMinutes', { count }) : t('waitHours', { count: Math.round(count / 60) });
}

/** Returns the idle question with the minutes that are left. */
export const idleWords = (endsAt: number, t: T): string =>
  t('idle', { count: Math.max(1, Math.round((endsAt - Date.now()) / 60_000)) });

/** Largest number of suggestions that are shown. */
const MOST = 12;

/** Returns the texts to show, without duplicates and blank ones. */
export function suggestedTexts(suggestions: readonly Suggestion[]): readonly string[] {
  const texts = new Set(suggestions.map(({ text }) => titleOf(text)));
  return [...texts].filter(text => !isBlank(text)).slice(0, MOST);
}
