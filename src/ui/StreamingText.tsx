/** The text of a reply that is being written, let out at the display's rate (reveal.ts) until all of it stands there. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { RichText } from './RichText.tsx';
import { createReveal, wordEnd } from './reveal.ts';
import { useSignal } from './signals.ts';

export interface StreamingTextProps {
  readonly text: string;
  readonly streaming: boolean;
  /** As RichText's. */
  readonly imageOrigins?: readonly string[];
}

export function StreamingText({ text, streaming, ...rest }: StreamingTextProps) {
  const shown = useReveal(text);
  const all = shown >= text.length;
  return <RichText text={all ? text : text.slice(0, wordEnd(text, shown))} growing={streaming || !all} {...rest} />;
}

function useReveal(text: string): number {
  const reveal = useRef(createReveal()).current;
  const still = useRef(prefersStillness()).current;
  const shown = useSignal(0);
  useLayoutEffect(() => {
    if (still) return;
    reveal.grow(text.length, performance.now());
    let frame = 0;
    const step = (now: number) => {
      shown.value = reveal.advance(now);
      if (!reveal.done) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [text]);
  return still ? text.length : Math.min(shown.value, text.length);
}

function prefersStillness(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
