/** Computes how much of a streamed text to show: letters appear at an even pace, although chunks arrive in bursts. */

/**
 * Delay between the arrival of text and its display. Counting and drawing take up to one tick each (frame-clock.ts), so text is shown within 120 ms.
 */
const LAG_MS = 60;

export interface Reveal {
  /** Call when the text has grown to this length. */
  grow(length: number, now: number): void;
  /** Returns the number of characters to show now. It never falls, and never exceeds the text. */
  advance(now: number): number;
  /** True when all text that arrived is shown. */
  readonly done: boolean;
}

export function createReveal(): Reveal {
  const due: { readonly length: number; readonly at: number }[] = [];
  let shown = 0;
  let last = 0;
  return {
    grow(length, now) {
      if (due.length === 0) last = now;
      due.push({ length, at: now + LAG_MS });
    },
    advance(now) {
      while (due[0] && due[0].at <= now) {
        shown = Math.max(shown, due[0].length);
        last = due[0].at;
        due.shift();
      }
      const next = due[0];
      if (next && now > last) {
        shown += (Math.max(shown, next.length) - shown) * ((now - last) / (next.at - last));
        last = now;
      }
      return Math.floor(shown);
    },
    get done() {
      return due.length === 0;
    },
  };
}

/** Returns the end of the word at `shown`, because whole words should appear. Within a long or unfinished word, returns `shown` itself. */
export function wordEnd(text: string, shown: number): number {
  const rest = /^\S{0,16}(?=\s)/.exec(text.slice(shown, shown + 18));
  const end = shown + (rest?.[0].length ?? 0);
  // Never splits an emoji's surrogate pair.
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end;
}
