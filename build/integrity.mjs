/**
 * Values for the `integrity` attribute that a site pins: the sha384 of every file of the script tag, printed for natter.js and written to
 * dist/integrity.json.
 */

import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { DIST } from './paths.mjs';

export async function writeIntegrity() {
  const names = (await readdir(DIST)).filter(name => /^natter(-[\w-]+)?\.js$/.test(name)).sort();
  const entries = await Promise.all(names.map(async name => [name, integrityOf(await readFile(`${DIST}/${name}`))]));
  const values = Object.fromEntries(entries);
  await writeFile(`${DIST}/integrity.json`, `${JSON.stringify(values, null, 2)}\n`);
  console.log(`dist/natter.js ${values['natter.js']}`);
}

const integrityOf = bytes => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
