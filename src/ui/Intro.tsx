/** The head of the transcript, and all of it while nothing has been said: who answers here, and that it is software when it is. */

import { Avatar } from './Avatar.tsx';
import { useUi } from './context.ts';
import { t } from './strings.ts';

export function Intro() {
  const { chat, settings } = useUi();
  const agent = chat.agent.value;
  const title = settings.value.title || t('title');
  const name = agent?.name || title;
  return (
    <div class="intro">
      <Avatar name={name} url={agent?.avatarUrl || settings.value.avatarUrl} size="large" />
      <p class="title">{title}</p>
      <p class="meta">{t(`intro-${agent?.kind ?? 'none'}`, { name })}</p>
    </div>
  );
}
