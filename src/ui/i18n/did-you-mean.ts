/** Finds the valid name that a wrong one most likely means. */

/** Below this likeness a match is chance, and a hint would mislead. */
const NEAR = 0.475;

/** Returns the valid name that shares most pairs of neighbouring letters with a wrong one; undefined if none is near. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  // No valid name is that long, and some wrong ones are whole files.
  const own = pairsOf(wrong.slice(0, 99));
  let best: string | undefined;
  let most = NEAR;
  for (const name of names) {
    const pairs = pairsOf(name);
    const likeness = (2 * [...pairs].filter(pair => own.has(pair)).length) / (pairs.size + own.size);
    if (likeness > most) [best, most] = [name, likeness];
  }
  return best;
}

/** Returns the question behind a warning; empty if no name is near. */
export function nameHint(wrong: string, names: readonly string[]): string {
  const name = nearestName(wrong, names);
  return name ? ` Did you mean "${name}"?` : '';
}

/** A letter with the next and with the one after that, so that two letters in each other's place still count. */
function pairsOf(word: string): ReadonlySet<string> {
  const letters = word.toLowerCase();
  return new Set([...letters].flatMap((letter, at) => [...letters.slice(at + 1, at + 3)].map(next => letter + next)));
}
