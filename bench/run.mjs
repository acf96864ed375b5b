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
import { measureWidget } from './widget.mjs';

const only = process.argv.includes('--sizes');
const sizes = await measureSizes();
/** What goes into the README, by the name of its block. */
const blocks = { sizes: table(sizes) };
console.log(`Bytes (brotli -q 11)\n${table(sizes)}`);
if (!only) {
  console.log(`\nMachine and client, one core, Node ${process.version}\n${table(await measureMachine())}`);
  console.log(`\nSimulation\n${table(await measureSimulation())}`);
  console.log(`\nA long conversation in Chromium, built files\n${table(await measureRestore())}`);
  const { rows, note } = await measureWidget();
  blocks.widget = `${table(rows)}\n\n${note}`;
  console.log(`\nThe widget in Chromium, built files\n${blocks.widget}`);
}

if (process.argv.includes('--write')) {
  const file = fromRoot('README.md');
  let readme = await readFile(file, 'utf8');
  if (!readme.includes('<!-- sizes -->')) throw new Error('README.md has no <!-- sizes --> block to write into.');
  for (const [name, text] of Object.entries(blocks)) {
    const block = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!block.test(readme)) console.log(`README.md has no <!-- ${name} --> block: left out.`);
    readme = readme.replace(block, (_, start, end) => `${start}${text}\n${end}`);
  }
  await writeFile(file, readme);
}
