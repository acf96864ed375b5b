/**
 * The words at the growing edge of a text, which settle with a short fade: which of them have come together, and when. Counted is from the
 * beginning of the paragraph, item or cell that is being written.
 */

import { type ComponentChild, h } from 'preact';

/** Text that comes within this time fades in as one, in milliseconds: a span for each word would cost more than can be seen. */
const TOGETHER_MS = 48;
/** Letters per millisecond. Nobody reads faster: words would only flicker, and the page is busy enough. */
const FAST = 0.5;
/** The fade is long over, and the words are one text with those before. */
const SETTLED_MS = 400;
/** Joining texts costs, so it is done for some at a time. */
const MAX_STRETCHES = 12;

export interface Edge {
  /** Starts a rendering: `place` names the block that is being written. */
  begin(place: string, now: number): void;
  /** The next text of it, in order. */
  draw(words: string): ComponentChild;
}

export function createEdge(): Edge {
  let written = '';
  let stretches: { readonly from: number; readonly at: number }[] = [];
  let count = 0;
  /** How far it was, and when, some time ago. */
  let before = { from: 0, at: 0 };
  return {
    begin(place, now) {
      if (place !== written) stretches = [];
      const from = place === written ? count : 0;
      // Letters that turned out to be a mark are gone again.
      stretches = stretches.filter(each => each.from <= from);
      written = place;
      count = 0;
      const ms = now - before.at;
      if (stretches[0] && ms <= TOGETHER_MS) return;
      // Text that comes too fast joins the last words, unless they have settled.
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
