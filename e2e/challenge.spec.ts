/** A broker that wants a proof for each token: visitors do not notice. */

import { createVisitor, expect, linesOf, talks, test } from './guest.ts';
import { tag } from './site.ts';
import { freePort, run, type Stage } from './stage.ts';

/** Starts a broker for pages of this origin that gives no token without a proof. */
async function challengingBroker({ emulator }: Stage, origin: string) {
  const port = await freePort();
  const { stop } = await run(['broker'], {
    PORT: `${port}`,
    NATTER_PLATFORM_URL: emulator,
    NATTER_CONNECTOR_TOKEN: 'demo-connector',
    NATTER_HOST: 'localhost',
    NATTER_ALLOWED_ORIGINS: origin,
    NATTER_TICKET_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
    NATTER_CHALLENGE: 'always',
  });
  return { address: `http://localhost:${port}`, stop };
}

test('a visitor gets the greeting, a worker does the work, and the panel shows nothing of it', async ({
  page,
  stage,
  site,
}) => {
  const broker = await challengingBroker(stage, site.origin);
  const visitor = createVisitor(page, stage);
  const lines = linesOf(page);
  const answers: number[] = [];
  page.on('response', response => {
    if (response.url().endsWith('/token') && response.request().method() === 'POST') answers.push(response.status());
  });
  let workers = 0;
  page.on('worker', () => {
    workers += 1;
  });
  await page.goto(site.page({ head: tag(stage, broker.address) }));
  await page.evaluate(() => {
    const seen = new Set<string>();
    Reflect.set(window, 'banners', seen);
    new MutationObserver(() => {
      const banner = document.querySelector('natter-chat')?.shadowRoot?.querySelector('[part=banner]');
      if (banner) seen.add(banner.textContent ?? '');
    }).observe(document.querySelector('natter-chat')?.shadowRoot ?? document, { childList: true, subtree: true });
  });
  await visitor.open();
  await talks(visitor);
  expect(answers).toEqual([403, 200]);
  expect(workers).toBe(1);
  expect(await page.evaluate(() => [...(Reflect.get(window, 'banners') as Set<string>)])).toEqual([]);
  // The browser itself reports each status from 400 on.
  expect(lines.filter(line => !/status of 403/.test(line))).toEqual([]);
  await page.reload();
  await expect(visitor.log).toContainText('still here');
  await talks(visitor, 'back again');
  expect(answers).toEqual([403, 200, 200]);
  await broker.stop();
});

test('a page whose policy allows no worker finds the proof as well', async ({ page, stage, site }) => {
  const broker = await challengingBroker(stage, site.origin);
  const visitor = createVisitor(page, stage);
  let workers = 0;
  page.on('worker', () => {
    workers += 1;
  });
  const address = site.at((_, response) => {
    const policy = `worker-src 'none'; script-src ${stage.demo}; connect-src ${broker.address} ${stage.emulator} ${stage.emulator.replace('http', 'ws')}`;
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', policy);
    response.end(`<!doctype html><html lang="en"><title>A bank</title><h1>A bank</h1>${tag(stage, broker.address)}`);
  });
  await page.goto(address);
  await visitor.open();
  await talks(visitor);
  expect(workers).toBe(0);
  await broker.stop();
});

test('a broker that wants a captcha gets the page’s token, and without one the panel says so', async ({
  page,
  stage,
  site,
}) => {
  const visitor = createVisitor(page, stage);
  const asked: string[] = [];
  const body = { error: { code: 'challenge_required', message: 'x', challenge: { kind: 'token' } } };
  await page.route(`${site.broker}/token`, async route => {
    if (route.request().method() !== 'POST') return route.continue();
    const posted = route.request().postDataJSON();
    asked.push(posted.solution ?? 'none');
    return posted.solution === 'captcha-token'
      ? route.continue()
      : route.fulfill({ status: 403, json: body, headers: { 'access-control-allow-origin': site.origin } });
  });
  await page.goto(site.page({ head: site.tag() }));
  await visitor.open();
  await expect(visitor.panel).toContainText("This chat isn't available here right now.");
  await expect(visitor.button('Try again')).toBeVisible();
  expect(visitor.warnings).toEqual(['challenge_required']);
  expect(asked).toEqual(['none']);
  const settings = `<script>window.NatterSettings = { challenge: async () => 'captcha-token', broker: '${site.broker}' };</script>`;
  // The panel is open, as it was on the page before.
  await page.goto(site.page({ head: settings + site.tag() }));
  await talks(visitor);
  expect(asked).toEqual(['none', 'none', 'captcha-token']);
});
