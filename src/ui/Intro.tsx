/** The head of the transcript, and all of it while nothing has been said: who answers here, and that it is software when it is. */

import { Avatar, useFace } from './Avatar.tsx';
import { useWords } from './context.ts';

export function Intro() {
  const t = useWords();
  const { agent, title, name, url } = useFace();
  return (
    <div class="intro">
      <Avatar name={name} url={url} size="large" />
      <p class="title">{title}</p>
      <p class="meta">{t(`intro-${agent?.kind ?? 'none'}`, { name })}</p>
    </div>
  );
}
