/**
 * What Safari's engine draws otherwise than others. It has no ring of its own where an arrow key has moved the focus, nor where a script has
 * once something was clicked; and a rule about what is in something (`:has() > …`) is not always applied anew when what it asks for comes.
 */

import { closeAll, siteWithBroker } from '../site.ts';
import { expect, type Stage, test } from '../stage.ts';
import { type Browser, DOWN, RIGHT, startWebKit } from './driver.ts';

const { WEBKIT_DRIVER = '', WEBKIT_BROWSER = '' } = process.env;

let webkit: Browser | undefined;

test.afterEach(async () => {
  await webkit?.close();
  webkit = undefined;
  await closeAll();
});

/** What has the focus, and whether it has a ring around it or is in one; run in the page. */
function focus(): { name: string; ring: boolean } {
  const focused = document.querySelector('natter-chat')?.shadowRoot?.activeElement;
  const ring = [focused, focused?.parentElement].some(each => each && getComputedStyle(each).outlineStyle === 'solid');
  return { name: focused?.ariaLabel || (focused?.textContent ?? '').trim(), ring };
}

/** Where it begins and how high it is, in pixels, or null; run in the page. */
function place(selector: string): { top: number; height: number } | null {
  const found = document.querySelector('natter-chat')?.shadowRoot?.querySelector(selector)?.getBoundingClientRect();
  return found ? { top: found.top, height: found.height } : null;
}

async function greeted(stage: Stage): Promise<Browser> {
  const site = await siteWithBroker(stage, {}, 'data-rating="on"');
  webkit = await startWebKit(WEBKIT_DRIVER, WEBKIT_BROWSER);
  const { go, run, click } = webkit;
  await go(site);
  await expect.poll(() => run(() => 'Natter' in window)).toBe(true);
  await click('.launcher');
  await expect
    .poll(() => run(() => document.querySelector('natter-chat')?.shadowRoot?.querySelector('.log')?.textContent))
    .toContain('Hello, I am Fern');
  return webkit;
}

/** A chat that is over, and asks how it was. */
async function askedForStars(stage: Stage): Promise<Browser> {
  const browser = await greeted(stage);
  await browser.run(() => (window as unknown as { Natter: { end(): void } }).Natter.end());
  await expect.poll(() => browser.run(place, '.stars')).not.toBeNull();
  return browser;
}

test('[Q4] in WebKit, too, whoever opens the menu by a click and goes on by keys sees where', async ({ stage }) => {
  test.skip(!WEBKIT_DRIVER, 'There is no WebKitGTK here.');
  const { run, click, type } = await greeted(stage);
  await click('[part=menu-button]');
  await expect.poll(() => run(focus)).toEqual({ name: 'Download transcript', ring: false });
  await type(DOWN);
  await expect.poll(() => run(focus)).toEqual({ name: 'Save as web page', ring: true });
});

test('[Q4] in WebKit, too, the focus is seen on each of the stars', async ({ stage }) => {
  test.skip(!WEBKIT_DRIVER, 'There is no WebKitGTK here.');
  const { run, type } = await askedForStars(stage);
  await run(() =>
    document.querySelector('natter-chat')?.shadowRoot?.querySelector<HTMLElement>('[type=radio]')?.focus(),
  );
  for (const count of [2, 3]) {
    await type(RIGHT);
    await expect.poll(() => run(focus)).toEqual({ name: `${count} stars`, ring: true });
  }
});

test('[U158] in WebKit, too, a star that is pressed stays where it is', async ({ stage }) => {
  test.skip(!WEBKIT_DRIVER, 'There is no WebKitGTK here.');
  const { run, click } = await askedForStars(stage);
  // The panel makes room for the question.
  let before = await run(place, '.stars');
  await expect
    .poll(async () => {
      const last = before;
      before = await run(place, '.stars');
      return before?.top === last?.top;
    })
    .toBe(true);
  await click('.stars label:nth-of-type(4)');
  await expect.poll(() => run(place, '.rating textarea')).not.toBeNull();
  expect(await run(place, '.stars')).toEqual(before);
});

test('[U14] in WebKit, too, the counter comes and goes without moving anything', async ({ stage }) => {
  test.skip(!WEBKIT_DRIVER, 'There is no WebKitGTK here.');
  const { run } = await greeted(stage);
  const write = (letters: number) =>
    run((count: number) => {
      const field = document.querySelector('natter-chat')?.shadowRoot?.querySelector('textarea');
      if (field) field.value = 'word '.repeat(count / 5);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    }, letters);
  const counter = () =>
    run(() => document.querySelector('natter-chat')?.shadowRoot?.querySelector('.counter')?.textContent ?? '');
  await write(60_000);
  await expect.poll(async () => (await run(place, '.field'))?.height).toBeGreaterThan(140);
  const before = await run(place, '.log');
  for (const [letters, says] of [
    [125_000, /^125,/],
    [60_000, /^$/],
    [135_000, /too long/],
    [60_000, /^$/],
    [125_000, /^125,/],
  ] as const) {
    await write(letters);
    await expect.poll(counter).toMatch(says);
    expect(await run(place, '.log'), `${letters}`).toEqual(before);
  }
});
