/** What somebody meant who wrote a name that does not exist. */

/** The valid name that shares most neighbouring letters with a wrong one. */
export function nearestName(wrong: string, names: readonly string[]): string {
  // No name is that long, and some "names" are whole files.
  const start = wrong.slice(0, 99);
  return names.reduce((best, name) => (likeness(start, name) > likeness(start, best) ? name : best));
}

function likeness(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  let shared = 0;
  for (let i = 0; i < left.length; i++) if (right.includes(left.slice(i, i + 2))) shared++;
  return shared / (left.length + right.length);
}
