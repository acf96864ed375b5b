/** How much of a message's room is used, in UTF-8 bytes. */

const encoder = new TextEncoder();

export interface Room {
  readonly used: number;
  /** From 90 % of the room on a counter is shown. */
  readonly near: boolean;
  /** How many characters have to go, about; 0 while it fits. */
  readonly excess: number;
}

const PLENTY: Room = { used: 0, near: false, excess: 0 };

export function measure(text: string, max: number): Room {
  // No character takes more than three bytes per UTF-16 unit, so short texts need no counting.
  if (text.length * 3 < max * 0.9) return PLENTY;
  const used = encoder.encode(text).length;
  const over = used - max;
  const excess = over > 0 ? Math.max(1, Math.ceil((over * text.length) / used)) : 0;
  return { used, near: used >= max * 0.9, excess };
}
