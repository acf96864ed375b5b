/** A message's text as it is drawn once replies can come: with its links and pictures, and growing where it was seen growing. */

import { useSettings } from './context.ts';
import type { LateProps } from './late-parts.ts';
import { RichText } from './RichText.tsx';
import { StreamingText } from './StreamingText.tsx';

export function Text({ text, streaming, grew }: LateProps['Text']) {
  const { imageOrigins } = useSettings();
  return grew ? (
    <StreamingText text={text} streaming={streaming} imageOrigins={imageOrigins} />
  ) : (
    <RichText text={text} imageOrigins={imageOrigins} />
  );
}
