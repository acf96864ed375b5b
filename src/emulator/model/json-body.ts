/** Reads the body of the access-token call and of the sessions call. */

import { type Json, readObject } from '../../protocol/json-fields.ts';

/** Returns an empty object if there is no body, because both calls allow that. Returns undefined if the text is not a JSON object. */
export function readBody(text: string): Json | undefined {
  if (text.trim() === '') return {};
  try {
    return readObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
