/** How much of a message's room is used, in UTF-8 bytes. */

export interface Room {
  readonly used: number;
  /** From 90 % of the room on a counter is shown. */
  readonly near: boolean;
  /** How many characters have to go, about; 0 while it fits. */
  readonly excess: number;
}

export function measure(text: string, max: number): Room {
  const limit = max * 0.9;
  // No character takes more than three bytes per UTF-16 unit, so short texts need no counting.
  // The encoder is made here because importing this must fail nowhere, and there are DOMs for tests that have none (Jest's).
  const used = text.length * 3 < limit ? 0 : new TextEncoder().encode(text).length;
  return { used, near: used >= limit, excess: used > max ? Math.ceil(((used - max) * text.length) / used) : 0 };
}
