/** Text as the formatter of the project writes it; the name says of which kind it is. */

import { execFileSync } from 'node:child_process';
import { fromRoot } from './paths.mjs';

export function formatted(input, name) {
  const biome = fromRoot('node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${name}`], { input, encoding: 'utf8' });
}
