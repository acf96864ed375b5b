/**
 * `npm run bench`: every figure that the documents quote, as tables. `--write` puts them between their markers in README.md and
 * docs/FIGURES.md, `--sizes` measures bytes only.
 */

import { writeBlocks } from './blocks.mjs';
import { measureMachine } from './machine.mjs';
import { measureRestore } from './restore.mjs';
import { measureSimulation } from './simulation.mjs';
import { measureSizes } from './sizes.mjs';
import { table } from './table.mjs';
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

if (process.argv.includes('--write')) await writeBlocks(blocks);
