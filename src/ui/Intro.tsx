/** The head of the transcript, and all of it while nothing has been said: who answers here, and that it is software when it is. */

import { Avatar } from './Avatar.tsx';
import { useUi } from './context.ts';
import { t } from './strings.ts';

export function Intro() {
  const { chat, settings } = useUi();
  const agent = chat.agent.value;
  const title = settings.value.title || t('title');
  return (
    <div class="intro">
      <Avatar name={agent?.name || title} url={agent?.avatarUrl || settings.value.avatarUrl} size="large" />
      <p class="intro-title" dir="auto">
        {title}
      </p>
      <p class="meta" dir="auto">
        {introWords(agent?.kind, agent?.name ?? '')}
      </p>
    </div>
  );
}

function introWords(kind: 'agent' | 'live' | undefined, name: string): string {
  if (!kind) return t('introEmpty');
  if (kind === 'live') return t('introLive', { name: name || t('person').toLowerCase() });
  return name ? t('introNamedAgent', { name }) : t('introAgent');
}
