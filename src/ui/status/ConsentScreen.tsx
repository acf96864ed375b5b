/** Shows the consent screen in place of the chat. The chat connects only after the visitor has agreed (widget/chat/consent-gate.ts). */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChat, useChoices, useDisclaimer, useParts, useSettings, useWords } from '../context/hooks.ts';
import { keepFocus } from '../focus/focus.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Button } from '../kit/Button.tsx';
import { Link } from '../kit/Link.tsx';

export function ConsentScreen() {
  const chat = useChat();
  const t = useWords();
  const { mode, title: given, avatarUrl, consentVersion: version, privacyUrl, termsUrl } = useSettings();
  const disclaimer = useDisclaimer();
  const parts = useParts();
  const title = given || t('title');
  const [, choose] = useChoices();
  const box = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => keepFocus(box.current), []);

  function agree(): void {
    const at = Date.now();
    chat.emit('consent', { version, at });
    choose({ consent: { version, at } });
  }

  return (
    <div class="full-message" part="consent">
      {/* Takes the focus when the panel opens. It has a name, because some screen readers skip elements without one. */}
      <fieldset
        ref={box}
        class="full-message-text"
        tabIndex={-1}
        aria-label={t('consentTitle')}
        aria-description={t('consentText')}
      >
        <Avatar name={title} url={avatarUrl} size="large" />
        <h3 class="title">{t('consentTitle')}</h3>
        <p>{t('consentText')}</p>
        {disclaimer && <p class="meta">{parts ? parts.linked(disclaimer) : disclaimer}</p>}
        {(privacyUrl || termsUrl) && (
          <p class="actions meta">
            {privacyUrl && (
              <Link class="link" part="link" href={privacyUrl}>
                {t('privacy')}
              </Link>
            )}
            {termsUrl && (
              <Link class="link" part="link" href={termsUrl}>
                {t('terms')}
              </Link>
            )}
          </p>
        )}
      </fieldset>
      <Button words="agree" kind="primary" onClick={agree} />
      {/* Only a floating panel can be closed, because only it has a launcher that opens it again. */}
      {mode === 'floating' && <Button words="notNow" kind="wide" onClick={() => chat.close()} />}
    </div>
  );
}
