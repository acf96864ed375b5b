/** A thousand messages at once, in a real layout: the end is seen first, and whoever scrolls up keeps their place while the rest comes. */

import type { WebSocketRoute } from '@playwright/test';
import { expect, test } from './stage.ts';

test("[U123] [U126] the reader's place stays while a long history is drawn, and all of it can be found", async ({
  page,
  visitor,
}) => {
  let last = 0;
  let toPage: WebSocketRoute | undefined;
  await page.routeWebSocket(/.*/, route => {
    toPage = route;
    const server = route.connectToServer();
    server.onMessage(text => {
      for (const [, sequence] of `${text}`.matchAll(/"sequence":(\d+)/g)) last = Math.max(last, Number(sequence));
      route.send(text);
    });
  });
  await visitor.arrive();
  const events = Array.from({ length: 1_000 }, (_, place) => ({
    id: `flood-${place}`,
    sequence: last + 1 + place,
    timestamp: new Date().toISOString(),
    type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
    payload: {
      message_id: `flood-${place}`,
      text: `Number ${place}. ${'Some words to read. '.repeat(place % 7)}`,
      attachments: [],
      response_suggestions: [],
    },
  }));
  toPage?.send(JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }));
  await expect(visitor.log.getByText('Number 999.')).toBeInViewport();
  // At once, before there was time for what is further up.
  await visitor.log.evaluate(log => {
    log.scrollTop -= 1_500;
  });
  const place = () =>
    visitor.log.evaluate(log => {
      const { top } = log.getBoundingClientRect();
      const row = [...log.querySelectorAll('.message')].find(each => each.getBoundingClientRect().top > top);
      return { words: row?.textContent?.slice(0, 20) ?? '', y: row?.getBoundingClientRect().top ?? 0 };
    });
  // New messages rise a few pixels while they appear.
  await expect.poll(async () => (await place()).words).not.toBe('');
  await page.waitForFunction(() => !document.querySelector('natter-chat')?.shadowRoot?.getAnimations().length);
  const before = await place();
  await expect(visitor.log).toContainText('Number 1.');
  await expect(visitor.log).toContainText('Number 500.');
  const after = await place();
  expect(after.words).toBe(before.words);
  expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  await expect(visitor.log.locator('.message', { hasText: /Number \d+\./ })).toHaveCount(1_000);
  // Up there it can be used, as ever.
  await visitor.log.getByText('Number 2.', { exact: false }).first().scrollIntoViewIfNeeded();
  await expect(visitor.log.getByText('Number 2.', { exact: false }).first()).toBeInViewport();

  // What is selected there stays so, also out of sight.
  const row = (number: number) => visitor.log.locator('.message', { hasText: `Number ${number}.` });
  const from = await row(2).first().locator('p').boundingBox();
  await page.mouse.move((from?.x ?? 0) + 2, (from?.y ?? 0) + 8);
  await page.mouse.down();
  const to = await row(5).first().locator('p').boundingBox();
  await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 8, { steps: 5 });
  await page.mouse.up();
  const selection = () =>
    visitor.log.evaluate(log => `${(log.getRootNode() as Document & { getSelection(): Selection }).getSelection()}`);
  const words = await selection();
  expect(words).toContain('Number 3.');
  await visitor.button(/^Jump to latest/).click();
  await expect(visitor.log.getByText('Number 999.')).toBeInViewport();
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(() => requestIdleCallback(resolve))));
  expect(await selection()).toBe(words);
});
