/**
 * A platform that no longer knows the session: it was restarted, or a load balancer leads to another replica. The conversation goes on in a
 * new session.
 */

import type { Page } from '@playwright/test';
import { closeAll, siteWithBroker } from './site.ts';
import {
  createVisitor,
  expect,
  freePort,
  platformAt,
  type Running,
  run,
  type Stage,
  test,
  userMessages,
  type Visitor,
} from './stage.ts';

const platforms: Running[] = [];

test.afterEach(async () => {
  await closeAll();
  await Promise.all(platforms.splice(0).map(each => each.stop()));
});

/** A shop with a platform of its own, which can be stopped and started again empty. */
async function openShop(stage: Stage) {
  const port = await freePort();
  const shop: Stage = { ...stage, ...platformAt(port) };
  const start = async () => {
    platforms.push(await run(['emulator'], { NATTER_EMULATOR_PORT: `${port}` }));
    await shop.control('agent', { pace: 0.2 });
  };
  await start();
  const stop = async () => void (await platforms.pop()?.stop());
  return { shop, start, stop, site: await siteWithBroker(shop) };
}

async function greeted(page: Page, shop: Stage, site: string): Promise<Visitor> {
  const visitor = createVisitor(page, shop);
  await page.goto(site);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  return visitor;
}

const answered = (visitor: Visitor, text: string) =>
  expect(visitor.log.getByText(text, { exact: true })).toBeVisible({ timeout: 60_000 });

/** The visitor's messages in all sessions of this platform. */
async function said(shop: Stage): Promise<unknown[]> {
  return userMessages(shop, ...(await shop.sessions()).map(({ id }) => id));
}

/** Checks that the chat goes on: nothing has failed, and the page was told of neither inactivity nor an end. */
async function goesOn(visitor: Visitor, conversations: number): Promise<void> {
  await expect(visitor.log.getByText('New conversation', { exact: true })).toHaveCount(conversations - 1);
  await expect(visitor.log).not.toContainText(/Sending…|Will be sent/);
  await expect(visitor.button('Retry')).toHaveCount(0);
  await expect(visitor.button('Start a new conversation')).toHaveCount(0);
  await expect(visitor.panel).not.toContainText('quiet');
}

test('[G90] messages written while the platform restarts are sent once in a new session, and stay there after a reload', async ({
  page,
  stage,
}) => {
  const { shop, start, stop, site } = await openShop(stage);
  const visitor = await greeted(page, shop, site);
  await visitor.say('echo before');
  await answered(visitor, 'before');
  await stop();
  await visitor.say('echo during');
  await expect(visitor.log.getByText('echo during', { exact: true })).toBeVisible();
  await start();
  await answered(visitor, 'during');
  expect(await said(shop)).toEqual(['echo during']);
  await goesOn(visitor, 2);
  await answered(visitor, 'before');

  await stop();
  await page.reload();
  await answered(visitor, 'during');
  await start();
  await visitor.say('echo after');
  await answered(visitor, 'after');
  expect(await said(shop)).toEqual(['echo after']);
  await goesOn(visitor, 3);
  await answered(visitor, 'before');
});

test('[G90] a platform that knows the token but not the session (404) gets a new session, even after a reload', async ({
  page,
  stage,
}) => {
  const { shop, site } = await openShop(stage);
  const visitor = await greeted(page, shop, site);
  await visitor.say('echo before');
  await answered(visitor, 'before');
  /** Makes the session's handshakes reach a replica that has never heard of it. */
  const misroute = async () => {
    const sessionId = await visitor.sessionId();
    await shop.control('faults', { kind: 'refuse-handshake', status: 404, sessionId });
    await shop.control(`sessions/${sessionId}/drop`);
  };
  await misroute();
  await visitor.say('echo during');
  await answered(visitor, 'during');
  expect(await said(shop)).toEqual(['echo before', 'echo during']);
  await goesOn(visitor, 2);

  await misroute();
  await page.reload();
  await visitor.say('echo after');
  await answered(visitor, 'after');
  expect(await said(shop)).toEqual(['echo before', 'echo during', 'echo after']);
  await goesOn(visitor, 3);
});
