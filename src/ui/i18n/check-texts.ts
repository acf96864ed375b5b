/** Tells a site's developers about problems in the texts that they supplied. panel-language.ts uses the texts. */

import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { Texts } from './catalogue.ts';
import { nameHint } from './did-you-mean.ts';
import { identity } from './language-tags.ts';
import { isText } from './text.ts';

/** Reports the problems that `faultsOf` finds, each once. The returned function stops it. */
export function checkTexts(
  settings: ReadonlySignal<{ readonly texts: Texts | undefined }>,
  keys: readonly string[],
  tags: readonly string[],
  tell: (message: string) => void,
): () => void {
  const told = new Set<string>();
  return effect(() => {
    for (const message of faultsOf(settings.value.texts, keys, tags)) {
      if (!told.has(message)) tell(message);
      told.add(message);
    }
  });
}

/** Returns one message for each unknown name and each value that is not a text. `keys` are all keys, `tags` all languages. */
export function faultsOf(
  texts: Texts | undefined,
  keys: readonly string[],
  tags: readonly string[],
): readonly string[] {
  const check = (list: object, names: readonly string[], path: string): readonly string[] =>
    Object.entries(list).flatMap(([name, value]) => {
      const full = `${path}.${name}`;
      if (keys.includes(name)) return isText(value) ? [] : [`"${full}" is not a text. Using the default.`];
      const isTag = names !== keys && tags.some(tag => identity(tag) === identity(name));
      if (isTag && typeof value === 'object' && value) return check(value, keys, full);
      return [`There is no "${full}".${nameHint(name, names)}`];
    });
  return check(texts ?? {}, [...keys, ...tags], 'texts');
}
