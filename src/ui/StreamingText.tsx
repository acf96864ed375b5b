/** The text of a reply that is being written, let out evenly (reveal.ts) while it is, and all there when it is complete. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { onBeat } from './beat.ts';
import { RichText } from './RichText.tsx';
import { createReveal, wordEnd } from './reveal.ts';
import { keepSelected } from './selection.ts';
import { useSignal } from './signals.ts';

export interface StreamingTextProps {
  /** What it stands in: what is selected there stays selected. */
  readonly host: RefObject<Element | null>;
  readonly text: string;
  readonly streaming: boolean;
  /** As RichText's. */
  readonly imageOrigins?: readonly string[];
}

export function StreamingText({ host, text, streaming, ...rest }: StreamingTextProps) {
  const shown = useReveal(text, streaming);
  const part = shown >= text.length ? text : text.slice(0, wordEnd(text, shown));
  useKeptSelection(host, part, streaming);
  return <RichText text={part} growing={streaming} {...rest} />;
}

/** Browsers tell of a selection when it is there for a while, and a piece may come before; so what a press begins is looked for at once. */
const SELECTS = ['selectionchange', 'pointerdown'];

function useKeptSelection(host: RefObject<Element | null>, part: string, streaming: boolean): void {
  // Where nothing is selected most browsers lay the page out to say so.
  const changed = useRef(false);
  useLayoutEffect(() => {
    if (!streaming) return undefined;
    const onChange = () => {
      changed.current = true;
    };
    for (const type of SELECTS) document.addEventListener(type, onChange);
    return () => {
      for (const type of SELECTS) document.removeEventListener(type, onChange);
    };
  }, [streaming]);
  const restore = useMemo(
    () => (changed.current && host.current ? keepSelected(host.current) : undefined),
    [part, streaming],
  );
  useLayoutEffect(() => restore?.(), [restore]);
}

function useReveal(text: string, streaming: boolean): number {
  const reveal = useMemo(createReveal, []);
  const still = useMemo(prefersStillness, []);
  const shown = useSignal(0);
  const step = useMemo(
    () =>
      function advance(now: number): void {
        shown.value = reveal.advance(now);
        if (!reveal.done) onBeat(advance);
      },
    [],
  );
  useLayoutEffect(() => {
    if (still || !streaming) return;
    reveal.grow(text.length, performance.now());
    onBeat(step);
  }, [text, streaming]);
  return still || !streaming ? text.length : Math.min(shown.value, text.length);
}

function prefersStillness(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
