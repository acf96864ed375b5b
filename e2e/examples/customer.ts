/**
 * A folder outside of the project with the packed package installed in it and the examples copied beside it, as a customer has them.
 * Everything else that they need is linked into this project's node_modules, so that nothing is fetched. Each example is built by its own
 * `npm run build`.
 */

import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pack, { INSTALLED, MANIFEST, REACT_18 } from '../../test/package/built/packed.ts';
import { ROOT } from '../../test/package/project-files.ts';

export const EXAMPLES = join(ROOT, 'examples');

/** Files and folders that people leave behind when they try out an example. */
const LEFT_BEHIND = ['node_modules', 'dist', 'public', 'package-lock.json'];

/** Packages that the examples name in their package.json besides ours, and packages that its types need. */
const TOOLS = ['vite', 'typescript', 'vue', '@vitejs/plugin-vue'];
const REACT_19 = ['react', 'react-dom', '@types/react', '@types/react-dom', 'csstype'];
const COMMANDS = { vite: 'vite/bin/vite.js', tsc: 'typescript/bin/tsc' };

export interface Addresses {
  readonly broker: string;
  readonly platform: string;
}

export interface Customer {
  /** The path of an example's folder. */
  folder(name: string): string;
  build(name: string): Promise<void>;
  remove(): void;
}

/** Puts these addresses in place of those in the examples: the one change that each example asks for. */
export function createCustomer(addresses: Addresses): Customer {
  pack();
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'natter-examples-')));
  install(home, REACT_19);
  for (const name of exampleNames()) {
    copyExample(name, join(home, name), addresses);
    if (name === 'react-18') installReact18(join(home, name));
    else symlinkSync(join(home, 'node_modules'), join(home, name, 'node_modules'), 'dir');
  }
  return {
    folder: name => join(home, name),
    build: name => build(join(home, name)),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

export const exampleNames = (): readonly string[] =>
  readdirSync(EXAMPLES, { withFileTypes: true })
    .filter(each => each.isDirectory())
    .map(each => each.name);

/** The files of an example as they are in the project, by path. */
export function filesOf(name: string): ReadonlyMap<string, string> {
  const folder = join(EXAMPLES, name);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name).slice(folder.length + 1))
    .filter(path => !LEFT_BEHIND.some(left => path.split('/').includes(left)));
  return new Map(paths.map(path => [path, readFileSync(join(folder, path), 'utf8')]));
}

function copyExample(name: string, place: string, { broker, platform }: Addresses): void {
  for (const [path, text] of filesOf(name)) {
    const file = join(place, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll('http://localhost:4000', broker).replaceAll('http://localhost:4100', platform));
  }
}

function install(folder: string, others: readonly string[]): void {
  const modules = join(folder, 'node_modules');
  cpSync(INSTALLED, join(modules, 'natter'), { recursive: true });
  for (const name of [...Object.keys(MANIFEST.dependencies), ...TOOLS, ...others])
    link(join(ROOT, 'node_modules', name), join(modules, name));
  for (const [name, file] of Object.entries(COMMANDS))
    link(join(ROOT, 'node_modules', file), join(modules, '.bin', name));
}

function installReact18(folder: string): void {
  install(folder, []);
  for (const name of readdirSync(REACT_18))
    cpSync(join(REACT_18, name), join(folder, 'node_modules', name), { recursive: true });
}

function link(target: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place);
}

/** Builds in development mode, so that frameworks print warnings that they leave out in production. */
async function build(folder: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'development' };
  await promisify(execFile)('npm', ['run', 'build'], { cwd: folder, env }).catch(({ stdout, stderr }) => {
    throw new Error(`${basename(folder)} does not build:\n${stdout}\n${stderr}`);
  });
}
