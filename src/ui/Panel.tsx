/**
 * The panel: a dialog beside the page, with header, connection banner, transcript and composer. If the visitor must agree or answer questions
 * first, it shows the start screen instead.
 */

import { render } from 'preact';
import { useRef } from 'preact/hooks';
import { Composer } from './composer/Composer.tsx';
import { createTrouble } from './context/connection-trouble.ts';
import {
  useChat,
  useChatState,
  useChoices,
  useDisclaimer,
  useGate,
  useLanguage,
  useParts,
  useSettings,
  useUi,
} from './context/hooks.ts';
import { type Ui, UiContext } from './context/ui-context.ts';
import { useSelected, useSignal } from './context/use-signal.ts';
import { useFocusOnOpen } from './focus/focus.ts';
import { isComposed } from './focus/ime.ts';
import { ModalBehaviour } from './focus/ModalBehaviour.tsx';
import { useVisibleHeight } from './focus/visible-height.ts';
import { Header } from './header/Header.tsx';
import { Service } from './kit/Service.tsx';
import { UnreadDivider } from './scroll/UnreadDivider.tsx';
import { ConnectionBanner } from './status/ConnectionBanner.tsx';
import { ContactOptions } from './status/ContactOptions.tsx';
import { EndedBar } from './status/EndedBar.tsx';
import { StartScreen } from './status/StartScreen.tsx';
import { Transcript } from './transcript/Transcript.tsx';

/**
 * Renders the panel into `container`. Takes over the elements of a painted panel, if there is one (widget/painted/paint-panel.ts). The returned
 * function removes the panel.
 */
export function mountPanel(container: HTMLElement, props: Ui): () => void {
  container.className = container.firstChild ? 'root painted' : 'root';
  render(
    <UiContext.Provider value={{ ...props, trouble: createTrouble(props.chat.state) }}>
      <Panel />
    </UiContext.Provider>,
    container,
  );
  return () => {
    render(null, container);
    container.className = '';
  };
}

function Panel() {
  const chat = useChat();
  const { title, mode, position } = useSettings();
  const { t, tag, dir } = useLanguage();
  const { speech, onNeed } = useUi();
  const panel = useRef<HTMLDivElement>(null);
  // Waits for the catalogue of the language; otherwise texts would visibly change from one language to another.
  const open = useSelected(() => speech.ready.value && chat.state.value.open);
  const gate = useGate();
  const [{ wide }] = useChoices();
  const Past = useSelected(() => onNeed.past.value);
  const newFrom = useSignal('');
  // Renders nothing before the panel is opened for the first time.
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
      class={`panel ${mode} ${position} ${wide ? 'widened' : ''} ${Past ? 'covered' : ''}`}
      part="panel"
      role="dialog"
      aria-label={title || t('title')}
      tabIndex={-1}
      hidden={!open}
      lang={tag}
      dir={dir}
      onKeyDown={onKeyDown}
    >
      <UnreadDivider from={newFrom} />
      {opened.current && (
        <>
          <Header />
          {gate ? <StartScreen /> : <Conversation newFrom={newFrom.value} />}
          {!gate && Past && <Past />}
          <ModalBehaviour panel={panel} />
        </>
      )}
    </div>
  );
}

function Conversation({ newFrom }: { readonly newFrom: string }) {
  const ended = useChatState('ended');
  const disclaimer = useDisclaimer();
  const parts = useParts();
  return (
    <>
      <ConnectionBanner />
      <Service name="status" names={/^status$/} wanted />
      <Transcript newFrom={newFrom} />
      <ContactOptions />
      {ended ? <EndedBar reason={ended} /> : <Composer />}
      {parts ? (
        <parts.Disclosures />
      ) : (
        disclaimer &&
        !ended && (
          <p class="disclaimer detail" part="disclaimer">
            {disclaimer}
          </p>
        )
      )}
    </>
  );
}
