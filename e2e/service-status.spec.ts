/** The platform's state, from an alert rule to the line that the visitor reads. */

import { createPlatform } from '../src/platform/create-platform.ts';
import { closeAll, openSite, startBroker, tag } from './site.ts';
import { createVisitor, expect, freePort, platformAt, run, type Stage, test } from './stage.ts';

const MINUTE_MS = 60_000;

test.afterEach(closeAll);

test('an alert that fires is a calm line in the panel, and is gone when it is resolved', async ({ page, stage }) => {
  const [port, builderPort, brokerPort] = [await freePort(), await freePort(), await freePort()];
  const ports = { NATTER_EMULATOR_PORT: `${port}`, NATTER_BUILDER_PORT: `${builderPort}` };
  const emulator = await run(['emulator'], ports);
  const own: Stage = { ...stage, ...platformAt(port) };
  const builderUrl = `http://localhost:${builderPort}`;
  const keys = { builder: 'demo-builder' };
  const platform = createPlatform({ baseUrl: own.emulator, builderUrl, keys, accountId: 'demo', projectId: 'shop' });
  const broker = `http://localhost:${brokerPort}`;
  const { signing_secret } = await platform.webhooks.create({
    name: 'Broker',
    url: `${broker}/webhooks/alerts`,
    event_types: ['alerts.triggered', 'alerts.resolved'],
  });
  const rule = await platform.alerts.createRule({
    name: 'Functions fail',
    metric: 'function_errors',
    operator: '>=',
    threshold_value: 1,
    window_duration: '5m',
  });
  const site = await openSite(tag(own, broker));
  await startBroker(own, brokerPort, site, { NATTER_WEBHOOK_SECRETS: signing_secret ?? '' });
  const asked: string[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/status')) asked.push(request.url());
  });
  const visitor = createVisitor(page, own);
  await page.goto(site);
  await page.evaluate(() => {
    Object.assign(window, { levels: [] });
    window.Natter?.on('status', ({ level }) => (Reflect.get(window, 'levels') as string[]).push(level));
  });
  expect(asked).toEqual([]);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect.poll(() => asked.length).toBe(1);
  const line = visitor.panel.getByText("We're having technical problems right now");
  await expect(line).toHaveCount(0);

  const reopen = async () => {
    await visitor.button('Close').click();
    await visitor.open();
  };
  await own.control('metrics', { metric: 'function_errors', value: 3 });
  await own.control('clock', { advanceMs: MINUTE_MS });
  await reopen();
  await expect(line).toBeVisible({ timeout: 15_000 });

  // Notices carry the emulator's time, so its clock must not go more than five minutes ahead.
  await platform.alerts.updateRule(rule.id, { threshold_value: 100 });
  await own.control('clock', { advanceMs: MINUTE_MS });
  await reopen();
  await expect(line).toBeHidden({ timeout: 15_000 });
  expect(await page.evaluate(() => Reflect.get(window, 'levels'))).toEqual(['trouble', 'ok']);
  expect(visitor.warnings).toEqual([]);
  await emulator.stop();
});
