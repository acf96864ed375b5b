/**
 * `npm run bench`: every figure that the README quotes, as tables. `--write` puts them into the README between their markers,
 * `--sizes` measures bytes only.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { measureMachine } from './machine.mjs';
import { measureRestore } from './restore.mjs';
import { measureSimulation } from './simulation.mjs';
import { measureSizes } from './sizes.mjs';
import { fromRoot, table } from './table.mjs';

const only = process.argv.includes('--sizes');
const sizes = await measureSizes();
console.log(`Bytes (brotli -q 11)\n${table(sizes)}`);
if (!only) {
  console.log(`\nMachine and client, one core, Node ${process.version}\n${table(await measureMachine())}`);
  console.log(`\nSimulation\n${table(await measureSimulation())}`);
  console.log(`\nA long conversation in Chromium, built files\n${table(await measureRestore())}`);
}

if (process.argv.includes('--write')) {
  const file = fromRoot('README.md');
  const readme = await readFile(file, 'utf8');
  const block = /(<!-- sizes -->\n)[\s\S]*?(<!-- \/sizes -->)/;
  if (!block.test(readme)) throw new Error('README.md has no <!-- sizes --> block to write into.');
  await writeFile(file, readme.replace(block, `$1${table(sizes)}\n$2`));
}
