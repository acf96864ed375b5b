/**
 * Shows what comes before the chat, in its place: the consent question, the site's own questions (optional/pre-chat.ts), or both. The chat begins
 * after the visitor has agreed and answered (widget/chat/gate.ts).
 */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChoices, useDisclaimer, useParts, useSettings, useUi, useWords } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';
import { needsConsent } from '../context/visitor-choices.ts';
import { keepFocus } from '../focus/focus.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Button } from '../kit/Button.tsx';
import { Link } from '../kit/Link.tsx';

export function StartScreen() {
  const { chat, gate } = useUi();
  const t = useWords();
  const settings = useSettings();
  const { mode, title: given, avatarUrl, consentVersion: version, privacyUrl, termsUrl } = settings;
  const disclaimer = useDisclaimer();
  const parts = useParts();
  const title = given || t('title');
  const [choices, choose] = useChoices();
  const asksConsent = needsConsent(settings, choices);
  const form = useSelected(() => gate.form.value);
  const isEmpty = !asksConsent && !form;
  const text = asksConsent && t('consentText');
  const box = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => keepFocus(box.current), [isEmpty]);
  // The form is being fetched.
  if (isEmpty) return null;

  function start(): void {
    if (form && !form.accept(box.current?.parentNode as ParentNode)) return;
    if (asksConsent) {
      const at = Date.now();
      chat.emit('consent', { version, at });
      choose({ consent: { version, at } });
    }
  }

  return (
    <div class="full-message" part="consent">
      {/* Takes the focus when the panel opens. It has a name, because some screen readers skip elements without one. */}
      <fieldset
        ref={box}
        class="full-message-text"
        tabIndex={-1}
        aria-label={t('consentTitle')}
        aria-description={text || undefined}
      >
        {!form && <Avatar name={title} url={avatarUrl} size="large" />}
        <h3 class="title">{t('consentTitle')}</h3>
        {text && <p>{text}</p>}
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
      {form && <form.Fields submit={start} />}
      <Button words={asksConsent ? 'agree' : 'formStart'} kind="primary" onClick={start} />
      {/* Only a floating panel can be closed, because only it has a launcher that opens it again. */}
      {mode === 'floating' && <Button words="notNow" kind="wide" onClick={() => chat.close()} />}
    </div>
  );
}
