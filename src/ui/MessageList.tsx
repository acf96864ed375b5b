/** The transcript: everything said so far, who is writing now, and what could be answered. */

import { useMemo, useRef } from 'preact/hooks';
import { Announcer } from './Announcer.tsx';
import { createArrivals, isBeingSent } from './arrivals.ts';
import { useChatState, useLanguage, useSettings } from './context.ts';
import { Follow } from './Follow.tsx';
import { Foot } from './Foot.tsx';
import { Intro } from './Intro.tsx';
import { useItems } from './items.ts';
import { type Look, usePages } from './Page.tsx';
import { toRows } from './rows.ts';
import { Skeleton } from './Skeleton.tsx';

/** What scrolls must be reachable by keyboard. */
const SCROLLABLE = { tabIndex: 0 };

/** `newFrom`: see NewFrom.tsx. */
export function MessageList({ newFrom }: { readonly newFrom: string }) {
  const log = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const { t } = language;
  const items = useItems();
  const connection = useChatState('connection');
  const ended = useChatState('ended');
  const news = useMemo(createArrivals, []);
  news.take({ messages: items, connection });
  const settings = useSettings();
  const rows = useMemo(
    () => toRows(items, ended !== null, newFrom, Date.now(), settings.locale || document.documentElement.lang),
    [items, ended, newFrom, settings],
  );
  const look = useMemo((): Look => ({ language, settings }), [language, settings]);
  const pages = usePages(rows, news, look, log);
  const typing = useChatState('typing');

  // Once there, it stays until somebody says something: who greets is heard of after the connection. For how long, skeleton.css knows.
  const starting = useRef(false);
  starting.current &&= connection.status === 'online';
  starting.current ||= /connecting$/.test(connection.status);
  starting.current &&= !typing && !items.some(item => item.kind === 'message');

  const sent = items.findLast(isBeingSent)?.key;
  // They look for themselves, and are not to be drawn again with each piece of a reply.
  const [intro, foot] = useMemo(() => [<Intro key="intro" />, <Foot key="foot" />], []);

  return (
    <div class="log-frame">
      {/* The announcer reads each reply once and whole, so the log itself stays silent. */}
      <div
        ref={log}
        class={`log ${/expired|abandoned/.test(`${ended}`) ? 'dimmed' : ''}`}
        role="log"
        aria-label={t('log')}
        aria-live="off"
        {...SCROLLABLE}
        part="log"
      >
        <div class="items">
          {intro}
          {pages}
          {starting.current && <Skeleton status={connection.status} />}
          {foot}
        </div>
      </div>
      <Announcer items={items} news={news} />
      <Follow log={log} newFrom={newFrom} sent={sent} />
    </div>
  );
}
