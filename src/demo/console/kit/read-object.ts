/** Returns the object that a text of JSON is. Throws a sentence that begins with `name` for anything else. */
export function readObject(text: string, name: string, example: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} are not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`${name} must be an object, such as ${example}.`);
}
