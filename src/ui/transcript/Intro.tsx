/**
 * Draws the head of the transcript: who replies here and, if it is software, that it is. Includes the first screen until the conversation has
 * begun.
 */

import type { Agent, TimelineItem } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { useChatState, useSettings, useUi, useWords } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';

export function Intro() {
  const t = useWords();
  const { title } = useSettings();
  const agent = useChatState('agent');
  const { chat } = useUi();
  const FirstScreen = useFirstScreen();
  // Selects an item that stays the same while a reply grows, which saves rendering the head again.
  const voice = voiceOf(
    useSelected(() => chat.state.value.messages.find(isVoice)),
    agent,
  );
  const name = voice && !isBlank(voice.name) ? voice.name : title || t('title');
  return (
    <div class="intro" part="intro">
      <p class="meta">{t(`intro-${voice?.kind ?? 'none'}`, { name })}</p>
      {FirstScreen && <FirstScreen />}
    </div>
  );
}

/** Returns the first screen until the conversation has begun. The platform's greeting does not begin it. */
export function useFirstScreen() {
  const { chat, screen } = useUi();
  return useSelected(() => !chat.state.value.messages.some(isFromPeople) && screen.value);
}

const isFromPeople = (item: TimelineItem): boolean => item.kind === 'message' && item.from !== 'agent';

/** Returns true for a reply, and for an agent or a person who joins. The introduction names the first of them, even after others take over. */
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
