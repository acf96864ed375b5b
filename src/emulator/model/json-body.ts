/** The bodies of the two HTTP calls. */

import { type Json, readObject } from '../../protocol/json-fields.ts';

/** Both bodies may be left out; undefined for what is no JSON object. */
export function readBody(text: string): Json | undefined {
  if (text.trim() === '') return {};
  try {
    return readObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
