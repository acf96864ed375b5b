/** The button that widens a floating panel. */

import { expect, test } from './stage.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test('a widened panel stays wide after a reload, and its replies use the full width', async ({ page, visitor }) => {
  await visitor.arrive();
  const width = () => visitor.panel.evaluate(panel => panel.getBoundingClientRect().width);
  await expect.poll(width).toBe(392);
  const widen = visitor.button('Expand chat');
  await widen.focus();
  await page.keyboard.press('Enter');
  await expect.poll(width).toBe(720);
  const shrink = visitor.button('Shrink chat');
  await expect(shrink).toBeFocused();
  await visitor.say('long');
  const table = visitor.log.locator('[part=table]').first();
  await expect(table).toBeVisible();
  const left = (selector: string) =>
    visitor.log
      .locator(selector)
      .last()
      .evaluate(element => Math.round(element.getBoundingClientRect().left));
  const edge = await visitor.composer.evaluate(field =>
    Math.round((field.closest('[part=field]') as Element).getBoundingClientRect().left),
  );
  expect(await left('.agent [part=table]')).toBe(edge);

  await page.reload();
  await expect(shrink).toBeVisible();
  await expect.poll(width).toBe(720);
  // The same choice in a window without room for it.
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(shrink).toBeHidden();
  await expect.poll(width).toBe(392);
  await page.setViewportSize({ width: 1280, height: 800 });
  await shrink.focus();
  await page.keyboard.press('Escape');
  await expect(visitor.panel).toBeHidden();
  await visitor.open();
  await shrink.click();
  await expect.poll(width).toBe(392);
});
