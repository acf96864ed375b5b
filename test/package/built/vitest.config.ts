/**
 * Tests that `npm test` runs after the build: checks of the package to be published, and the tests of its public interface again, on the
 * built and minified files with each framework.
 */

import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ROOT } from '../project-files.ts';
import { MINIFIED, REACT_18 } from './packed.ts';

/** Replaces the entries' sources, which tests import, by the minified files. */
const minified = {
  find: /^(?:\.\.\/)+src\/entries\/(index|element|react|preact)\.ts$/,
  replacement: `${MINIFIED}/$1.js`,
};
const react18 = { find: /^(react|react-dom)(\/.*)?$/, replacement: `${REACT_18}/$1$2` };
const preact10 = (name: string, file: string) => ({
  find: new RegExp(`^preact${name}$`),
  replacement: join(ROOT, 'node_modules/preact-10', file),
});

const page = {
  environment: 'jsdom',
  // Lets vitest process these modules: loaded by Node itself, they would not see the names above.
  server: { deps: { inline: [/natter\/minified/, /preact/] } },
};

export default defineConfig({
  root: ROOT,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By itself vitest leaves a core to whoever watches, which is half of a small machine.
    maxWorkers: '100%',
    // On a busy machine the chat needs more than the default of one second.
    expect: { poll: { timeout: 15_000 } },
    globalSetup: join(import.meta.dirname, 'packed.ts'),
    projects: [
      { extends: true, test: { name: 'package', include: ['test/package/built/*.check.{ts,tsx}'] } },
      {
        extends: true,
        resolve: { alias: [minified] },
        test: {
          ...page,
          name: 'minified',
          include: [
            'test/widget/frameworks/{react,react-server,preact}.test.tsx',
            'test/widget/element/element.test.ts',
            'test/widget/chat/create-chat.test.ts',
          ],
        },
      },
      {
        extends: true,
        resolve: { alias: [minified, react18] },
        test: { ...page, name: 'react 18', include: ['test/widget/frameworks/{react,react-server}.test.tsx'] },
      },
      {
        extends: true,
        resolve: {
          alias: [
            minified,
            preact10('', 'dist/preact.mjs'),
            preact10('/hooks', 'hooks/dist/hooks.mjs'),
            preact10('/test-utils', 'test-utils/dist/testUtils.mjs'),
            preact10('/jsx-(?:dev-)?runtime', 'jsx-runtime/dist/jsxRuntime.mjs'),
          ],
        },
        test: {
          ...page,
          name: 'preact 10',
          include: ['test/widget/frameworks/preact.test.tsx'],
        },
      },
      {
        extends: true,
        test: { name: 'script tag', environment: 'jsdom', include: ['test/package/built/*.page.ts'] },
      },
    ],
  },
});
