/** Draws the end of the transcript, below the last row: typing indicator, idle question, hand-off progress, suggestions. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { useChat, useChatState, useLanguage, useWords } from '../context/hooks.ts';
import { formatTime } from '../i18n/dates.ts';
import { whenIdle } from '../kit/when-idle.ts';
import { Notice } from '../status/Notice.tsx';
import { idleWords } from '../wording/prompt-words.ts';
import { HandoffProgress } from './HandoffProgress.tsx';
import { SuggestedReplies } from './SuggestedReplies.tsx';
import { TypingIndicator } from './TypingIndicator.tsx';

/** Milliseconds between renderings of the idle question, which states the minutes that are left. */
const REDRAW_MS = 10_000;

export function TranscriptEnd() {
  useReadyWords();
  const agent = useChatState('agent');
  const ended = useChatState('ended');
  const handoff = useChatState('handoff');
  const idle = useChatState('idle');
  const suggestions = useChatState('suggestions');
  const typing = useChatState('typing');
  return (
    <>
      {!ended && <TypingIndicator sign={typing} agent={agent} />}
      {idle && <IdlePrompt endsAt={idle.endsAt} />}
      {!ended && <HandoffProgress handoff={handoff} />}
      {!ended && <SuggestedReplies suggestions={suggestions} />}
    </>
  );
}

/**
 * Prepares Intl before the first reply needs it, because its first use takes long. The maximized locale and the collator are not used: creating
 * them makes browsers load most of the data for numbers and times in several short steps.
 */
function useReadyWords(): void {
  const { t, locale } = useLanguage();
  const outbox = useChatState('outbox');
  // Waits until the first message is sent, because until then the visitor is typing, which must not be slowed down.
  const said = useRef(false);
  said.current ||= outbox.length > 0;
  const due = said.current;
  useEffect(() => {
    if (!due) return undefined;
    const firsts = [
      () => new Intl.Locale(locale).maximize(),
      () => new Intl.Collator(locale),
      () => t('jumpNew', { count: 2 }),
      () => formatTime(0, locale),
    ];
    const undo = firsts.map(whenIdle);
    return () => {
      for (const each of undo) each();
    };
  }, [t, locale, due]);
}

/** Asks an idle visitor whether to go on, before the conversation ends. */
function IdlePrompt({ endsAt }: { readonly endsAt: number }) {
  const chat = useChat();
  const t = useWords();
  const [, draw] = useState({});
  useEffect(() => {
    const timer = setInterval(() => draw({}), REDRAW_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Notice level="info" text={idleWords(endsAt, t)} action={{ words: 'endKeep', run: () => chat.stay() }} fresh />
  );
}
