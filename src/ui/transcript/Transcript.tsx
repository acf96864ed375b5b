/** Draws the transcript: all messages, the typing indicator, and suggested replies. */

import { useMemo, useRef } from 'preact/hooks';
import type { ConnectionStatus, TimelineItem } from '../../client/api/chat-state.ts';
import { LiveRegions } from '../announce/LiveRegions.tsx';
import { useChatState, useLanguage, useSettings, useWords } from '../context/hooks.ts';
import { useDrawn } from '../rows/first-drawn.ts';
import { createNewItems, isBeingSent } from '../rows/new-items.ts';
import { toRows } from '../rows/rows.ts';
import { useMessages } from '../rows/use-messages.ts';
import { StickToEnd } from '../scroll/StickToEnd.tsx';
import { TranscriptEnd } from '../transcript-end/TranscriptEnd.tsx';
import { Intro, useFirstScreen } from './Intro.tsx';
import { useRowGroups } from './row-groups.tsx';
import { ShowEarlier } from './ShowEarlier.tsx';

/** Makes the scrolling element reachable with the Tab key. */
const SCROLLABLE = { tabIndex: 0 };

/** `newFrom`: see UnreadDivider.tsx. */
export function Transcript({ newFrom }: { readonly newFrom: string }) {
  const log = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const { t } = language;
  const items = useMessages();
  const connection = useChatState('connection');
  const ended = useChatState('ended');
  const news = useMemo(createNewItems, []);
  news.take({ messages: items, connection });
  const settings = useSettings();
  const isAtEnd = useRef(true);
  const { first, showEarlier } = useDrawn(items, newFrom, isAtEnd);
  const site = settings.locale || document.documentElement.lang;
  const rows = useMemo(
    () => toRows(items, ended !== null, newFrom, Date.now(), site, first),
    [items, ended, newFrom, site, first],
  );
  const look = useMemo(() => ({}), [language, settings]);
  const groups = useRowGroups(rows, items, first, news, look);
  const typing = useChatState('typing');

  // True while the placeholder for a greeting is rendered. It stays until the first message or typing indicator, because the greeting arrives only
  // after the chat has connected. skeleton.css sets how long it is visible.
  const starting = useRef(false);
  starting.current &&= connection.status === 'online';
  starting.current ||= /connecting$/.test(connection.status);
  starting.current &&= !typing && !items.some(item => item.kind === 'message');

  const hasFirstScreen = !!useFirstScreen();
  const sent = items.findLast(isBeingSent)?.key;
  const said = items.findLast(isReply)?.key;
  // Intro and TranscriptEnd subscribe to their own state, so they are not rendered again for each chunk.
  const [intro, foot] = useMemo(() => [<Intro key="intro" />, <TranscriptEnd key="foot" />], []);

  return (
    <div class="log-frame">
      {/* `aria-live` is off, because LiveRegions.tsx announces each complete reply once. */}
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
          {first ? <ShowEarlier key="earlier" first={first} show={showEarlier} /> : intro}
          {groups}
          {starting.current && <Skeleton status={connection.status} />}
          {foot}
        </div>
        <div class="reserve" />
      </div>
      <LiveRegions items={items} news={news} />
      <StickToEnd
        log={log}
        newFrom={newFrom}
        sent={sent}
        said={said}
        isNews={said !== undefined && news.rises(said)}
        isAtEnd={isAtEnd}
        hasFirstScreen={hasFirstScreen}
      />
    </div>
  );
}

const isReply = (item: TimelineItem): boolean => item.kind === 'message' && item.from !== 'user';

/** Draws a placeholder for the greeting while the chat connects for the first time. The style sheet makes it visible after 300 ms. */
function Skeleton({ status }: { readonly status: ConnectionStatus }) {
  const t = useWords();
  return (
    <div class={`row bubble skeleton delay-300 ${status}`}>
      <span class="visually-hidden">{t('loading')}</span>
      <i />
      <i />
    </div>
  );
}
