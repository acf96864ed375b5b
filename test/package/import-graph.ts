/**
 * The imports of a map of files (path → text), read with the TypeScript API: the same code judges the real tree and a made-up one. Type
 * imports, re-exports, dynamic imports and `import('…')` types all count.
 */

import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** Path from the project's root, with forward slashes → the file's text. */
export type Files = ReadonlyMap<string, string>;

export interface Import {
  readonly from: string;
  /** For a relative import a path in the project, otherwise the specifier as written. */
  readonly to: string;
  readonly relative: boolean;
}

/**
 * For each room, the rooms (`protocol`) and single files (`client/api/ports`, without the extension) that it may import. A room may always
 * import itself.
 */
export type Table = Readonly<Record<string, readonly string[]>>;

/** A dynamic import with a computed target: it cannot be checked, so no table allows it. */
export const UNREADABLE = '(computed)';

/** Imports by path, with the text that they were read from: tests ask for the same files many times. */
const cache = new Map<string, { readonly text: string; readonly imports: readonly Import[] }>();

export function importsOf(files: Files): readonly Import[] {
  return [...files]
    .filter(([path]) => /\.[cm]?tsx?$/.test(path))
    .flatMap(([path, text]) => {
      const known = cache.get(path);
      if (known?.text === text) return known.imports;
      const imports = readImports(path, text);
      cache.set(path, { text, imports });
      return imports;
    });
}

function readImports(path: string, text: string): readonly Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined) => {
    const to = node && ts.isStringLiteralLike(node) ? node.text.replace(/\?.*$/, '') : UNREADABLE;
    const relative = to.startsWith('.');
    found.push({ from: path, to: relative ? join(dirname(path), to) : to, relative });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier);
    else if (ts.isImportTypeNode(node)) add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    else if (ts.isExternalModuleReference(node)) add(node.expression);
    else if (ts.isCallExpression(node) && isImportCall(node)) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

function isImportCall({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === 'require')
  );
}

/** Imports from room to room that the table does not list, as `from → to`. */
export function forbiddenImports(files: Files, table: Table): readonly string[] {
  return importsOf(files)
    .filter(each => (each.relative || each.to === UNREADABLE) && !isAllowed(each, table))
    .map(describeImport);
}

function isAllowed({ from, to }: Import, table: Table): boolean {
  const room = roomOf(from);
  const allowed = room === undefined ? undefined : table[room];
  if (allowed === undefined) return false;
  const target = to.replace(/^src\//, '').replace(/\.[^./]+$/, '');
  const targetRoom = roomOf(to);
  return targetRoom === room || allowed.some(each => each === targetRoom || each === target);
}

/** `src/client/api/ports.ts` → `client`; undefined outside of src and for files that stand in src itself. */
export function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

/** Relative imports without a target file. Without this check a mistyped path would count as allowed. */
export function danglingImports(files: Files): readonly string[] {
  return importsOf(files)
    .filter(each => each.relative && !files.has(each.to))
    .map(describeImport);
}

export function describeImport({ from, to }: Pick<Import, 'from' | 'to'>): string {
  return `${from} → ${to}`;
}

/** Every group of files that import each other in a cycle (type imports included), each as a sorted list of paths. */
export function cycles(files: Files): readonly (readonly string[])[] {
  const edges = new Map<string, string[]>([...files.keys()].map(path => [path, []]));
  for (const { from, to, relative } of importsOf(files)) if (relative && files.has(to)) edges.get(from)?.push(to);
  return strongComponents(edges).filter(
    group => group.length > 1 || group.some(path => edges.get(path)?.includes(path)),
  );
}

/** Tarjan's algorithm: groups of files in which each can reach all others. */
function strongComponents(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (node: string): number => {
    const own = index.size;
    let lowest = own;
    index.set(node, own);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, low.get(next) ?? index.get(next) ?? own);
      low.set(node, lowest);
    }
    low.set(node, lowest);
    if (lowest === own) groups.push(stack.splice(stack.indexOf(node)).sort());
    return lowest;
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return groups;
}
