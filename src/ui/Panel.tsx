/** The panel: a dialog beside the page, with header, connection line, transcript and composer in it. */

import { useRef } from 'preact/hooks';
import { Banner } from './Banner.tsx';
import { Composer } from './Composer.tsx';
import { useChat, useChatState, useSettings } from './context.ts';
import { directionOf } from './dates.ts';
import { Ended } from './Ended.tsx';
import { useFocusOnOpen } from './focus.ts';
import { Header } from './Header.tsx';
import { MessageList } from './MessageList.tsx';
import { t } from './strings.ts';
import { useVisibleHeight } from './viewport.ts';

export function Panel() {
  const chat = useChat();
  const { title, mode, position, locale } = useSettings();
  const panel = useRef<HTMLDivElement>(null);
  const open = useChatState('open');
  const ended = useChatState('ended');
  // Until it is opened for the first time there is nothing to pay for.
  const opened = useRef(false);
  opened.current ||= open;
  useFocusOnOpen(panel, open);
  useVisibleHeight(panel);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || mode !== 'floating') return;
    event.stopPropagation();
    chat.close();
  }

  return (
    <div
      ref={panel}
      class={`panel ${mode} ${position}`}
      part="panel"
      role="dialog"
      aria-label={title || t('title')}
      tabIndex={-1}
      hidden={!open}
      lang="en"
      dir={directionOf(locale)}
      onKeyDown={onKeyDown}
    >
      {opened.current && (
        <>
          <Header />
          <Banner />
          <MessageList />
          {ended ? <Ended reason={ended} /> : <Composer />}
        </>
      )}
    </div>
  );
}
