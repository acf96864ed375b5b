/** The project's own files, read once for all tests of this folder. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from './import-graph.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** Every text file below the given folders (or the given files), by path from the root. Missing ones are left out. */
export function projectFiles(...roots: readonly string[]): Files {
  const found = new Map<string, string>();
  for (const root of roots) {
    const path = join(ROOT, root);
    if (!existsSync(path)) continue;
    for (const file of filesBelow(root)) found.set(file, readFileSync(join(ROOT, file), 'utf8'));
  }
  return found;
}

const BINARY = /\.(?:png|jpe?g|gif|webp|ico|woff2?|zip|pdf)$/i;

function filesBelow(root: string): readonly string[] {
  if (/\.[a-z]+$/i.test(root)) return [root];
  return readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true })
    .filter(each => each.isFile() && !BINARY.test(each.name))
    .map(each =>
      join(each.parentPath, each.name)
        .slice(ROOT.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

export const SOURCES: Files = projectFiles('src');
