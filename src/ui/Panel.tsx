/** The panel: a dialog beside the page, with header, connection line, transcript and composer in it. */

import { useRef } from 'preact/hooks';
import { Composer } from './Composer.tsx';
import { useChat, useChatState, useLanguage, useSettings, useUi } from './context.ts';
import { useFocusOnOpen } from './focus.ts';
import { Header } from './Header.tsx';
import { Late } from './Late.tsx';
import { MessageList } from './MessageList.tsx';
import { useLive } from './signals.ts';
import { Trouble } from './Trouble.tsx';
import { useVisibleHeight } from './viewport.ts';

export function Panel() {
  const chat = useChat();
  const { title, mode, position } = useSettings();
  const { t, tag, dir } = useLanguage();
  const { speech } = useUi();
  const panel = useRef<HTMLDivElement>(null);
  // Nobody is to see one language turn into another if it can be helped.
  const open = useLive(() => speech.ready.value && chat.state.value.open);
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
      lang={tag}
      dir={dir}
      onKeyDown={onKeyDown}
    >
      {opened.current && (
        <>
          <Header />
          <Late is="Banner" instead={<Trouble />} />
          <MessageList />
          {ended ? <Late is="Ended" reason={ended} /> : <Composer />}
        </>
      )}
    </div>
  );
}
