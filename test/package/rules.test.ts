/** docs/RULES.md and the tests name the same rules: one without a test is a promise, and a title without its rule explains nothing. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

function read(folder: string): string {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => readFileSync(new URL(`${folder}/${name}`, ROOT), 'utf8'))
    .join('\n');
}

const rules = [...readFileSync(new URL('docs/RULES.md', ROOT), 'utf8').matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(
  m => m[1],
);
const cited = new Set(
  [...(read('test') + read('e2e')).matchAll(/\[([A-Z]\d+(?:, [A-Z]\d+)*)\]/g)].flatMap(m => m[1]?.split(', ')),
);

describe('the rules of behaviour', () => {
  it('[A15] each has its own id', () => {
    expect(rules.length).toBeGreaterThan(300);
    expect(rules.filter((id, place) => rules.indexOf(id) !== place)).toEqual([]);
  });

  it('[A15] each has a test that cites it, and each cited one is written down', () => {
    expect(rules.filter(id => !cited.has(id))).toEqual([]);
    expect([...cited].filter(id => !rules.includes(id))).toEqual([]);
  });
});
