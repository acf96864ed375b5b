/** The QA console: each panel is used once, against the real emulator. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { test as base, expect, type Stage, startStage } from './stage.ts';

/** A platform of this spec's own: the console changes rules, deployments and the clock. */
const test = base.extend<{ readonly open: (hash: string) => Promise<void> }, { readonly own: Stage }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern.
    async ({}, use) => {
      const own = await startStage();
      await own.control('agent', { script: 'shop', pace: 0 });
      await use(own);
      await own.stop();
    },
    { scope: 'worker' },
  ],
  open: async ({ page, own }, use) => {
    await use(async hash => {
      await page.goto(`${own.demo}/console.html${hash}`);
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    });
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Checks the panel in both colour schemes, and that a narrow phone shows it without scrolling sideways. */
async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(each => each.html.slice(0, 200))])).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });
}

test('conversations are listed page by page, searched, and read with latency and hand-off', async ({
  page,
  own,
  open,
}) => {
  const started = Date.now() - 3_600_000;
  const conversations = Array.from({ length: 21 }, (_, index) => ({
    started_at: new Date(started + index * 1_000).toISOString(),
    duration_seconds: 30,
    turns: [{ user_input: `Question ${index}`, agent_response: 'An answer.', latency: 1.25 }],
    ...(index === 20 ? { handoff: { destination: 'customer_care', reason: 'visitor_request' } } : {}),
  }));
  await open('#/conversations');
  await expect(page.getByText('No conversation fits.')).toBeVisible();
  await own.control('conversations', { conversations });
  await page.reload();
  const list = page.getByRole('list', { name: 'Conversations' });
  await expect(list.getByRole('listitem')).toHaveCount(20);
  await looksRight(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search' }).fill('question 20');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=question\+20/);
  await list.getByRole('link', { name: /Question 20/ }).click();
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText('after 1.25 s');
  await expect(page.getByRole('region', { name: 'Hand-off' })).toContainText('visitor_request');
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  await looksRight(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as fixture' }).click();
  expect((await download).suggestedFilename()).toMatch(/^CONV-.*\.json$/);
});
