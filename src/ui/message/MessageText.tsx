/**
 * The text of a message, with everything that replies need: links, pictures, and the animation of a reply that was seen streaming. The
 * visitor's own text is no Markdown: it is shown as typed, with links for addresses.
 */

import type { ComponentChild, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useSettings } from '../context/hooks.ts';
import { Link } from '../kit/Link.tsx';
import { type Address, withAddresses } from '../links/autolink.ts';
import { RichText } from '../rich-text/RichText.tsx';
import { drawText } from '../rich-text/render.tsx';
import { StreamingText } from './StreamingText.tsx';

interface MessageTextProps {
  readonly host: RefObject<Element | null>;
  readonly text: string;
  /** True for a text that the visitor typed, which is shown unchanged. */
  readonly typed: boolean;
  readonly streaming: boolean;
  /** True if it was seen growing, and so ends its animation. */
  readonly grew: boolean;
}

/**
 * Up to three emoji, be they flags, keycaps or families; a sign that is no emoji by itself, as © is, counts with the selector that makes it one, hearts and
 * their like without it, too: some keyboards leave it out. Told by their parts: the list of all of them (\p{RGI_Emoji}) takes a browser longer to make ready
 * than the panel takes to draw. None has more than 16 parts: without that limit a tone may be part of one emoji or the next one, and a text of
 * thousands stops the page.
 */
const EMOJI =
  /^(?:\s*(?:\p{RI}{2}|[#*\d]\uFE0F?\u20E3|(?:(?!\p{RI})\p{EPres}|\p{ExtPict}\uFE0F|(?=[☀-➿])\p{Emoji})(?:\p{EMod}|\uFE0F|[\u{E0020}-\u{E007F}]|\u200D\p{ExtPict}){0,16})){1,3}\s*$/u;

/** Matches a heart and the like without the selector, which browsers would draw as a letter. */
const UNSELECTED = /(?=[☀-➿])\p{Emoji}(?![\uFE0F\p{EMod}])/gu;

export function MessageText({ host, text, typed, streaming, grew }: MessageTextProps) {
  const { imageOrigins } = useSettings();
  // Waits until the message is complete: words may follow.
  const large = !streaming && EMOJI.test(text);
  // A `:has()` rule in the style sheet would check every bubble again with each change.
  useLayoutEffect(() => void host.current?.parentElement?.classList.toggle('emoji-only', large), [large]);
  if (large) return <p class="emoji">{text.replace(UNSELECTED, '$&\uFE0F')}</p>;
  if (typed) return <Typed text={text} />;
  return grew ? (
    <StreamingText text={text} streaming={streaming} imageOrigins={imageOrigins} />
  ) : (
    <RichText text={text} imageOrigins={imageOrigins} />
  );
}

/** Draws one paragraph. Each line has its own direction. */
function Typed({ text }: { readonly text: string }) {
  return <p>{withAddresses(text).map(drawn)}</p>;
}

function drawn(piece: string | Address): ComponentChild {
  if (typeof piece === 'string') return drawText(piece);
  return (
    <Link href={piece.href} class="link" part="link">
      {piece.words}
    </Link>
  );
}
