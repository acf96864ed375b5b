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
 * Intl takes its time when it is asked for the first time, which is not to be the moment in which somebody answers: one thing at a time.
 * Nobody asks for a script here, and nothing is sorted; but with those browsers read the greater part of what a number and a time of day
 * need, and so in several shorter pauses.
 */
function useReadyWords(): void {
  const { t, locale } = useLanguage();
  const outbox = useChatState('outbox');
  // Not before the first message is on its way: until then somebody types.
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
