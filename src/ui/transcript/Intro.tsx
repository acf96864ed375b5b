/**
 * The head of the transcript, and all of it while it is empty: who replies here, and that it is software if it is. The first screen is part of
 * it until the conversation has begun.
 */

import type { Agent, TimelineItem } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { useChatState, useSettings, useUi, useWords } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';

export function Intro() {
  const t = useWords();
  const { title } = useSettings();
  const agent = useChatState('agent');
  const { chat, screen } = useUi();
  const FirstScreen = useSelected(() => screen.value);
  // The platform's greeting does not begin a conversation.
  const isBegun = useSelected(() => chat.state.value.messages.some(isFromPeople));
  // Stays the same item while a reply grows, so that this is not drawn again.
  const voice = voiceOf(
    useSelected(() => chat.state.value.messages.find(isVoice)),
    agent,
  );
  const name = voice && !isBlank(voice.name) ? voice.name : title || t('title');
  return (
    <div class="intro" part="intro">
      <p class="meta">{t(`intro-${voice?.kind ?? 'none'}`, { name })}</p>
      {FirstScreen && !isBegun && <FirstScreen />}
    </div>
  );
}

const isFromPeople = (item: TimelineItem): boolean => item.kind === 'message' && item.from !== 'agent';

/** Returns true for the first participant that replied: the introduction stays when others take over. */
function isVoice(item: TimelineItem): boolean {
  return /^(agent|live)$/.test(kindOf(item));
}

const kindOf = (item: TimelineItem): string =>
  item.kind === 'message' ? item.from : item.kind === 'mark' ? item.mark.replace('-joined', '') : '';

function voiceOf(item: TimelineItem | undefined, agent: Agent | null): Pick<Agent, 'kind' | 'name'> | null {
  if (!item || item.kind === 'notice') return agent;
  const kind = kindOf(item) as Agent['kind'];
  const known = agent?.kind === kind ? agent.name : '';
  return { kind, name: (item.kind === 'mark' ? item.name : item.agentName) ?? known };
}
