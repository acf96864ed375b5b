/** A message's text: parsed, drawn, and, where it grows, only its open end again. */

import { useMemo, useRef } from 'preact/hooks';
import { createParser } from './rich-text/blocks.ts';
import { type Drawing, drawBlocks } from './rich-text/draw.tsx';
import { createEdge } from './rich-text/edge.ts';

export interface RichTextProps {
  readonly text: string;
  /** More is to come: its last words fade in, and what is half at its end is not shown yet. Default false. */
  readonly growing?: boolean;
  /** Where pictures may be loaded from; those from elsewhere are links. Default: nowhere. */
  readonly imageOrigins?: readonly string[];
}

const NOWHERE: readonly string[] = [];

export function RichText({ text, growing = false, imageOrigins = NOWHERE }: RichTextProps) {
  const parser = useRef(createParser()).current;
  const edge = useRef(createEdge()).current;
  const drawing = useMemo(
    (): Drawing => ({ imageOrigins, drawn: new WeakMap(), groups: new WeakMap() }),
    [imageOrigins],
  );
  return useMemo(() => {
    const blocks = parser.parse(text, growing);
    // Tags and marks around nothing. The rest of its bubble stands outside of here: it goes by this sign.
    if (!growing && blocks.length === 0) return <span class="void" />;
    return <>{drawBlocks(blocks, drawing, growing ? edge : null, performance.now())}</>;
  }, [text, growing, drawing]);
}
