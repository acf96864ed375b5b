/** The question before an idle conversation ends. */

import { useChat, useWords } from './context.ts';
import { Notice } from './Notice.tsx';

export function StillThere({ endsAt }: { readonly endsAt: number }) {
  const chat = useChat();
  const t = useWords();
  const count = Math.max(1, Math.round((endsAt - Date.now()) / 60_000));
  return (
    <Notice level="info" text={t('idle', { count })} action={{ words: 'endKeep', run: () => chat.stay() }} fresh />
  );
}
