/** The script tag in Safari's engine: open, write, a streamed answer, a reload, and closed. The same in Firefox is journey.spec.ts. */

import { closeAll, siteWithBroker } from '../site.ts';
import { expect, test } from '../stage.ts';
import { type Browser, ENTER, startWebKit } from './driver.ts';

const { WEBKIT_DRIVER = '', WEBKIT_BROWSER = '' } = process.env;

let webkit: Browser | undefined;

test.afterEach(async () => {
  await webkit?.close();
  webkit = undefined;
  await closeAll();
});

/** What a visitor reads in the panel, and where the focus is; run in the page. */
function look(): { open: boolean; text: string; draft: string; focus: string } {
  const root = document.querySelector('natter-chat')?.shadowRoot;
  const panel = root?.querySelector<HTMLElement>('[role=dialog]');
  return {
    open: panel ? !panel.hidden : false,
    text: panel?.textContent ?? '',
    draft: panel?.querySelector('textarea')?.value ?? '',
    focus: root?.activeElement?.localName ?? '',
  };
}

test('[G60] the journey of the script tag in WebKit: open, send, a streamed answer, a reload goes on, close', async ({
  stage,
}) => {
  test.skip(!WEBKIT_DRIVER, 'There is no WebKitGTK here.');
  const site = await siteWithBroker(stage);
  webkit = await startWebKit(WEBKIT_DRIVER, WEBKIT_BROWSER);
  const { go, run, click, type, reload } = webkit;
  const text = async () => (await run(look)).text;
  await go(site);
  await expect.poll(() => run(() => 'Natter' in window)).toBe(true);
  await click('.launcher');
  await expect.poll(text).toContain('Hello, I am Fern');
  expect((await run(look)).focus).toBe('textarea');
  await type(`opening hours${ENTER}`);
  await expect.poll(text).toContain('On public holidays we are closed.');
  const [session] = (await stage.sessions()).filter(each => each.state === 'open');
  const { events } = await stage.session(`${session?.id}`);
  expect(events.filter(event => event.type.endsWith('MESSAGE_CHUNK')).length).toBeGreaterThan(5);
  await type('half a thought');
  await expect.poll(async () => (await run(look)).draft).toBe('half a thought');

  await reload();
  await expect.poll(text).toContain('On public holidays we are closed.');
  await expect.poll(async () => (await run(look)).draft).toBe('half a thought');
  await click('textarea');
  await type(`${ENTER}`);
  await expect
    .poll(async () => (await stage.session(`${session?.id}`)).events.map(each => each.payload.text))
    .toContain('half a thought');
  await click('[role=dialog] button[aria-label="Close chat"]');
  await expect.poll(async () => (await run(look)).open).toBe(false);
  expect((await run(look)).focus).toBe('button');
});
