/** Builds the files that browsers run: the loader, the application behind it, and the entries that bundlers import. */

import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import { build } from 'vite';
import { DIST, entry, fromRoot, NO_TIMINGS } from './paths.mjs';

/** Browsers that understand oklch() and color-scheme, so that the minifier writes no fallbacks for older ones. */
const CSS_TARGET = ['chrome123', 'edge123', 'firefox120', 'safari17.5'];

/**
 * Replaces `URL` in the script tag's files, which share their globals with the page: older pages often contain `var URL = …`. The standard
 * has a second name for the class, which such pages leave alone.
 */
const SECOND_NAMES = { URL: 'webkitURL' };

/** Uses the library's sources instead of its ES5 build: half a kilobyte less. */
const SOURCES = [{ find: 'reconnecting-websocket', replacement: 'reconnecting-websocket/reconnecting-websocket.ts' }];

const shared = {
  root: fromRoot('.'),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: SOURCES },
};

/**
 * Files that fetch others by `import()`, and the files that replace them in the script tag's application. There each fetched file has a
 * name of its own, so that another try can use another address.
 */
const BY_NAME = [
  ...[
    'browser/load-challenge',
    'browser/load-chat',
    'browser/load-hints',
    'ui/on-need/load-home',
    'ui/load-languages',
    'ui/on-need/load-optional',
  ],
  ...['widget/chat/load-report', 'widget/panel/load-extras'],
  ...['ui/on-need/load-past-chats', 'ui/on-need/load-reply-parts', 'ui/services/load-calls', 'ui/services/load-status'],
].map(name => ({
  find: new RegExp(`^(?:\\./|(?:\\.\\./)+${dirname(name)}/)${basename(name)}\\.ts$`),
  replacement: fromRoot(`src/${name}-script.ts`),
}));

/**
 * Builds the files of the script tag. `dist/natter.js` names the application. `dist/natter-app-<hash>.js` names the files that few
 * conversations need: `dist/natter-<tag>-<hash>.js` for each language, `dist/natter-home-<hash>.js` with the first screen,
 * `dist/natter-extras-<hash>.js` with parts that most conversations never show, `dist/natter-optional-<hash>.js` with parts that a site asks for by a
 * setting, `dist/natter-reply-parts-<hash>.js` for replies with several cards or sources, `dist/natter-past-chats-<hash>.js` for visitors who look back,
 * `dist/natter-challenge-<hash>.js` for brokers that want a proof, `dist/natter-over-chat-<hash>.js` for networks that block sockets,
 * `dist/natter-service-status-<hash>.js` for brokers that know the platform's state, `dist/natter-calls-<hash>.js` for telephone calls, and
 * `dist/natter-hints-<hash>.js` with texts for the console.
 */
export async function buildScript() {
  const languages = await buildLanguages();
  const hints = await buildChunk('hints', { define: SECOND_NAMES });
  const challenge = await buildChunk('challenge', { define: SECOND_NAMES });
  const chat = await buildChunk('over-chat', { define: SECOND_NAMES });
  const home = await buildChunk('home', { define: SECOND_NAMES });
  const extras = await buildChunk('extras', { define: SECOND_NAMES });
  const optional = await buildChunk('optional', { define: SECOND_NAMES });
  const parts = await buildChunk('reply-parts', { define: SECOND_NAMES });
  const past = await buildChunk('past-chats', { define: SECOND_NAMES });
  const status = await buildChunk('service-status', { define: SECOND_NAMES });
  const calls = await buildChunk('calls', { define: SECOND_NAMES });
  const application = await buildChunk('app', {
    ...PLAIN_JSX,
    define: {
      ...SECOND_NAMES,
      __NATTER_CHALLENGE__: JSON.stringify(challenge),
      __NATTER_CHAT__: JSON.stringify(chat),
      __NATTER_EXTRAS__: JSON.stringify(extras),
      __NATTER_HINTS__: JSON.stringify(hints),
      __NATTER_HOME__: JSON.stringify(home),
      __NATTER_OPTIONAL__: JSON.stringify(optional),
      __NATTER_PAST__: JSON.stringify(past),
      __NATTER_PARTS__: JSON.stringify(parts),
      __NATTER_CALLS__: JSON.stringify(calls),
      __NATTER_STATUS__: JSON.stringify(status),
      __NATTER_LANGUAGES__: JSON.stringify(languages.tags.join(' ')),
      __NATTER_LANGUAGE__: JSON.stringify(languages.name),
    },
    resolve: { alias: [...SOURCES, ...BY_NAME] },
  });
  await build({
    ...shared,
    plugins: [ONE_WORD],
    define: { ...SECOND_NAMES, __NATTER_APP__: JSON.stringify(application) },
    build: {
      ...forScript,
      terserOptions: {
        ...forScript.terserOptions,
        // Allowed because none of our code reads a property only for a side effect.
        compress: { ...forScript.terserOptions.compress, hoist_funs: true, pure_getters: true, passes: 5 },
      },
      sourcemap: UNNAMED_MAP,
      rolldownOptions: {
        checks: NO_TIMINGS,
        input: entry('loader.ts'),
        output: { format: 'iife', entryFileNames: 'natter.js' },
      },
    },
  });
  await removeOlderChunks([
    challenge,
    chat,
    extras,
    hints,
    home,
    optional,
    parts,
    past,
    calls,
    status,
    application,
    ...languages.tags.map(tag => languages.name.replace('*', tag)),
  ]);
}

/** Plain calls of `h` are shorter than those of the automatic runtime and need no runtime: 0.2 KB less. */
const PLAIN_JSX = {
  oxc: { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' } },
  inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
};

const forScript = {
  outDir: DIST,
  emptyOutDir: false,
  target: 'es2022',
  cssTarget: CSS_TARGET,
  // Two per cent smaller than the built-in minifier's output; size matters only here.
  minify: 'terser',
  terserOptions: {
    module: true,
    ecma: 2020,
    safari10: false,
    compress: { passes: 3, keep_fargs: false, unsafe_arrows: true, unsafe_methods: true },
    // Only the socket library has private names of this form.
    mangle: { properties: { regex: /^_[a-z]/ } },
    format: { comments: false },
  },
  modulePreload: false,
};

/**
 * Turns `const` into `let`: one keyword for both makes the file 0.3 % smaller. The replacement has the same length, so source maps stay
 * valid.
 */
const ONE_WORD = {
  name: 'natter-one-word',
  renderChunk: {
    order: 'pre',
    handler(code) {
      const places = [];
      const visit = node => {
        if (typeof node !== 'object' || !node) return;
        if (node.kind === 'const') places.push(node.start);
        for (const key in node) visit(node[key]);
      };
      visit(this.parse(code));
      places.sort((a, b) => a - b);
      const pieces = places.map((place, nth) => code.slice(nth && places[nth - 1] + 'const'.length, place));
      return { code: [...pieces, code.slice(places.at(-1) + 'const'.length)].join('let  '), map: null };
    },
  },
};

/**
 * Signals assign members that every object has, such as `toString`. If a page has frozen Object.prototype, such an assignment throws, but
 * defining the member still works.
 */
const DEFINED_MEMBERS = {
  name: 'natter-defined-members',
  transform: {
    filter: { id: /signals-core\.module\.js$/ },
    handler: code => ({
      code: code.replace(
        /(\w+)\.prototype\.(valueOf|toString)=(function\(\)\{[^}]*\})/g,
        'Object.defineProperty($1.prototype,"$2",{value:$3})',
      ),
      map: null,
    }),
  },
};

/** Removes Preact's only way from a string to markup. Natter never uses it, and an auditor of the file can see that. */
const NO_MARKUP = {
  name: 'natter-no-markup',
  transform: {
    filter: { id: /preact[\\/]dist[\\/]preact\.m/ },
    handler: code => ({
      code: code
        .replaceAll(/"dangerouslySetInnerHTML"==\w+\?\w+=\w+:/g, '')
        .replace(/\w+\.__html==\w+\.innerHTML/, 'true')
        .replace(/\w+\.innerHTML=\w+\.__html/, 'null'),
      map: null,
    }),
  },
};

/**
 * The source map stands beside the file, which does not name it: the line would be over 1 % of the loader, and each visitor would download
 * it before opening the chat.
 */
const UNNAMED_MAP = 'hidden';

/**
 * Builds one chunk for each file in the folder of languages. All names contain the same hash, so that the application need not know twenty:
 * `name` has a `*` in place of the tag.
 */
async function buildLanguages() {
  const folder = fromRoot('src/ui/languages');
  const files = (await readdir(folder)).sort();
  const texts = await Promise.all(files.map(file => readFile(`${folder}/${file}`)));
  const hash = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 8);
  const tags = files.map(file => file.replace(/\.ts$/, ''));
  await build({
    ...shared,
    build: {
      ...forScript,
      sourcemap: false,
      rolldownOptions: {
        checks: NO_TIMINGS,
        input: Object.fromEntries(tags.map((tag, place) => [tag, `${folder}/${files[place]}`])),
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: `natter-[name]-${hash}.js` },
      },
    },
  });
  return { tags, name: `natter-*-${hash}.js` };
}

/**
 * Stands first in a chunk: nearly all of its functions are called during start-up. Chromium then compiles them while the chunk loads, not
 * one by one when they are called.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** Returns the chunk's file name. */
async function buildChunk(name, { inject = {}, sourcemap = true, ...own }) {
  const result = await build({
    ...shared,
    ...own,
    plugins: [DEFINED_MEMBERS, NO_MARKUP, ONE_WORD],
    build: {
      ...forScript,
      terserOptions: { ...forScript.terserOptions, format: { comments: false, preamble: COMPILE_HINT } },
      sourcemap,
      rolldownOptions: {
        checks: NO_TIMINGS,
        input: entry(`${name}.ts`),
        transform: { inject },
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: `natter-${name}-[hash:6].js`,
          // Lower case only: characters that are rare in a file compress worst.
          hashCharacters: 'base36',
          codeSplitting: false,
        },
      },
    },
  });
  return result.output.find(each => each.type === 'chunk' && each.isEntry).fileName;
}

/** Removes the chunks of older builds: the demo serves one version only. */
async function removeOlderChunks(current) {
  const isChunk = /^natter-[\w-]{8,}\.js(\.map)?$/;
  for (const name of await readdir(DIST)) {
    if (isChunk.test(name) && !current.includes(name.replace(/\.map$/, ''))) await rm(`${DIST}/${name}`);
  }
}

const FRAMEWORKS = /^(react|react-dom|preact|@preact\/signals|@preact\/signals-core)(\/|$)/;

/** Names of the entries that bundlers import. */
export const MODULES = ['index', 'element', 'react', 'preact'];

/** Files of those entries that have several. */
export const PARTS = ['react-widget', 'react-chat', 'preact-widget', 'preact-chat'];

/** Builds the modules for bundlers. Frameworks and signals stay outside, so that a page has one copy of them. */
export async function buildModules() {
  await build({
    ...shared,
    build: {
      outDir: DIST,
      emptyOutDir: false,
      target: 'es2022',
      cssTarget: CSS_TARGET,
      cssMinify: true,
      minify: false,
      sourcemap: true,
      modulePreload: false,
      // Without this setting the build wraps imports of languages in a helper for pages, which breaks the builds of others.
      lib: {
        entry: {
          ...Object.fromEntries(MODULES.map(name => [name, entry(`${name}.ts`)])),
          // Each part is a file of its own, and the entry only re-exports it. A bundler then never puts one part into a page that uses the
          // other.
          ...Object.fromEntries(PARTS.map(name => [`shared/${name}`, entry(`${name}.ts`)])),
        },
        formats: ['es'],
      },
      rolldownOptions: {
        checks: NO_TIMINGS,
        preserveEntrySignatures: 'strict',
        external: FRAMEWORKS,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'shared/[name]-[hash].js',
          // Frameworks that render on a server need this directive to know which components run in the browser.
          banner: ({ name }) => (/^shared\/react-/.test(name) ? "'use client';" : ''),
        },
      },
    },
  });
}

/** Builds the demo page, the gallery of states and the QA console: `dist/demo/`. Reports of the demo name `version`. */
export async function buildDemo({ version }) {
  await build({
    ...shared,
    define: { __NATTER_VERSION__: JSON.stringify(version) },
    publicDir: fromRoot('public'),
    build: {
      outDir: `${DIST}/demo`,
      emptyOutDir: true,
      target: 'es2022',
      cssTarget: CSS_TARGET,
      modulePreload: false,
      rolldownOptions: {
        checks: NO_TIMINGS,
        input: { index: fromRoot('index.html'), gallery: fromRoot('gallery.html'), console: fromRoot('console.html') },
      },
    },
  });
}
