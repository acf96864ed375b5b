/** The question before an idle conversation ends. */

import { useChat } from './context.ts';
import { Notice } from './Notice.tsx';
import { t } from './strings.ts';

export function StillThere({ endsAt }: { readonly endsAt: number }) {
  const chat = useChat();
  const count = Math.max(1, Math.round((endsAt - Date.now()) / 60_000));
  return (
    <Notice level="info" text={t('idle', { count })} action={{ words: 'endKeep', run: () => chat.stay() }} fresh />
  );
}
