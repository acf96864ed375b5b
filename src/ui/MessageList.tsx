/** The transcript: everything said so far, who is writing now, and what could be answered. */

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Announcer } from './Announcer.tsx';
import { createArrivals, isBeingSent } from './arrivals.ts';
import { useChatState } from './context.ts';
import { HandoffProgress } from './HandoffProgress.tsx';
import { Icon } from './Icon.tsx';
import { Intro } from './Intro.tsx';
import { Page } from './Page.tsx';
import { toPages, toRows } from './rows.ts';
import { Skeleton } from './Skeleton.tsx';
import { StillThere } from './StillThere.tsx';
import { Suggestions } from './Suggestions.tsx';
import { useFollow } from './scroll.ts';
import { t } from './strings.ts';
import { Typing } from './Typing.tsx';

/** What scrolls must be reachable by keyboard. */
const SCROLLABLE = { tabIndex: 0 };

export function MessageList() {
  const { log, content, atEnd, onScroll, toEnd } = useFollow();
  const items = useChatState('messages');
  const connection = useChatState('connection');
  const agent = useChatState('agent');
  const ended = useChatState('ended');
  const suggestions = useChatState('suggestions');
  const handoff = useChatState('handoff');
  const idle = useChatState('idle');
  const language = useChatState('language');
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
        lang={language ?? undefined}
        part="log"
        onScroll={onScroll}
      >
        <div ref={content} class="items">
          <Intro />
          {toPages(rows).map((page, place) => (
            <Page key={place} rows={page} news={news} />
          ))}
          {!ended && handoff && <HandoffProgress handoff={handoff} />}
          {!ended && typing && <Typing sign={typing} avatarUrl={agent?.avatarUrl ?? ''} />}
          {starting && <Skeleton />}
          {idle && <StillThere endsAt={idle.endsAt} />}
          {!ended && <Suggestions suggestions={suggestions} />}
        </div>
      </div>
      <Announcer items={items} news={news} />
      {!atEnd.value && (
        <button type="button" class="jump" part="jump" onClick={toEnd}>
          <Icon name="down" />
          {t('jump')}
        </button>
      )}
    </div>
  );
}
