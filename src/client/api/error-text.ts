/** Returns a thrown value as text, or its type if the value cannot be converted, such as an object without a prototype. */
export function wordsOf(thrown: unknown): string {
  try {
    return `${thrown}`;
  } catch {
    return typeof thrown;
  }
}
