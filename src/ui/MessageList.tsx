/** The transcript: everything said so far, who is writing now, and what could be answered. */

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { createArrivals, isBeingSent } from './arrivals.ts';
import { useChatState, useWords } from './context.ts';
import { Intro } from './Intro.tsx';
import { Late } from './Late.tsx';
import { Page } from './Page.tsx';
import { toPages, toRows } from './rows.ts';
import { Skeleton } from './Skeleton.tsx';
import { useFollow } from './scroll.ts';

/** What scrolls must be reachable by keyboard. */
const SCROLLABLE = { tabIndex: 0 };

export function MessageList() {
  const { log, content, atEnd, onScroll, toEnd } = useFollow();
  const t = useWords();
  const items = useChatState('messages');
  const connection = useChatState('connection');
  const ended = useChatState('ended');
  const news = useRef(createArrivals()).current;
  news.take({ messages: items, connection });
  const rows = useMemo(() => toRows(items, ended !== null), [items, ended]);
  const typing = useChatState('typing');

  const starting = /connecting$/.test(connection.status) && !typing && !items.some(item => item.kind === 'message');

  // Whoever sends wants to see it: that is the one jump that is not asked for by its button.
  const sent = items.findLast(isBeingSent)?.key;
  const shown = useRef(sent);
  useLayoutEffect(() => {
    if (sent && sent !== shown.current) toEnd();
    shown.current = sent;
  });

  return (
    <div class="log-frame">
      {/* The announcer reads each reply once and whole, so the log itself stays silent. */}
      <div
        ref={log}
        class={`log ${ended === 'expired' ? 'dimmed' : ''}`}
        role="log"
        aria-label={t('log')}
        aria-live="off"
        {...SCROLLABLE}
        part="log"
        onScroll={onScroll}
      >
        <div ref={content} class="items">
          <Intro />
          {toPages(rows).map((page, place) => (
            <Page key={place} rows={page} news={news} />
          ))}
          {starting && <Skeleton />}
          <Late is="Foot" />
        </div>
      </div>
      <Late is="Announcer" items={items} news={news} />
      {!atEnd.value && <Late is="Jump" toEnd={toEnd} />}
    </div>
  );
}
