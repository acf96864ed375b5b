/** Draws the text of a reply. While the text streams, it appears at an even pace (reveal.ts). Once it is complete, all of it is shown. */

import { useLayoutEffect, useMemo } from 'preact/hooks';
import { useSignal } from '../context/use-signal.ts';
import { onFrame } from '../kit/frame-clock.ts';
import { RichText } from '../rich-text/RichText.tsx';
import { createReveal, wordEnd } from './reveal.ts';

export interface StreamingTextProps {
  readonly text: string;
  readonly streaming: boolean;
  /** Passed on to RichText. */
  readonly imageOrigins?: readonly string[];
}

export function StreamingText({ text, streaming, ...rest }: StreamingTextProps) {
  const shown = useReveal(text, streaming);
  const part = shown >= text.length ? text : text.slice(0, wordEnd(text, shown));
  return <RichText text={part} growing={streaming} {...rest} />;
}

function useReveal(text: string, streaming: boolean): number {
  const reveal = useMemo(createReveal, []);
  const still = useMemo(prefersStillness, []);
  const shown = useSignal(0);
  const step = useMemo(
    () =>
      function advance(now: number): void {
        shown.value = reveal.advance(now);
        if (!reveal.done) onFrame(advance);
      },
    [],
  );
  useLayoutEffect(() => {
    if (still || !streaming) return;
    reveal.grow(text.length, performance.now());
    onFrame(step);
  }, [text, streaming]);
  return still || !streaming ? text.length : Math.min(shown.value, text.length);
}

function prefersStillness(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
