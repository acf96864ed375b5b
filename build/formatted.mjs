/** Formats text with the project's formatter; the file name says of which kind the text is. */

import { execFileSync } from 'node:child_process';
import { fromRoot } from './paths.mjs';

export function formatted(input, name) {
  const biome = fromRoot('node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${name}`], { input, encoding: 'utf8' });
}
