/**
 * `npm run bench`: every figure that the documents quote, as tables. `--write` puts them between their markers in README.md and
 * docs/FIGURES.md, `--sizes` measures bytes only, `--platform` the emulator's store and the platform client only.
 */

import { writeBlocks } from './blocks.mjs';
import { measureMachine } from './machine.mjs';
import { measurePlatform } from './platform.mjs';
import { measureRestore } from './restore.mjs';
import { measureSimulation } from './simulation.mjs';
import { measureSizes } from './sizes.mjs';
import { table } from './table.mjs';
import { measureWidget } from './widget.mjs';

const only = ['--sizes', '--platform'].find(each => process.argv.includes(each));
/** Tables for the documents, by the name of their block. */
const blocks = {};

function report(name, title, text) {
  blocks[name] = text;
  console.log(`${title}\n${text}\n`);
}

if (only !== '--platform') report('sizes', 'Bytes (brotli -q 11)', table(await measureSizes()));
if (only !== '--sizes') {
  report('platform', 'The emulator with 100,000 conversations, and the client', table(await measurePlatform()));
}
if (!only) {
  report('machine', `Machine and client, one core, Node ${process.version}`, table(await measureMachine()));
  report('simulation', 'Simulation', table(await measureSimulation()));
  report('restore', 'A long conversation in Chromium, built files', table(await measureRestore()));
  const { rows, note } = await measureWidget();
  report('widget', 'The widget in Chromium, built files', `${table(rows)}\n\n${note}`);
}

if (process.argv.includes('--write')) await writeBlocks(blocks);
