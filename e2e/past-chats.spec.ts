/** Chats that are over, read again on the same device. */

import { expect, test, type Visitor } from './stage.ts';

/** Says something, ends the chat, and begins the next one. */
async function finishChat(visitor: Visitor, text: string): Promise<void> {
  await visitor.say(`echo ${text}`);
  await expect(visitor.log.locator('.agent').getByText(text, { exact: true })).toBeVisible();
  await visitor.button('More options').click();
  await visitor.page.getByRole('menuitem', { name: 'End conversation' }).click();
  await visitor.button('End conversation').click();
  await visitor.button('Start a new conversation').click();
  await expect(visitor.log.getByText(text, { exact: true })).toHaveCount(0);
  await expect(visitor.log).toContainText('Hello, I am Fern');
}

test('a visitor reads a past chat after a reload by keyboard, and forgetting removes it', async ({ page, visitor }) => {
  const files: string[] = [];
  page.on('request', request => files.push(...(/natter-past-chats-\w+\.js/.exec(request.url()) ?? [])));
  await visitor.arrive();
  await finishChat(visitor, 'the first question');
  await page.reload();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.button('More options').focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Past chats' });
  await page.keyboard.press('p');
  await expect(item).toBeFocused();
  expect(files).toEqual([]);
  await page.keyboard.press('Enter');

  const past = visitor.panel.getByRole('group', { name: 'Past chats' });
  const back = past.getByRole('button', { name: 'Back' });
  await expect(back).toBeFocused();
  expect(files).toHaveLength(1);
  // Nothing behind it can be reached.
  await expect(visitor.composer).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(past.getByRole('button', { name: /the first question/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(past.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(visitor.button('More options')).toBeFocused();
  await expect(visitor.composer).toBeVisible();

  await page.evaluate(() => window.Natter?.forget());
  await page.reload();
  await visitor.open();
  await visitor.button('More options').click();
  await expect(page.getByRole('menuitem', { name: 'Download transcript' })).toBeVisible();
  await expect(item).toHaveCount(0);
  expect(visitor.warnings).toEqual([]);
});

test('a failure to fetch the screen is shown in its place in the menu, and can be retried', async ({
  page,
  visitor,
}) => {
  await page.route(/natter-past-chats-/, route => route.abort(), { times: 1 });
  await visitor.arrive();
  await finishChat(visitor, 'hello');
  await visitor.button('More options').click();
  await page.getByRole('menuitem', { name: 'Past chats' }).click();
  await page.getByRole('menuitem', { name: "Past chats didn't load. Try again." }).click();
  await expect(visitor.panel.getByRole('group', { name: 'Past chats' })).toBeVisible();
});
