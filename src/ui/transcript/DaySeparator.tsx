/** Draws the dividing lines above a row: one if a new day begins there, one if the unread messages begin there. */

import { useLanguage } from '../context/hooks.ts';
import { formatDay } from '../i18n/dates.ts';
import { daysSince } from '../rows/rows.ts';
import { useToday } from '../rows/use-today.ts';

interface DaySeparatorProps {
  readonly at: number;
  readonly daysAgo: number | null;
  readonly isNew: boolean;
}

export function DaySeparator({ at, daysAgo, isNew }: DaySeparatorProps) {
  const { t, locale } = useLanguage();
  useToday();
  return (
    <>
      {daysAgo !== null && (
        <p class="row mark detail day" part="day">
          <time>{formatDay(at, daysSince(at), locale)}</time>
        </p>
      )}
      {isNew && (
        <p class="row mark detail divider new" part="new">
          {t('newFromHere')}
        </p>
      )}
    </>
  );
}
