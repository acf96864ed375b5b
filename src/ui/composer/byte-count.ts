/** How much of a message's room is used, in UTF-8 bytes. */

export interface Room {
  readonly used: number;
  /** True from 90 % of the limit on: the counter is shown. */
  readonly near: boolean;
  /** Estimated number of characters over the limit; 0 while the text fits. */
  readonly excess: number;
}

export function measure(text: string, max: number): Room {
  const limit = max * 0.9;
  // A character takes at most three bytes per UTF-16 unit, so short texts need no counting. The encoder is made here because importing this must fail
  // nowhere, and some DOMs for tests have none (Jest's).
  const used = text.length * 3 < limit ? 0 : new TextEncoder().encode(text).length;
  return { used, near: used >= limit, excess: used > max ? Math.ceil(((used - max) * text.length) / used) : 0 };
}
