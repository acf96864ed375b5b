/** Reads `NatterSettings = {…}` from the scripts of a page without running them. Understands only names, plain strings, true and false. */

import type { Tag } from './html.ts';

/** Values by name; undefined for a value that cannot be read without running the script. */
export type PageSettings = ReadonlyMap<string, string | undefined>;

/** Limits on number and length, because every page must be read quickly. */
const MAX_NAMED = 50;
const MAX_CHARS = 20_000;

/** Returns the first settings that are not empty. */
export function readPageSettings(scripts: readonly Tag[]): PageSettings {
  let named = 0;
  for (const { text } of scripts) {
    for (const { index, 0: start } of text.matchAll(/NatterSettings\s*=\s*(\{?)/g)) {
      named += 1;
      if (named > MAX_NAMED) return new Map();
      const found = start.endsWith('{')
        ? readSettingsObject(text.slice(index + start.length, index + MAX_CHARS))
        : new Map();
      if (found.size > 0) return found;
    }
  }
  return new Map();
}

/** Tokens of a script: white space, comments, strings, words, single characters. Unclosed tokens end with the text, so each character is read once. */
const TOKEN =
  /\s+|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\.)*`?|[\w$]+|./gsu;

/** Reads the settings from a text that starts after the opening brace. */
function readSettingsObject(text: string): Map<string, string | undefined> {
  const settings = new Map<string, string | undefined>();
  let depth = 0;
  let entry: string[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    if (/^(?:\s|\/[/*])/.test(token)) continue;
    const isEnd = depth === 0 && token === '}';
    if (isEnd || (depth === 0 && token === ',')) {
      readSettingsEntry(entry, settings);
      entry = [];
      if (isEnd) break;
      continue;
    }
    if (/^[{[(]$/.test(token)) depth += 1;
    else if (/^[}\])]$/.test(token)) depth -= 1;
    entry.push(token);
  }
  return settings;
}

function readSettingsEntry(
  [first = '', colon, value, ...rest]: readonly string[],
  settings: Map<string, string | undefined>,
) {
  const name = unquoteSetting(first) ?? first;
  if (!/^[\w$]+$/.test(name)) return;
  const isPlain = colon === ':' && value !== undefined && rest.length === 0;
  settings.set(name, isPlain ? plainValue(value) : undefined);
}

const plainValue = (token: string): string | undefined =>
  /^(?:true|false)$/.test(token) ? token : unquoteSetting(token);

/** Returns the value of a string literal; undefined for other tokens, and for a template literal with placeholders. */
function unquoteSetting(token: string): string | undefined {
  const inside = /^(['"`])(.*)\1$/s.exec(token)?.[2];
  return inside === undefined || inside.includes('${') ? undefined : inside.replace(/\\(.)/gs, '$1');
}
