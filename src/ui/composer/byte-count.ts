/** Size of a message's text in UTF-8 bytes, compared with the limit. */

export interface Room {
  readonly used: number;
  /** True from 90 % of the limit on. The counter is then shown. */
  readonly near: boolean;
  /** Estimated number of characters over the limit; 0 while the text fits. */
  readonly excess: number;
}

export function measure(text: string, max: number): Room {
  const limit = max * 0.9;
  // A UTF-16 unit takes at most three bytes, so short texts need no counting. The encoder is created here and not at import: Jest's DOM has none,
  // and importing this file must not fail there.
  const used = text.length * 3 < limit ? 0 : new TextEncoder().encode(text).length;
  return { used, near: used >= limit, excess: used > max ? Math.ceil(((used - max) * text.length) / used) : 0 };
}
