/** What comes with a message besides its text: cards, pictures, numbers to call, and that it was cut off. */

import { Attachment, CallAction } from './Attachment.tsx';
import { useWords } from './context.ts';
import type { LateProps } from './late-parts.ts';

export function Extras({ item: { attachments, callActions, status }, lang }: LateProps['Extras']) {
  const t = useWords();
  return (
    <>
      {attachments.map((attachment, place) => (
        <Attachment key={place} attachment={attachment} lang={lang} />
      ))}
      {callActions.map((action, place) => (
        <CallAction key={place} action={action} lang={lang} />
      ))}
      {status === 'interrupted' && <p class="meta">{t('interrupted')}</p>}
    </>
  );
}
