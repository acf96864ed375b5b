/** What may be sent: words that leave something to read, in a frame that the platform takes. */

import { encodeClientEvent } from '../protocol/encode.ts';
import type { Custom } from '../protocol/events.ts';
import { isBlank } from './blank.ts';
import { utf8Bytes } from './frame-size.ts';

/** Why a text cannot be sent; `blank` is no trouble to anyone. Null when it can. */
export function refusalOf(
  text: unknown,
  custom: Custom,
  maxFrameBytes: number,
): 'blank' | { readonly code: 'invalid_call' | 'message_too_large'; readonly message: string } | null {
  if (typeof text !== 'string') {
    return { code: 'invalid_call', message: `send() takes a string, not ${typeof text}. Nothing was sent.` };
  }
  if (isBlank(text)) return 'blank';
  // The same length in both dialects.
  const frame = encodeClientEvent({ type: 'USER_MESSAGE', text, custom }, 'service');
  const bytes = utf8Bytes(frame);
  if (bytes <= maxFrameBytes) return null;
  const pairs = utf8Bytes(JSON.stringify(custom));
  const message = `Not sent: ${bytes} bytes (${pairs} of metadata), and the platform takes ${maxFrameBytes}.`;
  return { code: 'message_too_large', message };
}
