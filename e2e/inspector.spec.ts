import type { Locator, Page } from '@playwright/test';
import type {} from '../src/demo/inspector/inspector.ts';
import { atRest } from './rest.ts';
import { expect, type Stage, test, type Visitor } from './stage.ts';

/** The test bench below the shop. */
function benchOf(page: Page) {
  const inspector = page.getByRole('region', { name: 'Inspector' });
  return {
    inspector,
    lines: inspector.getByRole('list', { name: 'Entries' }).getByRole('listitem'),
    filter: inspector.getByRole('searchbox'),
    /** The button of a kind, such as In or Events. */
    kind: (name: string) =>
      inspector.getByRole('group', { name: 'Kinds of entries' }).getByRole('button', { name, exact: true }),
    inForce: page.getByRole('list', { name: 'Faults in force' }),
    phase: (name: string) => inspector.getByRole('img', { name: `Phase of the conversation: ${name}`, exact: true }),
    lit: inspector.locator('.phase.current'),
    fact: (name: string) => inspector.locator('dt', { hasText: name }).locator('xpath=../dd'),
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
  };
}

/** The first line of every entry, as text. */
const titles = (lines: Locator) => lines.locator('b').allTextContents();

async function faultsOf(stage: Stage): Promise<readonly Record<string, unknown>[]> {
  const response = await fetch(`${stage.emulator}/_control/faults`);
  return ((await response.json()) as { faults: Record<string, unknown>[] }).faults;
}

/** Opens the shop with the test bench, and waits for the greeting. */
async function atTheBench(visitor: Visitor, query = '') {
  await visitor.arrive(`${query}#bench`);
  return benchOf(visitor.page);
}

test('the inspector shows every frame of a conversation, its effects, and the state', async ({ stage, visitor }) => {
  const bench = await atTheBench(visitor);
  await visitor.say('echo seen by the inspector');
  await expect(visitor.log.getByText('seen by the inspector', { exact: true })).toBeVisible();
  await expect(bench.fact('Session')).toHaveText(await visitor.sessionId());
  await expect(bench.fact('Last echo')).toHaveText(/^\d[\d,]* ms$/);
  await expect(bench.fact('Outbox')).toHaveText('0');
  const isNewest = async () => {
    const { events } = await stage.session(await visitor.sessionId());
    return (await bench.fact('Last sequence').textContent()) === `#${events.at(-1)?.sequence}`;
  };
  await expect.poll(isNewest).toBe(true);

  for (const kind of ['Out', 'Events', 'Bench', 'Role', 'Heard']) await bench.kind(kind).click();
  await expect
    .poll(() => titles(bench.lines))
    .toEqual(expect.arrayContaining(['EVENT_BATCH', 'AGENT_JOINED', 'USER_MESSAGE']));
  await bench.kind('In').click();
  await bench.kind('Out').click();
  await expect
    .poll(() => titles(bench.lines))
    .toEqual(expect.arrayContaining(['HEARTBEAT', 'REQUEST_AGENT_JOIN', 'USER_MESSAGE']));
  expect(await titles(bench.lines)).not.toContain('AGENT_JOINED');
  await bench.kind('Inputs').click();
  await bench.filter.fill('sendRequested');
  await expect(bench.lines).toHaveText([/seen by the inspector.*→ active.*emit delivery/]);

  await bench.lines.first().locator('summary').click();
  await expect(bench.lines.first().locator('pre')).toContainText('"type": "sendRequested"');
});

test('the diagram highlights active, and waiting when the socket is cut', async ({ stage, page, visitor }) => {
  const bench = await atTheBench(visitor);
  await expect(bench.phase('active')).toBeVisible();
  await expect(bench.lit).toHaveText(['active']);
  // Refuses handshakes until the fault is cleared, so that the phase stays `waiting` however slow the test is.
  await stage.control('faults', { kind: 'refuse-handshake', status: 503 });
  await bench.tab('Session');
  await bench.press('Drop sockets');
  await expect(bench.phase('waiting')).toBeVisible();
  await expect(bench.lit).toHaveText(['waiting']);
  await expect(bench.fact('Connection')).toHaveText(/^(waiting|connecting) · \w+/);
  // An arrow lights up for a moment, again with each attempt.
  await expect.poll(() => page.locator('.arrow.active').count(), { intervals: [100] }).toBeGreaterThan(0);
  await bench.press('Clear all');
  await expect(bench.phase('active')).toBeVisible({ timeout: 40_000 });
});

test('every fault button reaches the emulator, and the fault is listed until Clear all', async ({ stage, page }) => {
  await page.goto(`${stage.demo}/#bench`);
  const bench = benchOf(page);
  await expect(bench.inForce).toHaveText('No faults in force.');
  const forms = page.getByRole('tabpanel', { name: 'Faults' }).getByRole('form');
  const kinds = await forms.locator('code').allTextContents();
  expect(kinds).toHaveLength(12);
  for (const [index, kind] of kinds.entries()) {
    await bench.press(`Add ${kind}`);
    await expect(bench.inForce.getByRole('listitem').nth(index)).toContainText(kind);
  }
  expect((await faultsOf(stage)).map(each => each.kind)).toEqual(kinds);
  await expect(forms.getByText('on', { exact: true })).toHaveCount(12);
  await bench.press('Clear all');
  await expect(bench.inForce).toHaveText('No faults in force.');
  expect(await faultsOf(stage)).toEqual([]);
});

test('the bench shows the agent’s script and pace, even after a reload or a change by a script', async ({
  page,
  stage,
}) => {
  const change = (agent: object) => stage.control('agent', agent);
  await change({ script: 'shop', pace: 1 });
  await page.goto(`${stage.demo}/#bench`);
  const bench = benchOf(page);
  const pressed = page.getByRole('tabpanel', { name: 'Session' }).locator('.agent [aria-pressed="true"]');
  await bench.tab('Session');
  await expect(pressed).toHaveText(['shop', 'lifelike']);
  await bench.press('echo');
  await bench.press('at once');
  await expect(pressed).toHaveText(['echo', 'at once']);
  await page.reload();
  await bench.tab('Session');
  await expect(pressed).toHaveText(['echo', 'at once']);
  await change({ pace: 3 });
  await expect(pressed).toHaveText(['echo']);
});

test('faults have their described effects, with the values of their fields, and are used up', async ({
  page,
  stage,
  visitor,
}) => {
  // Heartbeats count as events and would use the fault up before the test looks at it.
  const bench = await atTheBench(visitor, '?keepAlive=never');
  const form = page.getByRole('form', { name: 'drop-before-echo' });
  await form.getByRole('combobox', { name: 'at' }).selectOption('any');
  await form.getByRole('spinbutton', { name: 'times' }).fill('2');
  await page.getByRole('checkbox', { name: 'Selected session only' }).check();
  await bench.press('Add drop-before-echo');
  await expect(bench.inForce).toContainText('2 left');
  expect(await faultsOf(stage)).toEqual([
    { kind: 'drop-before-echo', on: 'any', times: 2, sessionId: await visitor.sessionId() },
  ]);
  await visitor.say('echo it gets through');
  await expect(bench.inForce).toHaveText('No faults in force.', { timeout: 30_000 });
  await expect(visitor.log.getByText('it gets through', { exact: true })).toBeVisible({ timeout: 30_000 });
});

test('a refusal of the emulator is shown in its words', async ({ page, stage }) => {
  await page.goto(`${stage.demo}/#bench`);
  const bench = benchOf(page);
  const form = page.getByRole('form', { name: 'http-status' });
  await form.getByRole('spinbutton', { name: 'status' }).fill('9999');
  await bench.press('Add http-status');
  await expect(form.getByRole('status')).toHaveText(
    'The emulator refuses: "status" must be a whole number from 400 to 599.',
  );
  await expect(bench.lines.last()).toContainText('"status" must be');
  await bench.press('Clear all');
  await expect(form.getByRole('status')).toBeHidden();
});

test('an injected event reaches the chat', async ({ page, visitor }) => {
  const bench = await atTheBench(visitor);
  await bench.tab('Inject');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('LIVE_AGENT_MESSAGE');
  const text = page.getByRole('textbox', { name: 'Event as JSON' });
  await text.fill((await text.inputValue()).replace('Hello, this is Maren.', 'Written at the bench.'));
  await bench.press('Inject');
  await expect(visitor.log).toContainText('Written at the bench.');
});

test('the tester controls the clock and the end of a session', async ({ stage, visitor }) => {
  const bench = await atTheBench(visitor);
  const id = await visitor.sessionId();
  await bench.tab('Session');
  await bench.press('+8 min');
  await expect(bench.lines.filter({ hasText: 'SESSION_IDLE_WARNING' }).first()).toBeVisible();
  await bench.press('End');
  await expect(bench.phase('ended')).toBeVisible();
  await expect.poll(async () => (await stage.session(id)).state).toBe('ended');
});

test('the report, the page and the list contain no token and no ticket', async ({ context, page, stage, visitor }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.demo });
  const secrets: string[] = [];
  page.on('response', async response => {
    if (!response.url().endsWith('/token') || response.request().method() !== 'POST') return;
    const { access_token, resume_ticket } = (await response.json()) as Record<string, string>;
    secrets.push(...[access_token, resume_ticket].flatMap(each => (each ? [each] : [])));
  });
  const bench = await atTheBench(visitor);
  await stage.control('faults', {
    kind: 'garbage-frame',
    text: JSON.stringify({ access_token: 'planted-secret-1' }),
    times: 1,
  });
  await bench.tab('Session');
  await bench.press('Drop sockets');
  await visitor.say('echo still here');
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();

  await bench.press('Copy report');
  await expect(bench.inspector.getByRole('status')).toHaveText('Copied.');
  const report = await page.evaluate(() => navigator.clipboard.readText());
  const html = await page.evaluate(() => document.documentElement.outerHTML);
  await expect.poll(() => secrets.length).toBeGreaterThanOrEqual(2);
  secrets.push('planted-secret-1');
  for (const secret of secrets) {
    // Checks the parts of a token as well: half a token is half a leak.
    for (const part of secret.split('.').filter(each => each.length > 8)) {
      expect([report.includes(part), html.includes(part)]).toEqual([false, false]);
    }
  }
  expect(JSON.parse(report)).toMatchObject({
    userAgent: expect.stringContaining('Chrom'),
    settings: { broker: stage.broker, title: 'Harbour & Pine' },
    state: { sessionId: await visitor.sessionId() },
  });
  expect(JSON.parse(report).entries.list.length).toBeGreaterThan(20);
  expect(report).toContain('[redacted]');
});

test('a reader further up keeps their place while entries stream in', async ({ visitor }) => {
  const bench = await atTheBench(visitor);
  // There is an input for each piece of a reply, whose frames are one entry.
  await bench.kind('Inputs').click();
  await visitor.say('stream');
  await expect.poll(() => bench.lines.count()).toBeGreaterThan(60);
  await expect(bench.lines.last()).toBeInViewport();
  await expect(bench.inspector.getByRole('button', { name: 'Jump to the latest' })).toBeHidden();
  await bench.lines.nth(10).scrollIntoViewIfNeeded();
  const list = bench.inspector.getByRole('list', { name: 'Entries' });
  const place = () => list.evaluate(({ scrollTop }) => scrollTop);
  const before = [await place(), await bench.lines.count()] as const;
  // On a slow machine the first reply may have ended by now.
  await visitor.say('stream');
  await expect.poll(() => bench.lines.count()).toBeGreaterThan(before[1] + 20);
  expect(await place()).toBe(before[0]);
  await bench.press('Jump to the latest');
  await expect(bench.lines.last()).toBeInViewport();
  await visitor.say('echo the very end');
  await expect(bench.lines.last()).toBeInViewport();
});

test('the list stays at its end when it becomes narrower, and after a reload', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const bench = await atTheBench(visitor);
  await expect(bench.lines.last()).toBeInViewport();
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(bench.lines.last()).toBeInViewport();
  await page.reload();
  await expect(bench.phase('active')).toBeVisible();
  await expect(bench.lines.filter({ hasText: 'EVENT_BATCH' }).first()).toBeAttached();
  await expect(bench.lines.last()).toBeInViewport();
});

test('the oldest lines are removed without moving the visible ones', async ({ page, stage }) => {
  await page.goto(`${stage.demo}/#bench`);
  // Looks for elements by selector: roles would be computed anew for thousands of elements each time. A busy machine may need long to draw
  // them.
  const lines = page.locator('.inspector .log-entries > li');
  const count = page.locator('.inspector .count');
  /** Adds entries as a busy chat would. */
  const tell = (count: number) =>
    page.evaluate(many => {
      for (let at = 0; at < many; at++) {
        window.demoTrace?.push({ kind: 'frame', at, direction: 'in', text: '{"type":"EVENT_TYPE_HEARTBEAT"}' });
      }
    }, count);
  await tell(1990);
  await expect(count).toHaveText('1,991 of 1,991 shown');
  await lines.nth(900).scrollIntoViewIfNeeded();
  await expect(lines.nth(900)).toBeInViewport();
  const line = await lines.nth(900).getAttribute('data-entry');
  const place = async () => (await page.locator(`.inspector [data-entry="${line}"]`).boundingBox())?.y;
  const before = await place();
  await tell(200);
  await expect(count).toHaveText('2,000 of 2,000 shown · the last 2,000 of 2,191 are kept', { timeout: 30_000 });
  expect(await lines.count()).toBe(2000);
  // Lines that come into sight are measured in the next frame.
  await expect.poll(place).toBeCloseTo(before ?? 0, 0);
});

test('nothing on the page shifts while entries stream in', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const bench = await atTheBench(visitor);
  await page.evaluate(() => {
    const shifts = [] as { value: number; what: string }[];
    Object.assign(window, { shifts });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: readonly { node: Node | null }[];
      })[]) {
        const inBench = entry.sources.filter(({ node }) => (node as Element | null)?.parentElement?.closest('#bench'));
        if (inBench.length > 0) shifts.push({ value: entry.value, what: `${inBench[0]?.node?.nodeName}` });
      }
    }).observe({ type: 'layout-shift' });
  });
  await bench.press('Add duplicate');
  await visitor.say('opening hours');
  await expect(visitor.log).toContainText("We're closed on public holidays.");
  await visitor.say('stream');
  await expect(bench.inForce).toHaveText('No faults in force.');
  const shifts = await page.evaluate(() => (window as unknown as { shifts: { what: string }[] }).shifts);
  // The list follows its end, so its lines move by design.
  expect(shifts.filter(({ what }) => !/^(?:LI|SUMMARY|DETAILS)$/.test(what))).toEqual([]);
});

test('the bench fits a narrow screen, and is beside an open chat on a wide one', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const bench = await atTheBench(visitor);
  const box = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, width: 0 };
  await atRest(page);
  const controls = await box(page.getByRole('region', { name: 'Controls' }));
  expect(controls.x + controls.width).toBeLessThanOrEqual((await box(visitor.panel)).x);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect(bench.lit).toHaveText(['active']);
});

test('at 320 px every figure of a fault can be read and written', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await atTheBench(visitor);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const room = await page.locator('.fault .field input').evaluateAll(inputs =>
    (inputs as HTMLInputElement[]).map(input => {
      const { paddingLeft, paddingRight } = getComputedStyle(input);
      const own = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return { own, cut: input.scrollWidth > input.clientWidth };
    }),
  );
  expect(room.length).toBeGreaterThan(12);
  // Wide enough for three digits of 13 px.
  expect(room.filter(({ own, cut }) => cut || own < 24)).toEqual([]);
});

test('the bench works under a strict policy', async ({ page, visitor }) => {
  const complaints: string[] = [];
  page.on('console', message => {
    if (/Content Security|Trusted/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  const bench = await atTheBench(visitor, '?strict=1');
  await bench.press('Add delay');
  await expect(bench.inForce).toContainText('delay');
  await bench.press('Clear all');
  await bench.lines.first().locator('summary').click();
  await expect(bench.lines.first().locator('pre')).toBeVisible();
  await bench.tab('Inject');
  await bench.press('Inject');
  await expect(page.getByRole('tabpanel', { name: 'Inject' }).getByRole('status')).toHaveText(
    'Sent, and in the history.',
  );
  expect(complaints).toEqual([]);
});

test('a link sends messages under its fault, and the page offers the same link', async ({ page, stage }) => {
  await page.goto(`${stage.demo}/?say=echo+from+a+link&fault=duplicate:3&pace=0`);
  const bench = benchOf(page);
  await expect(page.getByRole('log').getByText('from a link', { exact: true })).toBeVisible();
  await bench.filter.fill('from a link');
  await expect(bench.lines.filter({ hasText: 'USER_MESSAGE' }).first()).toContainText('echo from a link');
  await bench.tab('Scenarios');
  await bench.press('handoff timeout');
  await expect(page.getByRole('link', { name: 'Link to this' })).toHaveAttribute('href', /[?&]say=handoff\+timeout/);
  await bench.press('Clear all');
});

test('only the shop is shown with ?bench=off', async ({ visitor }) => {
  await visitor.arrive('?bench=off');
  await expect(visitor.page.locator('#bench')).toHaveCount(0);
  expect(visitor.warnings).toEqual([]);
});
