/** A thousand messages at once, in a real layout: the end is seen first, and whoever scrolls up keeps their place while the rest comes. */

import type { Locator, Page, WebSocketRoute } from '@playwright/test';
import { atRest } from './rest.ts';
import { expect, selectedAt, test, type Visitor } from './stage.ts';

interface Hurry {
  /** Nobody gets idle time while this is set. */
  hurry: boolean;
}

/** Has the page's idle time wait for `rest`: how soon a machine has some is its own affair. */
function holdIdleTime(): void {
  const { requestIdleCallback: request, cancelIdleCallback: cancel } = globalThis;
  const waiting = new Map<number, IdleRequestCallback>();
  let held = 0;
  let hurry = false;
  Object.defineProperty(globalThis, 'hurry', {
    set(now: boolean) {
      hurry = now;
      if (hurry) return;
      for (const run of waiting.values()) request(run);
      waiting.clear();
    },
  });
  globalThis.requestIdleCallback = run => {
    if (!hurry) return request(run);
    held -= 1;
    waiting.set(held, run);
    return held;
  };
  globalThis.cancelIdleCallback = handle => {
    if (!waiting.delete(handle)) cancel(handle);
  };
}

const rest = (page: Page) =>
  page.evaluate(() => {
    (globalThis as unknown as Hurry).hurry = false;
  });

/** It comes in idle time, of which a busy machine has little. */
const isAllThere = (log: Locator) =>
  expect(log.locator('.message', { hasText: /Number \d+\./ })).toHaveCount(1_000, { timeout: 90_000 });

/** The visitor arrives, and a thousand messages come at once: their end is drawn, and for more there is no time before `rest`. `anchor`: whether the browser may hold the place. */
async function arrive(page: Page, visitor: Visitor, anchor = 'auto'): Promise<void> {
  if (anchor === 'none') {
    // Safari says so itself.
    await page.addInitScript(() => {
      const supports = CSS.supports.bind(CSS) as (...asked: string[]) => boolean;
      CSS.supports = (...asked: string[]) => asked[0] !== 'overflow-anchor' && supports(...asked);
    });
  }
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
  await page.addInitScript(holdIdleTime);
  await visitor.arrive();
  await page.evaluate(() => {
    (globalThis as unknown as Hurry).hurry = true;
  });
  await visitor.log.evaluate((log, value) => log.style.setProperty('overflow-anchor', value), anchor);
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
}

test("[U123] [U126] the reader's place stays while a long history is drawn, and all of it can be found", async ({
  page,
  visitor,
}) => {
  await arrive(page, visitor);
  // Before there was time for what is further up.
  await visitor.log.evaluate(log => {
    log.scrollTop -= 1_500;
  });
  const place = () =>
    visitor.log.evaluate(log => {
      const { top } = log.getBoundingClientRect();
      const row = [...log.querySelectorAll('.message')].find(each => each.getBoundingClientRect().top > top);
      return { words: row?.textContent?.slice(0, 20) ?? '', y: row?.getBoundingClientRect().top ?? 0 };
    });
  await expect.poll(async () => (await place()).words).not.toBe('');
  // New messages rise a few pixels while they appear.
  await atRest(page);
  const before = await place();
  await rest(page);
  await expect(visitor.log).toContainText('Number 1.');
  await expect(visitor.log).toContainText('Number 500.');
  await isAllThere(visitor.log);
  await atRest(page);
  const after = await place();
  expect(after.words).toBe(before.words);
  expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  // Up there it can be used, as ever.
  await visitor.log.getByText('Number 2.', { exact: false }).first().scrollIntoViewIfNeeded();
  await expect(visitor.log.getByText('Number 2.', { exact: false }).first()).toBeInViewport();

  // What is selected there stays so, also out of sight.
  await atRest(page);
  const row = (number: number) => visitor.log.locator('.message', { hasText: `Number ${number}.` });
  const from = await row(2).first().locator('p').boundingBox();
  await page.mouse.move((from?.x ?? 0) + 2, (from?.y ?? 0) + 8);
  await page.mouse.down();
  const to = await row(5).first().locator('p').boundingBox();
  await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 8, { steps: 5 });
  await page.mouse.up();
  const selection = () => selectedAt(visitor.log);
  const words = await selection();
  expect(words).toContain('Number 3.');
  await visitor.button(/^Jump to latest/).click();
  await expect(visitor.log.getByText('Number 999.')).toBeInViewport();
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(() => requestIdleCallback(resolve))));
  expect(await selection()).toBe(words);
});

test("[U171] [U126] what the browser's own search finds far up stays marked, and is not replaced", async ({
  page,
  visitor,
}) => {
  const { log } = visitor;
  await arrive(page, visitor);
  await rest(page);
  await isAllThere(log);
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(() => requestIdleCallback(resolve))));
  const row = await log.locator('.message', { hasText: 'Number 300.' }).elementHandle();
  // As a search does: it marks the words, and shows them.
  await row?.evaluate(element => {
    const words = element.querySelector('.text p')?.firstChild;
    if (words) getSelection()?.setBaseAndExtent(words, 0, words, 11);
    element.scrollIntoView({ block: 'center' });
  });
  await expect(log.getByText('Number 300.')).toBeInViewport();
  await page.evaluate(() => new Promise(resolve => requestIdleCallback(() => requestIdleCallback(resolve))));
  expect(await selectedAt(log)).toBe('Number 300.');
  expect(await row?.evaluate(element => element.isConnected)).toBe(true);
});

/** The first row whose beginning is in sight, and how far from the top of the view. */
const reading = (log: Locator) =>
  log.evaluate(view => {
    const { top, bottom } = view.getBoundingClientRect();
    const rows = [...view.querySelectorAll('.message')].map(row => ({ row, y: row.getBoundingClientRect().top }));
    const seen = rows.find(({ y }) => y > top && y < bottom);
    return { words: /Number \d+\./.exec(seen?.row.textContent ?? '')?.[0] ?? '', y: (seen?.y ?? 0) - top };
  });

for (const anchor of ['auto', 'none']) {
  for (const to of ['the middle', 'where the end that is drawn begins']) {
    // Safari holds no place by itself.
    const browser = anchor === 'auto' ? 'this browser' : 'one that does not hold it by itself';
    test(`[U170] the place is held for whoever jumps to ${to} while the rest comes, in ${browser}`, async ({
      page,
      visitor,
    }) => {
      const { log } = visitor;
      await arrive(page, visitor, anchor);
      await log.evaluate((view, middle) => {
        const pages = [...view.querySelectorAll<HTMLElement>('.page')];
        const first = pages.findLast(each => !each.previousElementSibling?.textContent);
        // Nothing is there yet above its words, which are to be seen.
        view.scrollTop = middle ? view.scrollHeight / 2 : (first?.offsetTop ?? 0) - 200;
      }, to === 'the middle');
      await expect.poll(async () => (await reading(log)).words).not.toBe('');
      await atRest(page);
      const before = await reading(log);
      await rest(page);
      await isAllThere(log);
      await atRest(page);
      // New messages rise a few pixels while they appear.
      const row = log.locator('.message', { hasText: before.words });
      const { y = 0 } = (await row.first().boundingBox()) ?? {};
      expect(Math.abs(y - ((await log.boundingBox())?.y ?? 0) - before.y)).toBeLessThan(12);
    });
  }
}
