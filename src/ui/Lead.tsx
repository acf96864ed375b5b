/** What stands between two rows: the day that begins there, and that what follows is new to the reader. */

import { useLanguage } from './context.ts';
import { formatDay } from './dates.ts';
import type { LateProps } from './late-parts.ts';
import { daysSince } from './rows.ts';
import { useToday } from './today.ts';

export function Lead({ at, daysAgo, isNew }: LateProps['Lead']) {
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
