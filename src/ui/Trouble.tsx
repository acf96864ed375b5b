/** What is wrong before the engine has come, where there is one trouble only: that it could not be fetched. Else it is Banner.tsx. */

import { Button } from './Button.tsx';
import { useChat, useChatState, useWords } from './context.ts';
import { Icon } from './Icon.tsx';

export function Trouble() {
  const chat = useChat();
  const t = useWords();
  const { status, code } = useChatState('connection');
  const [said] = useChatState('messages');
  if (status !== 'failed' || !code) return null;
  return (
    <div class={said ? 'banner failed' : 'gate alone'} role="alert" part="banner">
      <Icon name="alert" />
      <div>
        <p>{t('load_failed')}</p>
        <p class="detail">{t('detail', { code })}</p>
      </div>
      <Button words="tryAgain" kind={said ? 'wide' : 'primary'} onClick={() => chat.reconnect()} />
    </div>
  );
}
