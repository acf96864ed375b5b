/** What was thrown, in words; there are things without any. */
export function wordsOf(thrown: unknown): string {
  try {
    return `${thrown}`;
  } catch {
    return typeof thrown;
  }
}
