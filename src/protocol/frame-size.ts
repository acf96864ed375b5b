/** Checks the size of a message's frame. Counts UTF-8 bytes itself, because the pure folders must not use TextEncoder. */

import { encodeClientEvent } from './encode.ts';
import type { Custom } from './events.ts';

/** Returns the length of `text` in UTF-8 bytes. A lone surrogate counts as the three bytes of U+FFFD, which encoders write in its place. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Returns the error for a message whose frame is longer than `maxFrameBytes`; null if it fits. */
export function tooLarge(
  text: string,
  custom: Custom,
  maxFrameBytes: number,
): { readonly code: 'message_too_large'; readonly message: string } | null {
  // Both dialects give the same length.
  const bytes = utf8Bytes(encodeClientEvent({ type: 'USER_MESSAGE', text, custom }, 'service'));
  if (bytes <= maxFrameBytes) return null;
  const pairs = utf8Bytes(JSON.stringify(custom));
  const message = `Not sent: ${bytes} bytes (${pairs} of metadata), and the platform takes ${maxFrameBytes}.`;
  return { code: 'message_too_large', message };
}
