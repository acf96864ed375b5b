/** The first impression: launcher, first screen and wide windows, measured. */

import { expect, test } from './stage.ts';

test.describe('the launcher at rest', () => {
  test('the launcher has its shadow before anybody comes near it', async ({ page, stage }) => {
    await page.goto(`${stage.demo}/?bench=off`);
    const launcher = page.locator('natter-chat').getByRole('button', { name: 'Open chat' });
    await expect(launcher).toHaveCSS('box-shadow', /32px/);
  });

  for (const [color, page, isSeen] of [
    ['#ffffff', 'white', true],
    ['#111111', 'black', true],
    ['#2456c7', 'white', false],
  ] as const) {
    test(`an edge shows a ${color} launcher on a ${page} page: ${isSeen}`, async ({ page: tab, stage }) => {
      await tab.goto(`${stage.demo}/?bench=off&color=${encodeURIComponent(color)}`);
      const launcher = tab.locator('natter-chat').getByRole('button', { name: 'Open chat' });
      const edge = await launcher.evaluate(element => getComputedStyle(element).borderTopColor);
      expect(/\/ 0\)|, 0\)/.test(edge), edge).toBe(!isSeen);
    });
  }
});

test('a finger that opens the chat gets no keyboard over the greeting', async ({ browser, stage }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(`${stage.demo}/?bench=off`);
  await page.locator('natter-chat').getByRole('button', { name: 'Open chat' }).tap();
  await expect(page.getByRole('log')).toContainText('Hello, I am Fern');
  const focused = await page.evaluate(() => document.querySelector('natter-chat')?.shadowRoot?.activeElement?.tagName);
  expect(focused).toBe('DIV');
  await context.close();
});

test('the head of a wide chat stands in line with the transcript', async ({ page, stage }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${stage.demo}/?bench=off&renderMode=fullscreen`);
  await page.getByRole('textbox', { name: 'Message' }).click();
  await expect(page.getByRole('log')).toContainText('Hello, I am Fern');
  const left = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(each => each.getBoundingClientRect().left);
  expect(await left('.header .avatar')).toBe(await left('.agent .bubble'));
  // Icons lie on whole pixels.
  const top = await page
    .locator('.header .icon')
    .first()
    .evaluate(each => each.getBoundingClientRect().top);
  expect(top).toBe(Math.round(top));
});

test('Escape on the page closes a chat that covers the focused link there, and no other', async ({ page, visitor }) => {
  await visitor.arrive();
  const { panel } = visitor;
  await page.evaluate(() => {
    for (const [id, left] of [
      ['covered', 'calc(100vw - 200px)'],
      ['clear', '8px'],
    ] as const) {
      const link = document.createElement('a');
      Object.assign(link, { id, href: '#', textContent: id });
      link.style.cssText = `position:fixed;top:50vh;left:${left}`;
      document.body.append(link);
    }
  });
  await page.locator('#clear').focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();
  await page.locator('#covered').focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.locator('#covered')).toBeFocused();
});
