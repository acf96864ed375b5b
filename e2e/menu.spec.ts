/** The header's menu: how it closes, and what a long one does. */

import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, test } from './stage.ts';

test.afterEach(closeAll);

test('a press beside an open menu closes it, and reaches its target', async ({ page, visitor }) => {
  await visitor.arrive();
  const button = visitor.button('More options');
  const menu = page.getByRole('menu');
  await button.click();
  await expect(menu).toBeVisible();
  await visitor.composer.click();
  await expect(menu).toHaveCount(0);
  await page.keyboard.type('hello');
  await expect(visitor.composer).toHaveValue('hello');

  // A press on the page, which takes no focus, closes it as well.
  await button.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(20, 20);
  await expect(menu).toHaveCount(0);
});

test('a letter leads to the next item that begins with it, and shortcuts still work', async ({ page, visitor }) => {
  await visitor.arrive();
  await visitor.button('More options').click();
  const sound = page.getByRole('menuitemcheckbox', { name: 'Message sounds' });
  await page.keyboard.press('e');
  await expect(page.getByRole('menuitem', { name: 'End conversation' })).toBeFocused();
  await page.keyboard.press('d');
  await expect(page.getByRole('menuitem', { name: 'Download transcript' })).toBeFocused();
  await page.keyboard.press('M');
  for (const elsewhere of ['Control+e', 'x']) {
    await expect(sound).toBeFocused();
    await page.keyboard.press(elsewhere);
  }
  await expect(sound).toBeFocused();
});

for (const [width, height] of [
  [1280, 720],
  [320, 568],
] as const) {
  test(`all languages at ${width} × ${height} scroll in the menu, and nothing behind it moves`, async ({
    page,
    stage,
  }) => {
    await page.setViewportSize({ width, height });
    const all = 'en,de,fr,es,it,pt-BR,nl,pl,sv,da,tr,ru,uk,ar,he,hi,ja,ko,zh-Hans,zh-Hant,th,vi';
    await page.goto(await siteWithBroker(stage, {}, `data-languages="${all}"`));
    const visitor = createVisitor(page, stage);
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await visitor.button('More options').click();
    await page.getByRole('menuitem', { name: 'Language' }).click();
    const languages = page.getByRole('menuitemradio');
    await expect(languages).toHaveCount(22);
    await page.keyboard.press('End');
    await expect(languages.last()).toBeFocused();
    await expect(languages.last()).toBeInViewport();
    expect(await visitor.panel.evaluate(panel => panel.scrollTop)).toBe(0);
    expect(await visitor.panel.evaluate(panel => panel.scrollHeight - panel.clientHeight)).toBe(0);
    await expect(visitor.panel.getByRole('button', { name: /^Close/ })).toBeInViewport();
  });
}
