/** Feedback to replies, by keyboard. */

import AxeBuilder from '@axe-core/playwright';
import { atRest } from './rest.ts';
import { closeAll, openSite, startBroker, tag } from './site.ts';
import { createVisitor, expect, freePort, test } from './stage.ts';

test.afterEach(closeAll);

const PAGE = "<script>window.NatterSettings = { feedback: 'on' };</script>";

test('a visitor rates a reply by keyboard, says why, and finds the rating after a reload', async ({ page, stage }) => {
  const port = await freePort();
  const site = await openSite(PAGE + tag(stage, `http://localhost:${port}`));
  await startBroker(stage, port, site);
  const visitor = createVisitor(page, stage);
  await page.goto(site);
  await page.evaluate(() => {
    const given: unknown[] = [];
    Object.assign(window, { given });
    window.Natter?.on('feedback', each => given.push(each));
  });
  await visitor.open();
  await visitor.say('echo The first answer');
  await expect(visitor.log.getByText('The first answer', { exact: true })).toBeVisible();
  const down = visitor.button('Bad reply').last();
  await expect(down).toBeVisible();
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(down).toHaveAttribute('aria-pressed', 'true');
  await atRest(page);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include('natter-chat').analyze();
  expect(violations.map(each => each.id)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(visitor.panel.getByRole('textbox', { name: 'What went wrong? (optional)' })).toBeFocused();
  await page.keyboard.type('Not mine');
  await page.keyboard.press('Enter');
  await expect(down).toBeFocused();
  const given = await page.evaluate(() => (window as unknown as { given: { text?: string; value: string }[] }).given);
  expect(given.map(each => [each.value, each.text])).toEqual([
    ['down', undefined],
    ['down', 'Not mine'],
  ]);
  await page.reload();
  await expect(visitor.button('Bad reply').last()).toHaveAttribute('aria-pressed', 'true');
  expect(visitor.warnings).toEqual([]);
});
