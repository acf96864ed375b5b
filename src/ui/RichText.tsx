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
  return useMemo(
    () => <>{drawBlocks(parser.parse(text, growing), drawing, growing ? edge : null, performance.now())}</>,
    [text, growing, drawing],
  );
}
