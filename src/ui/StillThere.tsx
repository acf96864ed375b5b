/** The question before an idle conversation ends. */

import { useChat, useWords } from './context.ts';
import { Notice } from './Notice.tsx';
import type { T } from './words.ts';

export const idleWords = (endsAt: number, t: T): string =>
  t('idle', { count: Math.max(1, Math.round((endsAt - Date.now()) / 60_000)) });

export function StillThere({ endsAt }: { readonly endsAt: number }) {
  const chat = useChat();
  const t = useWords();
  return (
    <Notice level="info" text={idleWords(endsAt, t)} action={{ words: 'endKeep', run: () => chat.stay() }} fresh />
  );
}
