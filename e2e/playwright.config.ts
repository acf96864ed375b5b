/**
 * End-to-end tests on the built files (`npm run build` first). No web server here: each spec starts what it needs on free ports.
 * Retries are 0: a test that passes the second time has found something, too.
 */

import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from './browser.mjs';

// Workers read this file again: they inherit the path instead of searching once more.
process.env.CHROMIUM_PATH = ensureChromium({ say: line => console.error(line) });

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: { trace: 'off', screenshot: 'off', video: 'off' },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH,
          args: CHROMIUM_FLAGS,
        },
      },
    },
  ],
});
