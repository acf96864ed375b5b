/** The panel: a dialog beside the page, with header, connection line, transcript and composer in it; before a consent, with the question for it. */

import { useRef } from 'preact/hooks';
import { Banner } from './Banner.tsx';
import { Channels } from './Channels.tsx';
import { Composer } from './Composer.tsx';
import { Consent } from './Consent.tsx';
import { isComposed } from './composition.ts';
import { useChat, useChatState, useGate, useLanguage, useSettings, useUi } from './context.ts';
import { Ended } from './Ended.tsx';
import { useFocusOnOpen } from './focus.ts';
import { Header } from './Header.tsx';
import { MessageList } from './MessageList.tsx';
import { Modal } from './Modal.tsx';
import { NewFrom } from './NewFrom.tsx';
import { useLive, useSignal } from './signals.ts';
import { useVisibleHeight } from './viewport.ts';

export function Panel() {
  const chat = useChat();
  const { title, mode, position } = useSettings();
  const { t, tag, dir } = useLanguage();
  const { speech } = useUi();
  const panel = useRef<HTMLDivElement>(null);
  // Waits for the language: the visitor should not see one turn into another.
  const open = useLive(() => speech.ready.value && chat.state.value.open);
  const gate = useGate();
  const newFrom = useSignal('');
  // Until it is opened for the first time there is nothing to pay for.
  const opened = useRef(false);
  opened.current ||= open;
  useFocusOnOpen(panel, open);
  useVisibleHeight(panel);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposed(event) || mode !== 'floating') return;
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
      <NewFrom from={newFrom} />
      {opened.current && (
        <>
          <Header />
          {gate ? <Consent /> : <Conversation newFrom={newFrom.value} />}
          <Modal panel={panel} />
        </>
      )}
    </div>
  );
}

function Conversation({ newFrom }: { readonly newFrom: string }) {
  const ended = useChatState('ended');
  const { disclaimer } = useSettings();
  return (
    <>
      <Banner />
      <MessageList newFrom={newFrom} />
      <Channels />
      {ended ? <Ended reason={ended} /> : <Composer />}
      {disclaimer && (
        <p class="disclaimer detail" part="disclaimer">
          {disclaimer}
        </p>
      )}
    </>
  );
}
