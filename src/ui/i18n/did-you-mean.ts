/** Finds the valid name that a wrong one most likely means. */

/** Lowest similarity of two names that deserves a hint. Matches below it are coincidental. */
const NEAR = 0.475;

/** Returns the valid name that shares the most pairs of letters with the wrong one, or undefined if none is similar. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  // Cuts the name, because some pages pass whole files as names.
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

/** Returns a question to append to a warning, or the empty string if no name is similar. */
export function nameHint(wrong: string, names: readonly string[]): string {
  const name = nearestName(wrong, names);
  return name ? ` Did you mean "${name}"?` : '';
}

/** Returns pairs of letters. Pairs each letter with the next two: words with two letters swapped still share most pairs. */
function pairsOf(word: string): ReadonlySet<string> {
  const letters = word.toLowerCase();
  return new Set([...letters].flatMap((letter, at) => [...letters.slice(at + 1, at + 3)].map(next => letter + next)));
}
