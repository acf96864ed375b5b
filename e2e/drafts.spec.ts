/** What is being written in two tabs that do not know of each other: there is one composer for both, and no words are lost. */

import type { Page } from '@playwright/test';
import { createVisitor, expect, test, type Visitor } from './stage.ts';

const both = async (visitors: readonly Visitor[], words: string): Promise<void> => {
  for (const { composer } of visitors) await expect(composer).toHaveValue(words);
};

/** Holds the engine back until the answer is called. */
async function holdEngine(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(/\/natter-app-[\w-]+\.js/, async route => {
    await held;
    await route.continue();
  });
  return release;
}

test('[G71] a tab that comes back to what is being written in another one has its own words as well', async ({
  page,
  context,
  stage,
  visitor,
}) => {
  await visitor.arrive('?remember=session');
  const url = page.url();
  await visitor.composer.fill('where is my');
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(kept).toContain('where is my');
  await page.goto('about:blank');
  const second = createVisitor(await context.newPage(), stage);
  await second.arrive('?remember=session');
  await second.composer.fill('can I return');
  await page.goto(url);
  await both([visitor, second], 'can I return\nwhere is my');
});

test('[G74] what is typed before the chat has come does not take the place of what is being written elsewhere', async ({
  context,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  await visitor.composer.fill('where is my');
  const second = createVisitor(await context.newPage(), stage);
  const release = await holdEngine(second.page);
  await second.page.goto(`${stage.demo}/`);
  await second.open();
  await second.composer.pressSequentially('can I');
  release();
  await both([visitor, second], 'where is my\ncan I');
  // Whoever writes on does so at the end.
  await second.composer.pressSequentially(' return');
  await both([visitor, second], 'where is my\ncan I return');
});

test('[G76] words that another tab has finished and sent meanwhile are not in the composer of the one that comes back', async ({
  page,
  context,
  stage,
  visitor,
}) => {
  await visitor.arrive('?remember=session');
  const url = page.url();
  await visitor.composer.fill('where is my');
  const second = createVisitor(await context.newPage(), stage);
  await second.arrive('?remember=session');
  await both([visitor, second], 'where is my');
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(kept).toContain('where is my');
  await page.goto('about:blank');
  await second.composer.press('End');
  await second.composer.pressSequentially(' order');
  await second.composer.press('Enter');
  await expect(second.log).toContainText('where is my order');
  await second.page.evaluate(() => (window as never as { Natter: { startNew(): void } }).Natter.startNew());
  await page.goto(url);
  await expect(visitor.button('More options')).toBeVisible();
  await expect(visitor.log).not.toContainText('where is my order');
  await both([visitor, second], '');
});
