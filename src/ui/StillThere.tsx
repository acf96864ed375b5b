/** The question before an idle conversation ends. */

import { useEffect, useState } from 'preact/hooks';
import { useChat, useWords } from './context.ts';
import { Notice } from './Notice.tsx';
import { idleWords } from './prompt-words.ts';

/** Milliseconds between renderings; the text counts minutes. */
const REDRAW_MS = 10_000;

export function StillThere({ endsAt }: { readonly endsAt: number }) {
  const chat = useChat();
  const t = useWords();
  const [, draw] = useState({});
  useEffect(() => {
    const timer = setInterval(() => draw({}), REDRAW_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Notice level="info" text={idleWords(endsAt, t)} action={{ words: 'endKeep', run: () => chat.stay() }} fresh />
  );
}
