/**
 * The head of the transcript, and all of it while it is empty: who replies here, and that it is software if it is. Face and title are in the
 * panel's header; they are here only in a panel without one.
 */

import type { Agent, TimelineItem } from '../../client/api/chat-state.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { useChatState, useSettings, useUi, useWords } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';
import { Avatar } from '../kit/Avatar.tsx';

export function Intro() {
  const t = useWords();
  const { title: given, avatarUrl, showHeader } = useSettings();
  const agent = useChatState('agent');
  const { chat } = useUi();
  // Stays the same item while a reply grows, so that this is not drawn again.
  const voice = voiceOf(
    useSelected(() => chat.state.value.messages.find(isVoice)),
    agent,
  );
  const title = given || t('title');
  const name = voice && !isBlank(voice.name) ? voice.name : title;
  return (
    <div class="intro" part="intro">
      {!showHeader && (
        <>
          <Avatar name={name} url={voice?.avatarUrl || avatarUrl} size="large" />
          <p class="title">{title}</p>
        </>
      )}
      <p class="meta">{t(`intro-${voice?.kind ?? 'none'}`, { name })}</p>
    </div>
  );
}

/** Returns true for the first participant that replied: the introduction stays when others take over. */
function isVoice(item: TimelineItem): boolean {
  return /^(agent|live)$/.test(kindOf(item));
}

const kindOf = (item: TimelineItem): string =>
  item.kind === 'message' ? item.from : item.kind === 'mark' ? item.mark.replace('-joined', '') : '';

function voiceOf(item: TimelineItem | undefined, agent: Agent | null): Agent | null {
  if (!item || item.kind === 'notice') return agent;
  const kind = kindOf(item) as Agent['kind'];
  const known = agent?.kind === kind ? agent : null;
  const name = (item.kind === 'mark' ? item.name : item.agentName) ?? known?.name;
  return { kind, name: name ?? '', avatarUrl: item.avatarUrl ?? known?.avatarUrl ?? '' };
}
