/** Rules for every source file: its size, its name, no way to make markup or code out of a string, and no mention of its surroundings. */

import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Files } from './import-graph.ts';
import { projectFiles, SOURCES } from './project-files.ts';

const CODE: Files = new Map([...SOURCES].filter(([path]) => /\.tsx?$/.test(path)));
const planted = (text: string): Files => new Map([['src/planted.tsx', text]]);

describe('sizes and names', () => {
  const MAX_FILE = 400;
  const MAX_FUNCTION = 80;
  /** The limit for a factory, whose closure holds other functions. It must still be readable in one sitting. */
  const MAX_CLOSURE = 120;

  it(`no file of src is longer than ${MAX_FILE} lines`, () => {
    expect(CODE.size).toBeGreaterThan(50);
    expect(longFiles(SOURCES, MAX_FILE)).toEqual([]);
    expect(longFiles(planted('\n'.repeat(MAX_FILE + 1)), MAX_FILE)).toEqual(['src/planted.tsx: 401']);
    expect(longFiles(planted('\n'.repeat(MAX_FILE)), MAX_FILE)).toEqual([]);
  });

  it(`no function of src is longer than ${MAX_FUNCTION} lines of its own, or ${MAX_CLOSURE} with those inside it`, () => {
    expect(longFunctions(CODE, MAX_FUNCTION, MAX_CLOSURE)).toEqual([]);
    const inner = `const inner = () => {${'\n'.repeat(30)}};`;
    const outer = (own: number, inners: number) =>
      planted(`function outer() {${'\n'.repeat(own - 1)}${`${inner}\n`.repeat(inners)}}`);
    expect(longFunctions(outer(80, 0), MAX_FUNCTION, MAX_CLOSURE)).toEqual([]);
    expect(longFunctions(outer(81, 0), MAX_FUNCTION, MAX_CLOSURE)).toEqual(['src/planted.tsx:1: 81 of 81']);
    expect(longFunctions(outer(40, 2), MAX_FUNCTION, MAX_CLOSURE)).toEqual([]);
    expect(longFunctions(outer(40, 3), MAX_FUNCTION, MAX_CLOSURE)).toEqual(['src/planted.tsx:1: 43 of 133']);
  });

  it('no file is named after nothing, and names are kebab-case (components PascalCase.tsx)', () => {
    const bad = /(?:^|\/)(?:utils?|helpers?|types?|commons?|misc|shared)\.[^/]+$/;
    const good = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*(?:\.d|\.module)?\.(?:ts|tsx|css|json|html)|[A-Z][A-Za-z0-9]*\.tsx)$/;
    const names = [...SOURCES.keys()];
    expect(names.filter(path => bad.test(path))).toEqual([]);
    expect(names.filter(path => !good.test(path.slice(path.lastIndexOf('/') + 1)))).toEqual([]);
    expect(bad.test('src/ui/utils.ts') && !good.test('someThing.ts') && good.test('App.tsx')).toBe(true);
  });
});

/** Counts lines as `wc -l` does: line breaks, not the text after the last one. */
function longFiles(files: Files, max: number): readonly string[] {
  return [...files]
    .map(([path, text]) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(each => each.lines > max)
    .map(each => `${each.path}: ${each.lines}`);
}

/** Functions that are too long, without the functions inside them or as a whole. */
function longFunctions(files: Files, maxOwn: number, maxAll: number): readonly string[] {
  const found: string[] = [];
  for (const { path, node, source } of nodesOf(files)) {
    if (!hasBody(node)) continue;
    const all = linesOf(node, source);
    // The first line of an inner function counts for the outer one, which names it.
    const own = all - innerFunctions(node).reduce((sum, inner) => sum + linesOf(inner, source) - 1, 0);
    const at = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    if (own > maxOwn || all > maxAll) found.push(`${path}:${at}: ${own} of ${all}`);
  }
  return found;
}

function hasBody(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

function linesOf(node: ts.Node, source: ts.SourceFile): number {
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return line(node.end) - line(node.getStart(source)) + 1;
}

/** The outermost functions inside a node. */
function innerFunctions(node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (each: ts.Node): void => {
    if (hasBody(each)) found.push(each);
    else ts.forEachChild(each, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

describe('no string becomes markup or code', () => {
  it('nowhere in src', () => {
    expect(sinks(CODE)).toEqual([]);
  });

  it.each([
    'element.innerHTML = text;',
    "element['innerHTML'] = text;",
    'element.outerHTML += text;',
    "element.insertAdjacentHTML('beforeend', text);",
    'document.write(text);',
    'frame.contentDocument.writeln(text);',
    'const node = <p dangerouslySetInnerHTML={{ __html: text }} />;',
    'const frame = <iframe srcdoc={text} />;',
    'const { innerHTML } = element;',
    'Object.assign(element, { innerHTML: text });',
    'range.createContextualFragment(text);',
    'element.setHTMLUnsafe(text);',
    'eval(text);',
    'window.eval(text);',
    "new Function('a', text);",
    "Function('a', text);",
    "setTimeout('text()', 1);",
  ])('a way to make markup or code is found: %s', code => {
    expect(sinks(planted(code))).toEqual(['src/planted.tsx:1']);
  });

  it.each([
    '// innerHTML is never used, nor is eval(x)',
    'process.stdout.write(text);',
    'setTimeout(() => {}, 1);',
    'const f = (read: Function) => evaluate(read);',
  ])('harmless code is left alone: %s', code => {
    expect(sinks(planted(code))).toEqual([]);
  });
});

const SINK_NAMES: ReadonlySet<string> = new Set([
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'dangerouslySetInnerHTML',
  'srcdoc',
  'createContextualFragment',
  'setHTMLUnsafe',
  'parseHTMLUnsafe',
  'execScript',
]);

function sinks(files: Files): readonly string[] {
  return nodesOf(files)
    .filter(({ node }) => isSink(node))
    .map(({ path, node, source }) => `${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`);
}

function isSink(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return SINK_NAMES.has(node.text);
  if (ts.isStringLiteralLike(node)) return SINK_NAMES.has(node.text);
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  const called = node.expression.getText();
  if (/(?:^|\.)document\.write(?:ln)?$|[dD]ocument\.write(?:ln)?$/.test(called)) return true;
  if (/^(?:(?:window|self|globalThis)\.)?(?:eval|Function)$/.test(called)) return true;
  const [first] = node.arguments ?? [];
  return /(?:^|\.)set(?:Timeout|Interval)$/.test(called) && first !== undefined && ts.isStringLiteralLike(first);
}

interface Found {
  readonly path: string;
  readonly node: ts.Node;
  readonly source: ts.SourceFile;
}

function nodesOf(files: Files): readonly Found[] {
  const found: Found[] = [];
  for (const [path, text] of files) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      found.push({ path, node, source });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

describe('the project speaks of itself alone', () => {
  /** A folder of that name beside the project. A path that merely contains the word, such as `a-shared/`, is fine. */
  const beside = new RegExp(`(?<![\\w-])${['shar', 'ed'].join('')}/`);

  it('no file mentions what lies beside the project', () => {
    const files = projectFiles('src', 'test', 'e2e', 'examples', 'docs', 'README.md', 'CHANGELOG.md');
    expect(files.size).toBeGreaterThan(100);
    expect([...files].filter(([, text]) => beside.test(text)).map(([path]) => path)).toEqual([]);
  });

  it('such a mention is found', () => {
    for (const path of ['../', './', '/work/', '', 'see '])
      expect(beside.test(`${path}${['shared', 'x'].join('/')}`)).toBe(true);
    expect(beside.test('a state that is shared')).toBe(false);
  });
});
