/** A message's text as it is drawn once replies can come: with its links, and growing where it was seen growing. */

import type { LateProps } from './late-parts.ts';
import { RichText } from './RichText.tsx';
import { StreamingText } from './StreamingText.tsx';

export function Text({ text, streaming, grew }: LateProps['Text']) {
  return grew ? <StreamingText text={text} streaming={streaming} /> : <RichText text={text} />;
}
