/**
 * Many tabs of one shop, and browsers in which tabs can share nothing. A browser without a screen hides no page, so the tests pretend that
 * one is hidden.
 */

import type { BrowserContext, Page } from '@playwright/test';
import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, type Stage, test, userMessages, type Visitor } from './stage.ts';

test.afterEach(closeAll);

const sockets = (stage: Stage, id: string) => expect.poll(async () => (await stage.session(id)).sockets.length);

async function shown(visitor: Visitor, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(visitor.log.getByText(text, { exact: true })).toHaveCount(1);
}

/** Lets `turn` hide every page. */
const hideable = (context: BrowserContext) =>
  context.addInitScript(() => {
    let isHidden = false;
    Object.defineProperties(document, {
      hidden: { get: () => isHidden },
      visibilityState: { get: () => (isHidden ? 'hidden' : 'visible') },
    });
    Object.assign(window, {
      turn(hidden: boolean) {
        isHidden = hidden;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    });
  });

const turn = (page: Page, to: 'seen' | 'hidden'): Promise<void> =>
  page.evaluate(hidden => (window as never as { turn(hidden: boolean): void }).turn(hidden), to === 'hidden');

test('[G20] [G21] only the visible one of twenty tabs has a socket, and any of them continues the conversation', async ({
  page,
  context,
  stage,
}) => {
  await hideable(context);
  const site = await siteWithBroker(stage);
  const first = createVisitor(page, stage);
  await page.goto(site);
  await first.open();
  await first.say('echo from the first');
  await shown(first, 'from the first');
  const id = await first.sessionId();
  const visitors = [first];
  while (visitors.length < 20) {
    await turn(visitors.at(-1)?.page as Page, 'hidden');
    const next = createVisitor(await context.newPage(), stage);
    await next.page.goto(site);
    visitors.push(next);
  }
  const last = visitors.at(-1) as Visitor;
  await last.say('echo from the last');
  await shown(last, 'from the first', 'from the last');
  await sockets(stage, id).toBe(1);
  await turn(last.page, 'hidden');
  await turn(page, 'seen');
  await shown(first, 'from the first', 'from the last');
  await first.say('echo from the first again');
  await shown(first, 'from the first again');
  expect(await userMessages(stage, id)).toEqual([
    'echo from the first',
    'echo from the last',
    'echo from the first again',
  ]);
  expect((await stage.session(id)).joinsAsked).toBe(1);
});

test('[G20] [G21] two windows side by side show the same, and keep their sockets', async ({
  page,
  context,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const id = await visitor.sessionId();
  const second = createVisitor(await context.newPage(), stage);
  await second.page.goto(page.url());
  await expect(second.log).toContainText('Hello, I am Fern');
  for (const [from, text] of [
    [visitor, 'left'],
    [second, 'right'],
    [visitor, 'left again'],
  ] as const) {
    await from.say(`echo ${text}`);
    for (const each of [visitor, second]) await shown(each, text);
  }
  await sockets(stage, id).toBe(2);
  expect(await userMessages(stage, id)).toEqual(['echo left', 'echo right', 'echo left again']);
});

test('[G7] [G28] each tab has a conversation of its own in a browser that denies storage, and nothing is thrown', async ({
  page,
  context,
  stage,
  visitor,
}) => {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw Object.assign(new Error(`${name} is denied`), { name: 'SecurityError' });
        },
      });
  });
  const errors: string[] = [];
  context.on('weberror', error => errors.push(`${error.error().stack}`));
  await visitor.arrive();
  const id = await visitor.sessionId();
  const second = createVisitor(await context.newPage(), stage);
  await second.arrive();
  expect(await second.sessionId()).not.toBe(id);
  await visitor.say('echo one');
  await second.say('echo two');
  await shown(visitor, 'one');
  await shown(second, 'two');
  await expect(second.log.getByText('one', { exact: true })).toHaveCount(0);
  await stage.control(`sessions/${id}/drop`);
  await visitor.say('echo one more');
  await shown(visitor, 'one', 'one more');
  expect(await userMessages(stage, id)).toEqual(['echo one', 'echo one more']);
  await page.reload();
  await expect(visitor.panel).toBeHidden();
  expect(errors).toEqual([]);
});

for (const lacking of ['locks', 'BroadcastChannel'] as const)
  test(`[G7] [M6] without ${lacking} each tab has a conversation of its own, through cut connections, and nothing is stored`, async ({
    page,
    context,
    stage,
    visitor,
  }) => {
    await context.addInitScript(name => {
      Object.defineProperty(name === 'locks' ? Navigator.prototype : window, name, { get: () => undefined });
    }, lacking);
    await visitor.arrive();
    const id = await visitor.sessionId();
    const second = createVisitor(await context.newPage(), stage);
    await second.arrive();
    await second.say('echo from the second');
    await shown(second, 'from the second');
    await stage.control('faults', { kind: 'drop-before-echo', times: 1, sessionId: id });
    await visitor.say('echo from the first');
    await shown(visitor, 'from the first');
    expect(await userMessages(stage, id)).toEqual(['echo from the first']);
    await expect(second.log.getByText('from the first', { exact: true })).toHaveCount(0);
    expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).toEqual([]);
  });
