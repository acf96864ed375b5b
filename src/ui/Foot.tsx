/** What stands behind the last row of the transcript: the way to a person, who is writing, whether somebody is still there, what to answer. */

import { useChatState } from './context.ts';
import { HandoffProgress } from './HandoffProgress.tsx';
import { StillThere } from './StillThere.tsx';
import { Suggestions } from './Suggestions.tsx';
import { Typing } from './Typing.tsx';

export function Foot() {
  const agent = useChatState('agent');
  const ended = useChatState('ended');
  const handoff = useChatState('handoff');
  const idle = useChatState('idle');
  const suggestions = useChatState('suggestions');
  const typing = useChatState('typing');
  return (
    <>
      {!ended && handoff && <HandoffProgress handoff={handoff} />}
      {!ended && typing && <Typing sign={typing} avatarUrl={agent?.avatarUrl ?? ''} />}
      {idle && <StillThere endsAt={idle.endsAt} />}
      {!ended && <Suggestions suggestions={suggestions} />}
    </>
  );
}
