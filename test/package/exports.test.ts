/** package.json against src/entries: every export has a source, and every source is exported or listed here as an exception. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, roomOf, UNREADABLE } from './import-graph.ts';
import { ROOT, SOURCES } from './project-files.ts';

interface Manifest {
  readonly types: string;
  readonly typesVersions: { readonly '*': Readonly<Record<string, readonly string[]>> };
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly sideEffects: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

const MANIFEST: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const ENTRIES = [...SOURCES.keys()]
  .filter(path => roomOf(path) === 'entries')
  .map(path => path.replace(/^src\/entries\/|\.tsx?$/g, ''));

/**
 * Entries that are built under another name or never imported by name: the command, the script tag and the chunks behind it, a thread, and
 * the parts of entries.
 */
const NOT_EXPORTED = [
  ...['cli', 'testing-worker', 'loader', 'app', 'gallery', 'challenge', 'extras', 'hints', 'home', 'optional'],
  ...['over-chat', 'past-chats', 'reply-parts', 'service-status', 'calls'],
  ...['react-widget', 'react-chat', 'preact-widget', 'preact-chat'],
];

/** Entries for runtimes without Node, built beside the one of the same subpath. */
const WITHOUT_NODE: Readonly<Record<string, string>> = { broker: 'broker-web' };

/** Rooms that no page loads. The packages that they need are bundled into their files. */
const SERVER_ROOMS = ['broker', 'emulator', 'cli', 'testing', 'contract', 'platform'];
const BUNDLED = [
  ...[
    '@hono/node-server',
    '@hono/zod-openapi',
    'ajv',
    'fast-xml-parser',
    'hono',
    'jose',
    'libphonenumber-js',
    'parse5',
  ],
  ...['prom-client', 'ws', 'zod'],
];

/** Packages for servers that keep counters in Redis or export spans: bundled nowhere, and installed by whoever needs them. */
const SERVER_PEERS = ['@opentelemetry/api', 'ioredis'];

const entryOf = (subpath: string): string => (subpath === '.' ? 'index' : subpath.slice(2).replaceAll('/', '-'));

/** Subpaths that are not modules: the built script tag and the manifest. */
const FILES: Readonly<Record<string, string>> = {
  './natter.js': './dist/natter.js',
  './package.json': './package.json',
};

const MODULES = Object.entries(MANIFEST.exports).filter(([subpath]) => !(subpath in FILES));

describe('package.json', () => {
  it.each(MODULES)('%s is built from the entry of its name, with its types', (subpath, target) => {
    const name = entryOf(subpath);
    expect(ENTRIES).toContain(name);
    const web = WITHOUT_NODE[name];
    // Conditions are tried in order: a `types` after `default` would never be found.
    expect(Object.entries(target)).toEqual([
      ['types', `./dist/${name}.d.ts`],
      ...(web === undefined
        ? []
        : [
            // Workers may also resolve the condition `node`, but cannot listen on sockets.
            ['workerd', `./dist/${web}.js`],
            ['deno', `./dist/${name}.js`],
            ['node', `./dist/${name}.js`],
          ]),
      ['default', `./dist/${web ?? name}.js`],
    ]);
  });

  it('a compiler that knows no exports (node10) finds the same types', () => {
    const types = MODULES.map(([subpath, target]) => [subpath, Reflect.get(Object(target), 'types')]);
    const listed = Object.entries(MANIFEST.typesVersions['*']).map(([name, files]) => [`./${name}`, ...files]);
    expect([['.', MANIFEST.types], ...listed]).toEqual(types);
  });

  it.each(Object.entries(WITHOUT_NODE))(
    'the part of %s for runtimes without Node imports nothing of Node',
    (_, web) => {
      const reached = new Set([`src/entries/${web}.ts`]);
      const packages = new Set<string>();
      const imports = importsOf(SOURCES);
      // A loop over a Set also visits elements that are added meanwhile.
      for (const file of reached)
        for (const { to, relative } of imports.filter(({ from }) => from === file))
          (relative ? reached : packages).add(to);
      expect(reached).toContain('src/broker/handler.ts');
      expect([...packages].sort()).toEqual(['hono', 'jose', 'libphonenumber-js/max']);
    },
  );

  it('names of the broker are the same with and without Node', async () => {
    const [node, web] = await Promise.all([
      import('../../src/entries/broker.ts'),
      import('../../src/entries/broker-web.ts'),
    ]);
    expect(Object.keys(web).sort()).toEqual(Object.keys(node).sort());
  });

  it.each(Object.entries(FILES))('%s is the file %s', (subpath, file) => {
    expect(MANIFEST.exports[subpath]).toBe(file);
  });

  it('every entry is exported, or known not to be', () => {
    const exported = MODULES.map(([subpath]) => entryOf(subpath));
    expect([...exported, ...Object.values(WITHOUT_NODE), ...NOT_EXPORTED].sort()).toEqual([...ENTRIES].sort());
  });

  it('the command is built from its entry, and everything named is shipped', () => {
    expect(MANIFEST.bin).toEqual({ natter: './dist/cli.js' });
    expect(ENTRIES).toContain('cli');
    expect(MANIFEST.files).toContain('dist');
  });

  // Two copies of the signals, each hooked into Preact, would stop the page.
  it('a Preact page with signals of its own, of any of two major versions, gets no second copy of them', () => {
    expect(MANIFEST.dependencies['@preact/signals']).toBe('^1.3.4 || ^2.0.0');
  });

  it('modules with side effects are named, so that no bundler drops them', () => {
    expect([...MANIFEST.sideEffects].sort()).toEqual(['./dist/element.js', './dist/natter.js']);
  });

  it('frameworks are the page’s own, and nobody needs one', () => {
    expect(MANIFEST.peerDependencies).toMatchObject({ react: '>=18.0.0', preact: '>=10.29.0' });
    for (const name of Object.keys(MANIFEST.peerDependencies))
      expect(MANIFEST.peerDependenciesMeta[name]).toEqual({ optional: true });
    expect(Object.keys(MANIFEST.dependencies)).not.toContain('react');
  });

  const packagesOf = (isWanted: (room: string | undefined) => boolean) =>
    new Set(
      importsOf(SOURCES)
        .filter(({ relative, to }) => !relative && !to.startsWith('node:') && to !== UNREADABLE)
        .filter(({ from }) => isWanted(roomOf(from)))
        .map(({ to }) => to.split('/', to.startsWith('@') ? 2 : 1).join('/')),
    );
  const isOfServer = (room = '') => SERVER_ROOMS.includes(room);

  it('every package that pages import is named, and none that only tests need', () => {
    const allowed = [...Object.keys(MANIFEST.dependencies), ...Object.keys(MANIFEST.peerDependencies)];
    const imported = packagesOf(room => room !== 'demo' && !isOfServer(room));
    expect([...imported].filter(name => !allowed.includes(name))).toEqual([]);
    // Dependencies that a site installs with Natter.
    expect(Object.keys(MANIFEST.dependencies).filter(name => !imported.has(name))).toEqual([]);
  });

  it('packages that only servers need are bundled, and not installed', () => {
    expect([...packagesOf(isOfServer)].sort()).toEqual([...BUNDLED, ...SERVER_PEERS].sort());
    expect(Object.keys(MANIFEST.peerDependencies)).toEqual(expect.arrayContaining(SERVER_PEERS));
    expect(Object.keys(MANIFEST.dependencies).filter(name => BUNDLED.includes(name))).toEqual([]);
  });

  it('entries are thin: 3 to 30 lines', () => {
    const lines = [...SOURCES]
      .filter(([path]) => roomOf(path) === 'entries')
      .map(([, text]) => text.split('\n').length - 1);
    expect(Math.max(...lines)).toBeLessThanOrEqual(30);
    expect(Math.min(...lines)).toBeGreaterThanOrEqual(3);
  });
});
