/** The bodies of the two HTTP calls. */

import { type Json, readObject } from '../../protocol/json-fields.ts';

/** Returns an empty object for a body that is left out, as both may be; undefined if the text is no JSON object. */
export function readBody(text: string): Json | undefined {
  if (text.trim() === '') return {};
  try {
    return readObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
