/** The tarball that would be published: the files in it, and the verdict of tools that check packages. */

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, it } from 'vitest';
import { ROOT } from '../project-files.ts';
import { INSTALLED, MANIFEST, TARBALL } from './packed.ts';

const FILES = readdirSync(INSTALLED, { recursive: true, withFileTypes: true })
  .filter(each => each.isFile())
  .map(each => join(each.parentPath, each.name).slice(INSTALLED.length + 1));

/** Patterns of the files that belong in the package. The demo page is there for `natter demo`. */
const KINDS = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^deploy\/[\w.-]+$/,
  /^docs\/[A-Z]+\.md$/,
  /^docs\/(api|spec)\/[A-Za-z-]+\.md$/,
  /^docs\/api\/openapi-(runtime|builder)\.json$/,
  /^examples\/([a-z\d-]+\/(src\/)?)?[\w.-]+\.(md|json|html|css|jsx?|tsx?|vue)$/,
  /^dist\/(index|element|react|preact|broker|broker-express|broker-web|emulator|platform|testing|testing-worker|cli)\.js(\.map)?$/,
  /^dist\/(global|solid|svelte|vue)\.js$/,
  /^dist\/shared\/[\w.-]+\.js(\.map)?$/,
  /^dist\/[\w-]+\.d\.ts$/,
  /^dist\/natter(-(app|calls|challenge|extras|hints|home|optional|over-chat|past-chats|reply-parts|service-status)-[a-z0-9]{6})?\.js(\.map)?$/,
  /^dist\/natter-[a-z-]+-[a-f0-9]{8}\.js$/,
  /^dist\/integrity\.json$/,
  /^dist\/THIRD-PARTY-LICENSES\.txt$/,
  /^dist\/demo\/[\w./-]+\.(html|js|css|svg|png|jpe?g|webp|ico|json|pdf)$/,
];

it('has all that belongs into it and nothing else', () => {
  expect(FILES.filter(file => !KINDS.some(kind => kind.test(file)))).toEqual([]);
  expect(KINDS.filter(kind => !FILES.some(file => kind.test(file)))).toEqual([]);
});

it('the documents and examples that its README leads to are in it', () => {
  const links = readFileSync(join(INSTALLED, 'README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g);
  const targets = Array.from(links, ([, target]) => `${target}`);
  expect(targets).toEqual(expect.arrayContaining(['docs/EMBEDDING.md', 'examples/vue']));
  expect(targets.filter(target => !existsSync(join(INSTALLED, target)))).toEqual([]);
});

it('every file that names a map has it, the script tag’s files without naming it, and maps hold their sources', () => {
  const unnamed = FILES.filter(file => /^dist\/natter\.js$/.test(file)).map(file => `${file}.map`);
  expect(unnamed.length).toBe(1);
  const named = FILES.filter(file => /^dist\/[^/]*(\/shared\/[^/]*)?\.js$/.test(file)).flatMap(file => {
    const [, map] = /\/\/# sourceMappingURL=(.+)\s*$/.exec(readFileSync(join(INSTALLED, file), 'utf8')) ?? [];
    return map ? [join(dirname(file), map)] : [];
  });
  // At least the application and the entries for bundlers.
  expect(named.length).toBeGreaterThan(4);
  const maps = [...unnamed, ...named];
  expect(maps.filter(file => !FILES.includes(file))).toEqual([]);
  for (const file of maps) {
    const map: { sources: unknown[]; sourcesContent?: unknown[] } = JSON.parse(
      readFileSync(join(INSTALLED, file), 'utf8'),
    );
    expect(map.sourcesContent?.length).toBe(map.sources.length);
  }
});

it('nothing that a page runs names a way to make markup or code of a string', () => {
  const sinks =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|HTMLUnsafe|srcdoc|\beval\(|new Function/i;
  const run = FILES.filter(file => /^dist\/(natter[\w-]*|index|element|react|preact)\.js$/.test(file));
  expect(run.length).toBeGreaterThan(20);
  expect(run.filter(file => sinks.test(readFileSync(join(INSTALLED, file), 'utf8')))).toEqual([]);
});

it('each subpath leads to a file that is in it', () => {
  const targets = Object.values(MANIFEST.exports).flatMap(each =>
    typeof each === 'string' ? [each] : Object.values(each),
  );
  expect(targets.filter(target => !existsSync(join(INSTALLED, `${target}`)))).toEqual([]);
});

it('publint has nothing to say', async () => {
  const { messages, pkg } = await publint({ pkgDir: INSTALLED, strict: true, pack: false });
  expect(messages.map(message => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

it('the types of the package match its code in every way of resolving them', async () => {
  const bin = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  // The script tag's file is loaded by pages, not imported.
  const args = [bin, TARBALL, '--profile', 'esm-only', '--exclude-entrypoints', './natter.js', '--format', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 }).catch(
    failure => failure,
  );
  const { analysis, problems }: Report = JSON.parse(stdout);
  expect(Object.keys(analysis.entrypoints).sort()).toEqual(
    Object.keys(MANIFEST.exports)
      .filter(path => path !== './natter.js')
      .sort(),
  );
  const all = Object.values(problems ?? {}).flat();
  // A resolver that knows only CommonJS cannot resolve modules.
  expect(all.filter(({ resolutionKind }) => resolutionKind !== 'node16-cjs')).toEqual([]);
});

interface Report {
  readonly analysis: { readonly entrypoints: object };
  readonly problems?: Readonly<Record<string, readonly { readonly resolutionKind?: string }[]>>;
}
