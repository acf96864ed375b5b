/** Counts UTF-8 bytes without TextEncoder, which the environment-free rooms do not have. */

/** Length of `text` in UTF-8 bytes; a lone surrogate counts as the three bytes of U+FFFD, as encoders write it. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
