import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS, findChromium } from './e2e/browser.mjs';

/** The one that the end-to-end tests use. */
const chromium = findChromium();

/** Node for everything without a page, jsdom for what renders (a file that needs none says so in its first line), Chromium for what only a browser has. Journeys are e2e's. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // No test waits for time to pass: these limits are for hangs, and leave room for a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    // By itself it leaves a core to whoever watches, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/{ui,widget,browser-real,conformance,platform,session,protocol,client,emulator,broker}/**'],
        },
      },
      {
        extends: true,
        test: {
          // Changes no module and nothing global: loading the sources anew for each file would take as long as the tests.
          name: 'together',
          environment: 'node',
          include: ['test/{conformance,platform,session,protocol,client,emulator,broker}/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: ['test/{ui,widget}/**/*.test.{ts,tsx}'],
          setupFiles: ['test/patience.ts'],
        },
      },
      {
        extends: true,
        // Found in the middle of a run, a package would load the page anew.
        optimizeDeps: { include: ['idb-keyval', 'reconnecting-websocket'] },
        test: {
          name: 'chromium',
          include: ['test/browser-real/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // A page serves one file at a time, as a visitor does: storage and locks belong to the origin.
            fileParallelism: false,
            provider: playwright({
              launchOptions: {
                ...(chromium === undefined ? {} : { executablePath: chromium }),
                args: CHROMIUM_FLAGS,
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
