/** A page that goes, or a network that fails, before the widget is all there: what was written and wished then is neither lost nor doubled. */

import { atRest } from './rest.ts';
import { expect, messagesOf, test } from './stage.ts';

const PANEL = /\/natter-panel-[\w-]+\.js/;
const ENGINE = /\/natter-engine-[\w-]+\.js/;

test('[W60] what is sent and typed before the engine has come survives a reload, and is sent once', async ({
  page,
  stage,
  visitor,
}) => {
  // Never answered: as long as the line is that slow.
  await page.route(ENGINE, () => {});
  await page.goto(stage.demo);
  await visitor.open();
  await visitor.say('echo early bird');
  await visitor.composer.fill('half a thought');
  await page.reload();
  await expect(visitor.panel).toContainText('echo early bird');
  await expect(visitor.composer).toHaveValue('half a thought');
  // Perhaps it comes just before the page goes.
  await page.unroute(ENGINE);
  await page.reload();
  await expect(visitor.log.getByText('early bird', { exact: true })).toBeVisible();
  await expect(visitor.composer).toHaveValue('half a thought');
  const { events } = await stage.session(await visitor.sessionId());
  expect(messagesOf(events).filter(text => text === 'echo early bird')).toHaveLength(1);
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('[W62] a panel that cannot be fetched is told in an alert beside the launcher', async ({
  page,
  stage,
  visitor,
}) => {
  await page.route(PANEL, route => route.abort());
  await page.goto(stage.demo);
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await launcher.click();
  const words = page.getByRole('alert').filter({ hasText: 'Try again' });
  await expect(words).toBeVisible();
  // They rise as they come.
  await atRest(page);
  const [above, below] = [await words.boundingBox(), await launcher.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.unroute(PANEL);
  await visitor.open();
  await expect(words).toHaveCount(0);
});
