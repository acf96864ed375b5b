import { hesitate, toEnd, turnWheel } from './rest.ts';
import { expect, messagesOf, test, userMessages } from './stage.ts';

test.use({ pace: 1 });

test('[R1] sockets cut in the middle of a streamed reply: the reply is complete, no bubble is duplicated, one join', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const { until, goOn } = await hesitate(stage, page);
  await visitor.say('stream');
  const id = await visitor.sessionId();
  const length = async () => ((await visitor.log.textContent()) ?? '').length;
  let seen = await length();
  for (let cut = 0; cut < 3; cut++) {
    const next = seen + 150;
    await until(async () => (await length()) > next);
    seen = await length();
    await stage.control(`sessions/${id}/drop`);
    await expect.poll(async () => (await stage.session(id)).sockets.length).toBe(1);
  }
  await goOn();
  const done = async () =>
    (await stage.session(id)).events.some(
      event => event.payload.is_complete === true && Number(event.payload.chunk_index) > 50,
    );
  await expect.poll(done, { timeout: 40_000 }).toBe(true);
  const detail = await stage.session(id);
  expect(detail.joinsAsked).toBe(1);
  const told = messagesOf(detail.events);
  const squeeze = (text: string) => text.replace(/\s+/g, '');
  await expect
    .poll(async () => squeeze((await visitor.log.textContent()) ?? ''))
    .toContain(squeeze(told.at(-1) ?? '').slice(-200));
  const shown = squeeze((await visitor.log.textContent()) ?? '');
  for (const text of told) {
    const piece = squeeze(text).slice(0, 60);
    expect(shown.split(piece).length - 1, `"${piece}" is shown once`).toBe(1);
  }
});

test('[D5] a message whose socket is cut before and after it was accepted arrives once', async ({ stage, visitor }) => {
  await visitor.arrive();
  const id = await visitor.sessionId();
  for (const kind of ['drop-before-echo', 'drop-after-process']) {
    await stage.control('faults', { kind, times: 1, sessionId: id });
    await visitor.say(`echo ${kind}`);
    await expect(visitor.log.getByText(kind, { exact: true })).toBeVisible();
  }
  const { joinsAsked } = await stage.session(id);
  expect(await userMessages(stage, id)).toEqual(['echo drop-before-echo', 'echo drop-after-process']);
  expect(joinsAsked).toBe(1);
});

test('the closed launcher shows that the device is offline, until it is online again', async ({ page, visitor }) => {
  await visitor.arrive();
  await page.keyboard.press('Escape');
  const launcher = visitor.button('Open chat');
  const dot = launcher.locator('[part=badge]');
  await expect(dot).toBeHidden();
  await page.context().setOffline(true);
  await expect(launcher).toHaveAccessibleDescription('Offline');
  await expect(dot).toBeVisible();
  await launcher.click();
  await expect(visitor.button('Close chat').locator('[part=badge]')).toBeHidden();
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await expect(launcher).toHaveAccessibleDescription('');
  await expect(dot).toBeHidden();
});

test('[R4] offline: typed messages wait and are sent automatically', async ({ page, visitor, stage }) => {
  await visitor.arrive();
  const id = await visitor.sessionId();
  await page.context().setOffline(true);
  await stage.control(`sessions/${id}/drop`);
  await visitor.say('echo from the tunnel');
  await expect(visitor.panel).toContainText("You're offline.");
  await page.context().setOffline(false);
  await expect(visitor.log.getByText('from the tunnel', { exact: true })).toBeVisible();
});

test('garbage between good frames changes nothing', async ({ stage, visitor }) => {
  await visitor.arrive();
  await stage.control('faults', { kind: 'garbage-frame', sessionId: await visitor.sessionId() });
  await visitor.say('echo unharmed');
  await expect(visitor.log.getByText('unharmed', { exact: true })).toBeVisible();
  expect(new Set(visitor.warnings)).toEqual(new Set(['frame_dropped']));
});

test('a slow platform is waited for', async ({ stage, visitor }) => {
  await visitor.arrive();
  const ms = 60_000;
  await stage.control('faults', { kind: 'delay', ms, sessionId: await visitor.sessionId() });
  await visitor.say('echo patience');
  await expect(visitor.log).toContainText('Sending…');
  await stage.control('faults/clear');
  await stage.control('clock', { advanceMs: ms });
  await expect(visitor.log.getByText('patience', { exact: true })).toBeVisible();
});

test.describe('an agent who writes fast', () => {
  test.use({ pace: 0.2 });

  test('the text that is being read stays in place when the connection banner comes and goes', async ({
    page,
    visitor,
  }) => {
    await visitor.arrive();
    await visitor.say(`echo ${'one more line\n\n'.repeat(60)}the end`);
    const { log } = visitor;
    await expect(log.locator('.agent').getByText('the end')).toBeVisible();
    await visitor.button('Jump to latest').click();
    await expect.poll(() => toEnd(log)).toBe(0);
    await turnWheel(page, log, -500);
    await expect(visitor.button('Jump to latest')).toBeVisible();
    const line = log.getByText('one more line').nth(30);
    const y = () => line.evaluate(each => Math.round(each.getBoundingClientRect().y));
    const before = await y();
    const banner = visitor.panel.locator('.banner');
    await page.context().setOffline(true);
    await expect(banner).toBeVisible();
    await expect.poll(() => banner.evaluate(each => each.getBoundingClientRect().height)).toBeGreaterThan(20);
    await expect.poll(y).toBe(before);
    await page.context().setOffline(false);
    await expect(banner).toBeHidden();
    await expect.poll(y).toBe(before);
  });
});

test.describe('a browser that denies its network, which works', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false })),
  );

  test('[R4] the chat opens, shows offline only until a server answers, and sends messages', async ({
    page,
    stage,
    visitor,
  }) => {
    let goOn = () => {};
    const held = new Promise<void>(resolve => {
      goOn = resolve;
    });
    await page.route(`${stage.broker}/token`, async route => {
      await held;
      await route.continue();
    });
    await page.goto(stage.demo);
    await visitor.open();
    const words = visitor.panel.getByRole('status').getByText("You're offline.");
    await expect(words).toBeVisible();
    goOn();
    // The attempt that was held may have timed out; sending then starts another one.
    await visitor.say('echo all the same');
    await expect(visitor.log.getByText('all the same', { exact: true })).toBeVisible();
    await expect(words).toHaveCount(0);
    await visitor.say('echo once more');
    await expect(visitor.log.getByText('once more', { exact: true })).toBeVisible();
    await expect(words).toHaveCount(0);
    await expect(visitor.log).not.toContainText(/Sending…|Will be sent/);
  });

  test('[R4] the chat tries again when the visitor asks for it', async ({ page, stage, visitor }) => {
    let tokensAsked = 0;
    await page.route(`${stage.broker}/token`, route => {
      tokensAsked += 1;
      return tokensAsked === 1 ? route.abort('internetdisconnected') : route.continue();
    });
    await page.goto(stage.demo);
    await visitor.open();
    await expect(visitor.panel).toContainText("You're offline.");
    await expect.poll(() => tokensAsked).toBe(1);
    await visitor.button('Try again').click();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await expect(visitor.panel).not.toContainText("You're offline.");
    expect(tokensAsked).toBe(2);
  });
});
