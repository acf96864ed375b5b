/**
 * `npm run build`: everything that the package ships, into dist/. `--quick` leaves out what `npm start` does not need: the type
 * declarations and the entries for bundlers.
 */

import { mkdir, readFile, rm } from 'node:fs/promises';
import { buildDemo, buildModules, buildScript } from './browser.mjs';
import { buildDeclarations } from './declarations.mjs';
import { writeIntegrity } from './integrity.mjs';
import { writeLicenses } from './licenses.mjs';
import { buildMinified } from './minified.mjs';
import { buildNode } from './node.mjs';
import { DIST, fromRoot } from './paths.mjs';

const quick = process.argv.includes('--quick');
const startedAt = performance.now();
const { version, engines } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));

if (!quick) await rm(DIST, { recursive: true, force: true });
await mkdir(DIST, { recursive: true });
await buildScript();
await writeIntegrity();
await Promise.all([
  buildNode({ version, engine: engines.node }),
  buildDemo({ version }),
  ...(quick ? [] : [buildModules(), buildDeclarations()]),
]);
await writeLicenses();
if (!quick) await buildMinified();
console.log(`Built dist/ in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
