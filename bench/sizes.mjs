/** Measures a visitor's downloads, in bytes after brotli at its highest quality, against the budgets in package.json. */

import { readdir, readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { fromRoot } from './table.mjs';

export async function measureSizes() {
  const { 'size-limit': budgets } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
  const rows = [];
  for (const { name, path, limit } of budgets) {
    const files = await Promise.all([path].flat().map(expand));
    const bytes = await Promise.all(files.flat().map(brotli));
    rows.push({ What: name, Bytes: bytes.reduce((sum, each) => sum + each, 0).toLocaleString('en'), Budget: limit });
  }
  return rows;
}

/** File names that match a path of the budgets, whose last part may contain a `*`. */
async function expand(path) {
  const [folder, pattern] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
  const form = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
  const found = (await readdir(fromRoot(folder))).filter(name => form.test(name));
  if (found.length === 0) throw new Error(`${path}: no such file. Run npm run build first.`);
  return found.map(name => `${folder}/${name}`);
}

async function brotli(path) {
  const raw = await readFile(fromRoot(path));
  return brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
