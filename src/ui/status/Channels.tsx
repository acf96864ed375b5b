/** The site's other channels: telephone, email, and a contact page. */

import { useSettings, useWords } from '../context/hooks.ts';
import { Icon } from '../kit/Icon.tsx';
import { Link } from '../kit/Link.tsx';
import { mailHref, telHref } from '../links/safe-url.ts';

/** Returns the channels that the site has, with their words. */
export function useChannels() {
  const t = useWords();
  const { phone, email, contactUrl } = useSettings();
  const ways = [
    { icon: 'phone', href: telHref(phone), name: phone },
    { icon: 'mail', href: mailHref(email), name: email },
    { icon: 'open', href: contactUrl, name: t('contactPage') },
  ] as const;
  return ways.filter(({ href }) => href);
}

export function Channels() {
  const t = useWords();
  const channels = useChannels();
  if (channels.length === 0) return null;
  return (
    // Not a landmark: it is inside a dialog, and a page with two panels would have two of them.
    <fieldset class="channels" aria-label={t('channels')} part="channels">
      <b>{t('channels')}</b>
      {channels.map(({ icon, href, name }) => (
        <Link key={icon} class="contact-link" part="link" href={href ?? ''}>
          <Icon name={icon} />
          <bdi>{name}</bdi>
        </Link>
      ))}
    </fieldset>
  );
}
