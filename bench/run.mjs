/**
 * `npm run bench`: every figure that the documents quote, as tables. `--write` puts them between their markers in README.md and
 * docs/FIGURES.md, `--sizes` measures bytes only.
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
/** What goes into the documents, by the name of its block. */
const blocks = {};

function report(name, title, text) {
  blocks[name] = text;
  console.log(`${title}\n${text}\n`);
}

report('sizes', 'Bytes (brotli -q 11)', table(sizes));
if (!only) {
  report('machine', `Machine and client, one core, Node ${process.version}`, table(await measureMachine()));
  report('simulation', 'Simulation', table(await measureSimulation()));
  report('restore', 'A long conversation in Chromium, built files', table(await measureRestore()));
  const { rows, note } = await measureWidget();
  report('widget', 'The widget in Chromium, built files', `${table(rows)}\n\n${note}`);
}

/** Writes what the file has blocks for, and answers their names. */
async function writeBlocks(file) {
  let text = await readFile(file, 'utf8');
  const found = [];
  for (const [name, content] of Object.entries(blocks)) {
    const block = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!block.test(text)) continue;
    found.push(name);
    text = text.replace(block, (_, start, end) => `${start}${content}\n${end}`);
  }
  await writeFile(file, text);
  return found;
}

if (process.argv.includes('--write')) {
  const missing = new Set(Object.keys(blocks));
  for (const name of ['README.md', 'docs/FIGURES.md'])
    for (const found of await writeBlocks(fromRoot(name))) missing.delete(found);
  if (missing.size > 0) throw new Error(`No document has a block for ${[...missing].join(', ')}.`);
}
