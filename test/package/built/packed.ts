/**
 * Packs the files that would be published, once for the whole run, and installs them into a project of its own, as a customer would: the
 * tarball's files in node_modules, and beside them links to the package's dependencies.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../project-files.ts';

const CACHE = join(ROOT, 'node_modules/.cache/natter');

/** The folder into which build/minified.mjs writes. */
export const MINIFIED = join(CACHE, 'minified');
/** A project that uses the package. */
export const CONSUMER = join(CACHE, 'consumer');
/** The installed package in that project. */
export const INSTALLED = join(CONSUMER, 'node_modules/natter');
export const TARBALL = join(CACHE, 'natter.tgz');
/** React 18, under the same names as in a real project. */
export const REACT_18 = join(CACHE, 'react-18/node_modules');

export const MANIFEST: { readonly dependencies: object; readonly exports: object; readonly version: string } =
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The global setup of vitest. Each project calls it, and only the first call does the work. */
export default function setup(): void {
  if (process.env.NATTER_PACKED === `${process.pid}`) return;
  process.env.NATTER_PACKED = `${process.pid}`;
  rmSync(CONSUMER, { recursive: true, force: true });
  mkdirSync(INSTALLED, { recursive: true });
  // Marks a project of its own: otherwise Node and bundlers would resolve names in it as in this project.
  writeFileSync(join(CONSUMER, 'package.json'), '{ "name": "customer", "private": true, "type": "module" }');
  const answer = execFileSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', CACHE], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [{ filename }]: readonly [{ filename: string }] = JSON.parse(answer);
  cpSync(join(CACHE, filename), TARBALL);
  rmSync(join(CACHE, filename));
  execFileSync('tar', ['xzf', TARBALL, '-C', INSTALLED, '--strip-components=1']);
  for (const name of [...Object.keys(MANIFEST.dependencies), 'react', 'react-dom', '@types/react', 'csstype', 'vue'])
    link(name);
  copyReact18();
}

function link(name: string): void {
  const place = join(CONSUMER, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', name), place);
}

/** Copies React 18. With a link, Node would resolve its dependencies at the link's target, and find React 19 there. */
function copyReact18(): void {
  rmSync(REACT_18, { recursive: true, force: true });
  for (const name of ['react', 'react-dom'])
    cpSync(join(ROOT, `node_modules/${name}-18`), join(REACT_18, name), { recursive: true, dereference: true });
}
