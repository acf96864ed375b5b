/**
 * End-to-end tests on the built files (`npm run build` first). No web server here: each spec starts what it needs on free ports.
 * Retries are 0: a test that passes the second time has found something, too.
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
  // The journeys are Chromium's. Here runs what asks a second browser's own mind: what it makes of roles, names and
  // colours, and of what is not laid out yet.
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
  // Roles and names are the same in each look; and where the end is followed, what changes is the layout, whatever changes it.
  grepInvert: /\.ts (dark|right to left):|the end is followed when (?!the agent goes on)/,
  use: {
    ...devices['Desktop Firefox'],
    // An installed Firefox; the other channels are Playwright's own builds.
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: firefox,
      // Playwright cannot emulate it in an installed Firefox.
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    },
  },
};

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  // Most of the time is spent in waiting for what a visitor waits for, too.
  workers: 5,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // For hangs: a machine that is busy with five browsers needs a minute for what takes it ten seconds alone.
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
          // What only a whole browser has or does as on a visitor's device asks for one (whole.ts).
          executablePath: process.env.CHROMIUM_SHELL_PATH,
          args: CHROMIUM_FLAGS,
        },
      },
    },
    ...(firefox ? [FIREFOX] : []),
    // Not Playwright's to drive: its specs start their own (webkit/driver.ts).
    { name: 'webkit', testMatch: 'webkit/**/*.spec.ts' },
  ],
});
