/** What may be sent: words that leave something to read, in a frame that the platform takes. */

import type { Custom } from '../protocol/events.ts';
import { tooLarge } from '../protocol/frame-size.ts';
import { isBlank } from './blank.ts';

interface Refusal<Code> {
  readonly code: Code;
  readonly message: string;
}

/** Why a text cannot be sent; `blank` is no trouble to anyone. Null when it can. */
export function refusalOf(
  text: unknown,
  custom: Custom,
  maxFrameBytes: number,
): 'blank' | Refusal<'invalid_call'> | Refusal<'message_too_large'> | null {
  if (typeof text !== 'string') {
    return { code: 'invalid_call', message: `send() takes a string, not ${typeof text}. Nothing was sent.` };
  }
  if (isBlank(text)) return 'blank';
  return tooLarge(text, custom, maxFrameBytes);
}
