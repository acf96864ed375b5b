/** What is wrong with a site's own texts, in words for its developers. What is made of them all the same is speech.ts. */

import type { Texts } from './catalogue.ts';
import { nameHint } from './nearest-name.ts';
import { identity } from './tags.ts';
import { isText } from './text.ts';

/** One message for each name that does not exist and each value that is no text. `keys` are all keys, `tags` all languages. */
export function reportTexts(
  texts: Texts | undefined,
  keys: readonly string[],
  tags: readonly string[],
): readonly string[] {
  const check = (list: object, names: readonly string[], path: string): readonly string[] =>
    Object.entries(list).flatMap(([name, value]) => {
      const full = `${path}.${name}`;
      if (keys.includes(name)) return isText(value) ? [] : [`"${full}" is no text. Using the default.`];
      const isTag = names !== keys && tags.some(tag => identity(tag) === identity(name));
      if (isTag && typeof value === 'object' && value) return check(value, keys, full);
      return [`There is no "${full}".${nameHint(name, names)}`];
    });
  return check(texts ?? {}, [...keys, ...tags], 'texts');
}
