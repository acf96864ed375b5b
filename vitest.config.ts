import { defineConfig } from 'vitest/config';

/** Two rooms for unit tests: Node for everything without a page, jsdom for what renders. Real browsers are e2e's. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // No test waits for time to pass: these limits are for hangs, and leave room for a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/ui/**', 'test/widget/**'],
        },
      },
      {
        extends: true,
        test: { name: 'jsdom', environment: 'jsdom', include: ['test/{ui,widget}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
