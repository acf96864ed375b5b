/** The route of a message in docs/ARCHITECTURE.md is the real one: each of its files is connected to an earlier one by an import. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importsOf } from './import-graph.ts';
import { SOURCES } from './project-files.ts';

const CHAPTER =
  readFileSync(new URL('../../docs/ARCHITECTURE.md', import.meta.url), 'utf8')
    .split('### The route of a message')[1]
    ?.split('\n### ')[0] ?? '';

const [REPLY = [], WORDS = []] = CHAPTER.split(/^The visitor's words/m).map(part =>
  [...part.matchAll(/^\d+\. `([^`]+)`/gm)].map(match => `src/${match[1]}`),
);

const IMPORTS = importsOf(SOURCES);
const targets = (path: string) => IMPORTS.filter(({ from }) => from === path).map(({ to }) => to);

/**
 * Returns true if one of the two files imports the other, or if both import the same interface of the client: ports and signals are passed
 * as arguments.
 */
function areTied(one: string, other: string): boolean {
  const [own, others] = [targets(one), targets(other)];
  return own.includes(other) || others.includes(one) || own.some(to => /client\/api/.test(to) && others.includes(to));
}

const untied = (route: readonly string[]) =>
  route.filter((path, place) => place > 0 && !route.slice(0, place).some(earlier => areTied(earlier, path)));

describe('the route of a message', () => {
  it('a reply passes at most twenty files from the frame to the bubble', () => {
    expect(REPLY.length).toBeGreaterThan(10);
    expect(REPLY.length).toBeLessThanOrEqual(20);
    expect(REPLY.filter(path => !SOURCES.has(path))).toEqual([]);
    expect(untied(REPLY)).toEqual([]);
  });

  it('the visitor’s words pass at most fifteen files from Enter to the wire', () => {
    expect(WORDS.length).toBeGreaterThan(8);
    expect(WORDS.length).toBeLessThanOrEqual(15);
    expect(WORDS.filter(path => !SOURCES.has(path))).toEqual([]);
    expect(untied(WORDS)).toEqual([]);
  });

  it('a file that has nothing to do with the others is found', () => {
    expect(untied(['src/browser/socket.ts', 'src/ui/status/StarRating.tsx'])).toEqual(['src/ui/status/StarRating.tsx']);
  });
});
