/**
 * `npm run pictures`: makes the pictures at the top of README.md, in light and dark, from the built gallery (`npm run build` first). Three
 * states stand side by side. Gallery states are drawn from fixed data at a fixed moment, so a new picture differs only where the widget
 * does.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../e2e/browser.mjs';
import { DIST, fromRoot } from './paths.mjs';

const STATES = ['greeting', 'link-card', 'handoff-queue'];
/** Keeps only the chats of the gallery, in one row. */
const ROW = `
  .top, h2, h3, .note { display: none }
  main { display: flex; gap: 28px; width: max-content; padding: 28px }
`;
const THEMES = ['light', 'dark'];
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
  readFile(join(DIST, 'demo', path)).then(
    body => response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream').end(body),
    () => response.writeHead(404).end(),
  );
});
await new Promise(resolve => server.listen(0, 'localhost', resolve));
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  const page = await browser.newPage({
    viewport: { width: 1360, height: 900 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  });
  for (const theme of THEMES) {
    await page.goto(`http://localhost:${server.address().port}/gallery.html?only=${STATES}&theme=${theme}`);
    await page.locator('[data-gallery=ready]').waitFor();
    await page.addStyleTag({ content: ROW });
    const file = fromRoot(`docs/images/widget-${theme}.png`);
    await page.locator('main').screenshot({ path: file, animations: 'disabled' });
    console.log(`Wrote ${file}`);
  }
} finally {
  await browser.close();
  server.close();
}
