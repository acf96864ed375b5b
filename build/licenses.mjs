/** `dist/THIRD-PARTY-LICENSES.txt`: the licences of the packages that are bundled into the built files, as their source maps name them. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { DIST, fromRoot } from './paths.mjs';

export const LICENSES = 'THIRD-PARTY-LICENSES.txt';

export async function writeLicenses() {
  const names = [...new Set([...(await bundledPackages()), ...WITHOUT_MAP])].sort();
  const texts = await Promise.all(names.map(describe));
  const head = 'Files in this folder contain code of the packages below, each under its own licence.\n';
  await writeFile(`${DIST}/${LICENSES}`, [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`));
}

/** Packages in files that have no source map: those of the demo. */
const WITHOUT_MAP = ['uplot'];

/** The names of all packages that have a line in one of the built files. */
export async function bundledPackages(dist = DIST) {
  const maps = (await readdir(dist, { recursive: true })).filter(file => file.endsWith('.map'));
  const sources = await Promise.all(
    maps.map(async file => JSON.parse(await readFile(`${dist}/${file}`, 'utf8')).sources ?? []),
  );
  const names = sources.flat().flatMap(source => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)].sort();
}

/** Packages that ship no licence file, each with a package of the same authors and licence that does. */
const SAME_AUTHORS = {
  '@hono/zod-openapi': 'hono',
  '@hono/zod-validator': 'hono',
  '@nodable/entities': 'fast-xml-parser',
};

async function describe(name) {
  const { version, license } = JSON.parse(await readFile(fromRoot(`node_modules/${name}/package.json`), 'utf8'));
  const folder = fromRoot(`node_modules/${SAME_AUTHORS[name] ?? name}`);
  const file = (await readdir(folder)).find(each => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (!file) throw new Error(`build/licenses.mjs: ${name} is bundled, and has no licence file.`);
  return `${name} ${version} (${license})\n\n${(await readFile(`${folder}/${file}`, 'utf8')).trim()}\n`;
}
