/**
 * Fades in the last words of a growing text. Remembers which of them arrived together, and when. Positions count from the beginning of the
 * paragraph, item or cell that is being written.
 */

import { type ComponentChild, h } from 'preact';

/** Text that arrives within this many milliseconds fades in together. One span for each word would look the same but be slower. */
const TOGETHER_MS = 48;
/** Letters per millisecond. Faster text does not fade in word by word, because that would only flicker. */
const FAST = 0.5;
/** Milliseconds after which the fade is over. The words can then be merged with those before them. */
const SETTLED_MS = 400;
/** Largest number of stretches of text that fade separately. Above it, all old ones are merged at once. */
const MAX_STRETCHES = 12;

export interface Edge {
  /** Starts a rendering. `place` identifies the block that is being written. */
  begin(place: string, now: number): void;
  /** Draws the next text of the block, in order. */
  draw(words: string): ComponentChild;
}

export function createEdge(): Edge {
  let written = '';
  let stretches: { readonly from: number; readonly at: number }[] = [];
  let count = 0;
  /** The length of the text some time ago, and when that was. */
  let before = { from: 0, at: 0 };
  return {
    begin(place, now) {
      if (place !== written) stretches = [];
      const from = place === written ? count : 0;
      // Drops stretches beyond the end: letters may have been removed because they turned out to be a delimiter.
      stretches = stretches.filter(each => each.from <= from);
      written = place;
      count = 0;
      const ms = now - before.at;
      if (stretches[0] && ms <= TOGETHER_MS) return;
      // Text that arrives too fast joins the previous stretch.
      if (!stretches[0] || from - before.from <= FAST * ms) stretches.push({ from, at: now });
      before = { from, at: now };
      if (stretches.length > MAX_STRETCHES) stretches = stretches.filter(each => now - each.at < SETTLED_MS);
    },
    draw(words) {
      const start = count;
      count += words.length;
      const fresh = stretches.filter(
        ({ from }, place) => from < count && (stretches[place + 1]?.from ?? count) > start,
      );
      const first = fresh[0];
      if (!first) return words;
      const parts: ComponentChild[] = first.from > start ? [words.slice(0, first.from - start)] : [];
      fresh.forEach(({ from }, place) => {
        const part = words.slice(Math.max(0, from - start), (fresh[place + 1]?.from ?? count) - start);
        if (part) parts.push(h('span', { key: from, class: 'settle' }, part));
      });
      return parts;
    },
  };
}
