/** Tests in Safari's engine, each with a browser of its own. Browser and site are closed when the test is over. */

import { closeAll, siteWithBroker } from '../site.ts';
import { test as base, expect, type Stage } from '../stage.ts';
import { type Browser, startWebKit } from './driver.ts';

const { WEBKIT_DRIVER = '', WEBKIT_BROWSER = '' } = process.env;

export const test = base.extend<{ webkit: Browser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern.
  webkit: async ({}, use, info) => {
    info.skip(!WEBKIT_DRIVER, 'There is no WebKitGTK here.');
    const browser = await startWebKit(WEBKIT_DRIVER, WEBKIT_BROWSER);
    await use(browser);
    await browser.close();
    await closeAll();
  },
});

/** Opens the chat of a site with these attributes in its script tag, and waits for the greeting. */
export async function greet(webkit: Browser, stage: Stage, attributes = ''): Promise<void> {
  const { go, run, click } = webkit;
  await go(await siteWithBroker(stage, {}, attributes));
  await expect.poll(() => run(() => 'Natter' in window)).toBe(true);
  await click('.launcher');
  await expect
    .poll(() => run(() => document.querySelector('natter-chat')?.shadowRoot?.querySelector('.log')?.textContent))
    .toContain('Hello, I am Fern');
}
