/** Returns a thrown value as text; some values have none. */
export function wordsOf(thrown: unknown): string {
  try {
    return `${thrown}`;
  } catch {
    return typeof thrown;
  }
}
