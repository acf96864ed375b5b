/** What may be sent: words that leave something to read, in a frame that the platform takes. */

import { encodeClientEvent } from '../protocol/encode.ts';
import type { Custom } from '../protocol/events.ts';
import { utf8Bytes } from './frame-size.ts';

/** What leaves nothing to read: spaces and characters without a width. */
const INVISIBLE = /[\s\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** Why a text cannot be sent; `blank` is no trouble to anyone. Null when it can. */
export function refusalOf(
  text: unknown,
  custom: Custom,
  maxFrameBytes: number,
): 'blank' | { readonly code: 'invalid_call' | 'message_too_large'; readonly message: string } | null {
  if (typeof text !== 'string') {
    return { code: 'invalid_call', message: `send() takes a string, not ${typeof text}. Nothing was sent.` };
  }
  if (!text.replace(INVISIBLE, '')) return 'blank';
  // The same length in both dialects.
  const frame = encodeClientEvent({ type: 'USER_MESSAGE', text, custom }, 'service');
  const bytes = utf8Bytes(frame);
  if (bytes <= maxFrameBytes) return null;
  const pairs = utf8Bytes(JSON.stringify(custom));
  const message = `Not sent: ${bytes} bytes (${pairs} of metadata), and the platform takes ${maxFrameBytes}.`;
  return { code: 'message_too_large', message };
}
