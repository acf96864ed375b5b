/** The back/forward cache, which Playwright turns off by default: a page is stored whole and comes back as it was. */

import { closeAll, serve, startBroker, tag } from './site.ts';
import { createVisitor, expect, freePort, test } from './stage.ts';
import { inWhole } from './whole.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...inWhole(launchOptions), ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

test.afterEach(closeAll);

test('[R26] a page that returns from the back/forward cache continues in the same session', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  const port = await freePort();
  const site = await serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    const chat = request.url === '/' ? tag(stage, `http://localhost:${port}`) : '';
    response.end(
      `<!doctype html><html lang="en"><title>Customer</title><a href="/elsewhere">Elsewhere</a>${chat}</html>`,
    );
  });
  await startBroker(stage, port, site);
  await page.goto(site);
  await page.evaluate(() => {
    addEventListener('pageshow', event => Object.assign(window, { cameBack: event.persisted }));
  });
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  const id = await visitor.sessionId();
  await visitor.composer.fill('half a sentence');
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await expect(page).toHaveURL(/elsewhere/);
  await expect.poll(async () => (await stage.session(id)).sockets.length).toBe(0);
  await stage.control(`sessions/${id}/events`, {
    type: 'EVENT_TYPE_AGENT_MESSAGE',
    payload: { message_id: 'meanwhile', text: 'Said while you were elsewhere.' },
  });
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'cameBack'))).toBe(true);
  await expect(visitor.panel).toBeVisible();
  await expect(visitor.composer).toHaveValue('half a sentence');
  await expect(visitor.log.getByText('Said while you were elsewhere.')).toBeVisible();
  await visitor.say('echo back again');
  await expect(visitor.log.getByText('back again', { exact: true })).toBeVisible();
  const { sockets, joinsAsked } = await stage.session(id);
  expect(sockets).toHaveLength(1);
  expect(joinsAsked).toBe(1);
});

test('a page with an unopened or closed chat enters the back/forward cache and returns', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  const port = await freePort();
  const site = await serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    const chat = request.url === '/' ? tag(stage, `http://localhost:${port}`) : '';
    response.end(
      `<!doctype html><html lang="en"><title>Customer</title><a href="/elsewhere">Elsewhere</a>${chat}</html>`,
    );
  });
  await startBroker(stage, port, site);
  await page.goto(site);
  const leaveAndReturn = async () => {
    await page.evaluate(() => {
      Reflect.deleteProperty(window, 'cameBack');
      addEventListener('pageshow', event => Object.assign(window, { cameBack: event.persisted }), { once: true });
    });
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await expect(page).toHaveURL(/elsewhere/);
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'cameBack'))).toBe(true);
  };
  await expect(visitor.button('Open chat')).toBeVisible();
  await leaveAndReturn();
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await page.keyboard.press('Escape');
  await expect(visitor.panel).toBeHidden();
  await leaveAndReturn();
  await visitor.open();
  await visitor.say('echo and again');
  await expect(visitor.log.getByText('and again', { exact: true })).toBeVisible();
});
