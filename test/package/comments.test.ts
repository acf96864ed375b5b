/** Comments begin with a verb or a noun. */

import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Files } from './import-graph.ts';
import { projectFiles } from './project-files.ts';

/** A comment whose first word leaves its subject open. */
const BAD =
  /\/[/*]+\s*(?:\*\s+)?(?:what|who|whoever|whose|whom|of|as|where|wherever|whether|which|that which|those|nor|and|but)\b/i;

describe('comments', () => {
  it.each([
    ['src', 400],
    ['test', 300],
    ['e2e', 70],
    ['bench', 15],
    ['build', 10],
    ['examples', 20],
  ])('every comment of %s begins with a verb or a noun', (folder, least) => {
    const files = projectFiles(folder);
    expect(files.size).toBeGreaterThan(least);
    expect(badComments(files)).toEqual([]);
  });

  it.each([
    '// What is left over.',
    '/** Whoever asks. */',
    '/* Of all. */',
    '/**\n * Where it stands.\n */',
    'const a = 1; // as told',
    '// @vitest-environment jsdom\n/** What a reader sees. */',
  ])('a comment that begins badly is found: %s', text => {
    expect(badComments(new Map([['src/a.ts', text]]))).toHaveLength(1);
  });

  it.each([
    '// Returns the rest.',
    "const a = '// What';",
    '/** Asks. */',
    '/* ---- What */',
    '// A line,\n// of which this is the second',
  ])('a comment that begins well is left alone: %s', text => {
    expect(badComments(new Map([['src/a.ts', text]]))).toEqual([]);
  });
});

function badComments(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    // Searching the whole text first saves parsing nearly all files.
    (BAD.test(text) ? commentsOf(path, text) : [])
      .filter(comment => comment.search(BAD) === 0)
      .map(comment => `${path}: ${comment.slice(0, 60)}`),
  );
}

/** The comments of a file. Consecutive `//` lines are one comment, of which this is the first line. */
function commentsOf(path: string, text: string): readonly string[] {
  if (path.endsWith('.css')) return text.match(/\/\*.*?\*\//gs) ?? [];
  if (!/\.(?:[cm]?[jt]s|tsx)$/.test(path)) return [];
  const found: string[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const seen = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ]) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      const isNextLine = text.startsWith('//', pos) && /\/\/[^\n]*\n[ \t]*$/.test(text.slice(0, pos));
      if (!isNextLine) found.push(text.slice(pos, end));
    }
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return found;
}
