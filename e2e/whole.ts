/** A whole Chromium, for tests that need more than the one without windows offers: the back/forward cache, forbidden storage, fingers. */

import type { LaunchOptions } from '@playwright/test';

export function inWhole(options: LaunchOptions): LaunchOptions {
  const { CHROMIUM_PATH: executablePath } = process.env;
  if (!executablePath) throw new Error('CHROMIUM_PATH is set by playwright.config.ts: run these tests with it.');
  return { ...options, executablePath };
}
