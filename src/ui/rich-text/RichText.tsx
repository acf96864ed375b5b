/** Parses and renders the text of a message. While the text grows, only the unfinished block at its end is rendered again. */

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useNode } from '../kit/memo-vnode.ts';
import { TypingDots } from '../kit/TypingDots.tsx';
import { createEdge } from './fade-edge.ts';
import { createParser } from './parse-blocks.ts';
import { type Drawing, drawBlocks } from './render.tsx';
import { asWritten, isSaying } from './tree.ts';

export interface RichTextProps {
  readonly text: string;
  /** True while more text is to come: the last words fade in, and unfinished syntax at the end is hidden. Default false. */
  readonly growing?: boolean;
  /** Origins from which pictures may be loaded. Pictures from other origins are shown as links. Default: none. */
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
  return useNode(() => {
    const blocks = parser.parse(text, growing);
    if (!isSaying(blocks)) return growing ? <TypingDots /> : asWritten(text) ? <p>{text}</p> : <Nothing />;
    return <>{drawBlocks(blocks, drawing, growing ? edge : null, performance.now())}</>;
  }, [text, growing, drawing]);
}

/**
 * Hides the bubble of a message whose tags contain no text, and its author if the message has nothing else (attachments.css). Done here, because a
 * `:has()` rule in the style sheet would be evaluated with each chunk of a reply.
 */
function Nothing() {
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const bubble = place.current?.closest<HTMLElement>('.bubble');
    if (!bubble) return undefined;
    bubble.hidden = true;
    return () => {
      bubble.hidden = false;
    };
  }, []);
  return <span ref={place} />;
}
