/** Smooths the arrival of streamed text: pieces come in bursts, letters appear evenly. Pure; the beats are StreamingText's. */

/** Text is due this long after it arrived; with two beats (frame-clock.ts) on top, one to count and one to draw, it stays below 120 ms. */
const LAG_MS = 60;

export interface Reveal {
  /** The text is now this long. */
  grow(length: number, now: number): void;
  /** How many characters are to be shown now. Never falls, never more than there are. */
  advance(now: number): number;
  /** Everything that arrived is shown. */
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

/** Reveals whole words: returns the end of the word around `shown`, unless it is long or still growing. */
export function wordEnd(text: string, shown: number): number {
  const rest = /^\S{0,16}(?=\s)/.exec(text.slice(shown, shown + 18));
  const end = shown + (rest?.[0].length ?? 0);
  // Never splits an emoji's surrogate pair.
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end;
}
