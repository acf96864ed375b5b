/**
 * Draws the text of a message. A reply is Markdown, with links and pictures, and appears gradually while it streams. The visitor's own text is shown
 * as typed, with links for addresses.
 */

import type { ComponentChild, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useParts, useSettings, useUi } from '../context/hooks.ts';
import { useSelected } from '../context/use-signal.ts';
import { Link } from '../kit/Link.tsx';
import { type Address, withAddresses } from '../links/autolink.ts';
import { lengthOfWords } from '../links/marked-links.ts';
import { RichText } from '../rich-text/RichText.tsx';
import { drawText } from '../rich-text/render.tsx';
import { StreamingText } from './StreamingText.tsx';

interface MessageTextProps {
  readonly host: RefObject<Element | null>;
  readonly text: string;
  /** True for a text that the visitor typed, which is shown unchanged. */
  readonly typed: boolean;
  readonly streaming: boolean;
  /** True if the visitor saw the message grow. Its animation then continues to the end, even after the text is complete. */
  readonly grew: boolean;
}

/**
 * Matches a text of one to three emoji, including flags, keycaps and families. A character such as © counts only if the emoji selector (U+FE0F)
 * follows it. Hearts and other symbols from ☀ to ➿ also count without it, because some keyboards omit it. The pattern describes the parts of an
 * emoji, because browsers take long to prepare the list of all emoji (\p{RGI_Emoji}). The limit of 16 parts keeps a text of thousands of emoji from
 * blocking the page.
 */
const EMOJI =
  /^(?:\s*(?:\p{RI}{2}|[#*\d]\uFE0F?\u20E3|(?:(?!\p{RI})\p{EPres}|\p{ExtPict}\uFE0F|(?=[☀-➿])\p{Emoji})(?:\p{EMod}|\uFE0F|[\u{E0020}-\u{E007F}]|\u200D\p{ExtPict}){0,16})){1,3}\s*$/u;

/** Matches a heart or a similar symbol without the selector, which browsers would draw as plain text. */
const UNSELECTED = /(?=[☀-➿])\p{Emoji}(?![\uFE0F\p{EMod}])/gu;

export function MessageText({ host, text, typed, streaming, grew }: MessageTextProps) {
  // Never enlarges a message that still streams, because words may follow the emoji.
  const large = !streaming && EMOJI.test(text);
  // Sets a class, because a `:has()` rule in the style sheet would be evaluated for every bubble on every change.
  useLayoutEffect(() => void host.current?.parentElement?.classList.toggle('emoji-only', large), [large]);
  if (large) return <p class="emoji">{text.replace(UNSELECTED, '$&\uFE0F')}</p>;
  if (typed) return <Typed text={text} />;
  return <Reply text={text} streaming={streaming} grew={grew} />;
}

/** Draws a reply. If footnotes at its end are links, a separately loaded chunk (reply-parts/sources.ts) shows them once the reply is complete. */
function Reply({ text, streaming, grew }: Pick<MessageTextProps, 'text' | 'streaming' | 'grew'>) {
  const { imageOrigins } = useSettings();
  const { onNeed } = useUi();
  const length = lengthOfWords(text, streaming);
  const isMarked = length < text.length;
  const Sources = useSelected(() => onNeed.replyParts.part.value?.Sources);
  useLayoutEffect(() => {
    if (isMarked) onNeed.replyParts.fetch();
  }, [isMarked]);
  const draw = (words: string) =>
    grew ? (
      <StreamingText text={words} streaming={streaming} imageOrigins={imageOrigins} />
    ) : (
      <RichText text={words} imageOrigins={imageOrigins} />
    );
  if (streaming) return draw(text.slice(0, length));
  return isMarked && Sources ? <Sources text={text} length={length} draw={draw} /> : draw(text);
}

/** Draws one paragraph. Each line has its own direction. */
function Typed({ text }: { readonly text: string }) {
  const parts = useParts();
  const [words, ...links] = parts ? parts.split(text) : [text];
  return (
    <p>
      {withAddresses(words).map(drawn)}
      {links}
    </p>
  );
}

function drawn(piece: string | Address): ComponentChild {
  if (typeof piece === 'string') return drawText(piece);
  return (
    <Link href={piece.href} class="link" part="link">
      {piece.words}
    </Link>
  );
}
