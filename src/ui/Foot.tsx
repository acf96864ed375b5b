/** The end of the transcript, behind the last row: typing sign, the question to an idle visitor, hand-off progress, suggestions. */

import { useEffect, useRef } from 'preact/hooks';
import { useChatState, useLanguage } from './context.ts';
import { formatTime } from './dates.ts';
import { HandoffProgress } from './HandoffProgress.tsx';
import { whenIdle } from './idle.ts';
import { StillThere } from './StillThere.tsx';
import { Suggestions } from './Suggestions.tsx';
import { Typing } from './Typing.tsx';

export function Foot() {
  useReadyWords();
  const agent = useChatState('agent');
  const ended = useChatState('ended');
  const handoff = useChatState('handoff');
  const idle = useChatState('idle');
  const suggestions = useChatState('suggestions');
  const typing = useChatState('typing');
  return (
    <>
      {!ended && <Typing sign={typing} agent={agent} />}
      {idle && <StillThere endsAt={idle.endsAt} />}
      {!ended && <HandoffProgress handoff={handoff} />}
      {!ended && <Suggestions suggestions={suggestions} />}
    </>
  );
}

/**
 * Prepares Intl before the first reply needs it: its first use takes long. A script name and a collator are not needed themselves, but with them
 * browsers load most of the data for numbers and times, in several shorter pauses.
 */
function useReadyWords(): void {
  const { t, locale } = useLanguage();
  const outbox = useChatState('outbox');
  // Waits until the first message is on its way: the visitor types until then.
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
