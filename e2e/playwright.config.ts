/**
 * End-to-end tests on the built files (`npm run build` first). There is no common web server: each spec starts what it needs on free ports.
 * Retries are 0: a test that passes only the second time has found something, too.
 */

import { defineConfig, devices, type Project } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium, ensureFirefox, ensureShell, ensureWebKit } from './browser.mjs';

const say = (line: string) => console.error(line);

// Workers read this file again: they inherit the paths instead of searching once more.
process.env.CHROMIUM_SHELL_PATH = ensureShell({ say });
process.env.CHROMIUM_PATH = ensureChromium({ say });
const firefox = ensureFirefox({ say });
Object.assign(process.env, firefox && { FIREFOX_PATH: firefox });
Object.assign(process.env, ensureWebKit({ say }));

const FIREFOX: Project = {
  name: 'firefox',
  // Most journeys run in Chromium only. Firefox runs those specs whose result depends on the browser: roles, names, colours, and the size
  // of elements that are not laid out yet.
  testMatch: [
    'accessibility',
    'following',
    'journey',
    'long-reply',
    'long-transcript',
    'reading-position',
    'selecting',
  ].map(name => `${name}.spec.ts`),
  testIgnore: 'webkit/**',
  // Leaves out repetitions: roles and names are the same in each look, and following the end does not depend on the cause of a layout
  // change.
  grepInvert: /\.ts (dark|right to left):|the end is followed when (?!the agent goes on)/,
  use: {
    ...devices['Desktop Firefox'],
    // Drives an installed Firefox; the other channels are Playwright's own builds.
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: firefox,
      // Reduced motion, which Playwright cannot emulate in an installed Firefox.
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    },
  },
};

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  // More workers than cores: tests mostly wait, as visitors do.
  workers: 5,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Long enough to fail only on hangs: with five browsers, a busy machine needs a minute for ten seconds' work.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: { trace: 'off', screenshot: 'off', video: 'off' },
  projects: [
    {
      name: 'chromium',
      testIgnore: 'webkit/**',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: {
          // Chromium without windows. Specs that need features of a whole browser ask for one (whole.ts).
          executablePath: process.env.CHROMIUM_SHELL_PATH,
          args: CHROMIUM_FLAGS,
        },
      },
    },
    ...(firefox ? [FIREFOX] : []),
    // Playwright does not drive WebKitGTK: these specs start it themselves (webkit/driver.ts).
    { name: 'webkit', testMatch: 'webkit/**/*.spec.ts' },
  ],
});
