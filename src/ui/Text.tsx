/**
 * A message's text as it is drawn once replies can come: with its links and pictures, and growing where it was seen growing. What the visitor
 * has typed is no Markdown: it stands as it is, with links where it has addresses.
 */

import type { ComponentChild } from 'preact';
import { type Address, withAddresses } from './addresses.ts';
import { useSettings } from './context.ts';
import { Link } from './Link.tsx';
import type { LateProps } from './late-parts.ts';
import { RichText } from './RichText.tsx';
import { drawText } from './rich-text/draw.tsx';
import { StreamingText } from './StreamingText.tsx';

export function Text({ host, text, typed, streaming, grew }: LateProps['Text']) {
  const { imageOrigins } = useSettings();
  if (typed) return <Typed text={text} />;
  return grew ? (
    <StreamingText host={host} text={text} streaming={streaming} imageOrigins={imageOrigins} />
  ) : (
    <RichText text={text} imageOrigins={imageOrigins} />
  );
}

/** One paragraph, in which each line has a direction of its own. */
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
