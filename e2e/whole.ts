/** A whole Chromium for tests of what the one without windows lacks: the back/forward cache, what a visitor forbids, fingers. */

import type { LaunchOptions } from '@playwright/test';

export function inWhole(options: LaunchOptions): LaunchOptions {
  const { CHROMIUM_PATH: executablePath } = process.env;
  if (!executablePath) throw new Error('CHROMIUM_PATH is set by playwright.config.ts: run these tests with it.');
  return { ...options, executablePath };
}
