/** Fetches the chunk with the extras once for all widgets of the page (extras.ts). */

import { warn } from '../warn.ts';
import { loadExtras } from './load-extras.ts';

type Chunk = Awaited<ReturnType<typeof loadExtras>>;

let fetched: Promise<Chunk | null> | undefined;
let tries = 0;

/** Resolves with null, after a warning, if the chunk cannot be fetched. The next call tries again. */
export function fetchExtras(): Promise<Chunk | null> {
  fetched ??= loadExtras(tries++).catch(() => {
    fetched = undefined;
    warn(
      'extras_unavailable',
      'The file natter-extras-….js could not be fetched: no rating, bubble, sound, transcript or large pictures.',
    );
    return null;
  });
  return fetched;
}
