/** Draws the parts of a message besides its text: cards, pictures, numbers to call, and the note that it was cut off. */

import type { MessageItem } from '../client/api/chat-state.ts';
import { Attachment, CallAction } from './Attachment.tsx';
import { useWords } from './context.ts';

interface ExtrasProps {
  readonly item: MessageItem;
  /** Language of the text, if it is known. */
  readonly lang: string | undefined;
}

export function Extras({ item: { attachments, callActions, status }, lang }: ExtrasProps) {
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
