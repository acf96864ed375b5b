import { request as ask } from 'node:http';
import type { Page } from '@playwright/test';
import { closeAll, openSite, serve, siteWithBroker, start, startBroker, tag } from './site.ts';
import { createVisitor, expect, freePort, type Stage, test } from './stage.ts';

test.afterEach(closeAll);

async function errorsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

/** Records the codes of `error` events, from before the script loads. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    addEventListener('load', () => {
      const { Natter } = window as unknown as {
        Natter?: { on(name: string, handler: (e: { code: string }) => void): void };
      };
      Natter?.on('error', error => heard.push(error.code));
    });
  });
}

test('a page without data-broker: one error in the console, no launcher, the page untouched', async ({
  page,
  stage,
}) => {
  const visitor = createVisitor(page, stage);
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(error.message));
  await page.goto(await openSite(`<script async src="${stage.demo}/natter.js"></script>`));
  await expect.poll(() => visitor.warnings).toEqual(['missing_broker']);
  await expect(page.locator('natter-chat')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'A shop' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('broker down at open: a message, one warning, and Try again works when it is back', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  await listen(page);
  await page.clock.install();
  const port = await freePort();
  const site = await openSite(tag(stage, `http://localhost:${port}`));
  await page.goto(site);
  await visitor.open();
  await expect(visitor.panel).toContainText("We couldn't reach the chat service.");
  await visitor.say('echo patience pays');
  await expect.poll(() => visitor.warnings).toEqual(['broker_unreachable']);
  expect(await errorsOf(page)).toEqual(['broker_unreachable']);
  // Each failed attempt doubles the pause before the next automatic one.
  for (let vain = 0; vain < 5; vain++) {
    const failed = page.waitForEvent('requestfailed');
    await visitor.button('Try again').click();
    await failed;
    await expect(visitor.button('Try again')).toBeEnabled();
  }
  // Almost stops the clock during the last pause: only the button can start the next attempt.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 8_000));
  await startBroker(stage, port, site);
  let asked = 0;
  page.on('request', request => {
    if (request.url().endsWith('/token')) asked += 1;
  });
  await visitor.button('Try again').click();
  const soon = async () => {
    await page.clock.runFor(50);
    return asked;
  };
  await expect.poll(soon).toBe(1);
  await page.clock.resume();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.log.getByText('patience pays', { exact: true })).toBeVisible();
});

test('an origin that the broker does not allow: a message, an action, one warning with the code', async ({
  page,
  stage,
}) => {
  const visitor = createVisitor(page, stage);
  await listen(page);
  await page.goto(await openSite(tag(stage, stage.broker)));
  await visitor.open();
  await expect(visitor.button('Try again')).toBeVisible();
  await expect.poll(() => visitor.warnings).toEqual(['origin_not_allowed']);
  expect(await errorsOf(page)).toEqual(['origin_not_allowed']);
});

test('[R43] an unreadable answer in place of the broker is not a refusal: the chat connects automatically', async ({
  page,
  stage,
}) => {
  const visitor = createVisitor(page, stage);
  await listen(page);
  const proxy = await coveredBroker(stage);
  await page.goto(proxy.site);
  await visitor.open();
  await visitor.say('echo written meanwhile');
  await expect.poll(() => visitor.warnings).toEqual(['broker_unreachable']);
  // One attempt for each status.
  await expect.poll(proxy.covers, { timeout: 30_000 }).toEqual(COVERS);
  proxy.uncover();
  await expect(visitor.log.getByText('written meanwhile', { exact: true })).toBeVisible({ timeout: 40_000 });
  expect(await errorsOf(page)).toEqual(['broker_unreachable']);
  await page.reload();
  await expect(visitor.log.getByText('written meanwhile', { exact: true })).toBeVisible();
});

/** Statuses of proxies that cannot reach the broker, or are too busy to try. */
const COVERS = [502, 429, 520, 503];

/**
 * A broker behind a proxy. Until it is uncovered, the proxy answers everything itself, even preflights, with HTML pages and no CORS
 * headers.
 */
async function coveredBroker(stage: Stage) {
  const port = await freePort();
  let covered = true;
  const preflights: number[] = [];
  const proxy = await serve((request, response) => {
    if (covered) {
      const status = COVERS[preflights.length] ?? 504;
      if (request.method === 'OPTIONS' && preflights.length < COVERS.length) preflights.push(status);
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Try again later</h1>');
      return;
    }
    const { method, url, headers } = request;
    request.pipe(
      ask({ port, method, path: url, headers }, answer => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  const site = await openSite(tag(stage, proxy));
  await startBroker(stage, port, site);
  return {
    site,
    covers: () => preflights,
    uncover: () => {
      covered = false;
    },
  };
}

test('a token refused by the platform: a message, an action, one warning with the code', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  await listen(page);
  await stage.control('faults', { kind: 'http-status', path: 'access-token', status: 401 });
  await page.goto(await siteWithBroker(stage));
  await visitor.open();
  await expect(visitor.button('Try again')).toBeVisible();
  await expect.poll(() => visitor.warnings).toEqual(['token_refused']);
  expect(await errorsOf(page)).toEqual(['token_refused']);
  await stage.control('faults/clear');
  await visitor.button('Try again').click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
});

test('a session refused, then allowed: Try again starts the conversation', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  await stage.control('faults', { kind: 'http-status', path: 'sessions', status: 400 });
  await page.goto(await siteWithBroker(stage));
  await visitor.open();
  await expect(visitor.button('Try again')).toBeVisible();
  await expect.poll(() => visitor.warnings).toEqual(['session_refused']);
  await stage.control('faults/clear');
  await visitor.button('Try again').click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
});

test('a socket refused: a message, and the chat connects automatically when it is allowed', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  await stage.control('faults', { kind: 'refuse-handshake', status: 500 });
  await page.goto(await siteWithBroker(stage));
  await visitor.open();
  await expect(visitor.panel).toContainText(/couldn't connect|Reconnecting/);
  await expect.poll(() => visitor.warnings).toEqual(['socket_refused']);
  await stage.control('faults/clear');
  await expect(visitor.log).toContainText('Hello, I am Fern');
});

test('a server that is not a broker: a message and one warning', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  const parked = await serve((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.end(request.method === 'OPTIONS' ? '' : '<html>parked</html>');
  });
  await page.goto(await openSite(tag(stage, parked)));
  await visitor.open();
  await expect(visitor.button('Try again')).toBeVisible();
  await expect.poll(() => visitor.warnings).toEqual(['broker_misconfigured']);
});

test('the other dialect: broker and emulator on separate ports work the same', async ({ page, stage }) => {
  const port = await freePort();
  await start(['emulator'], { NATTER_EMULATOR_PORT: `${port}`, NATTER_DIALECT: 'poly' }, { up: /listening|ready/i });
  const site = await siteWithBroker(stage, {
    NATTER_PLATFORM_URL: `http://localhost:${port}`,
    NATTER_DIALECT: 'poly',
  });
  const visitor = createVisitor(page, stage);
  const sent: string[] = [];
  page.on('websocket', socket => socket.on('framesent', frame => sent.push(String(frame.payload))));
  await page.goto(site);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say('echo same here');
  await expect(visitor.log.getByText('same here', { exact: true })).toBeVisible();
  expect(sent.some(frame => frame.includes('EVENT_TYPE_REQUEST_POLY_AGENT_JOIN'))).toBe(true);
  expect(visitor.warnings).toEqual([]);
});
