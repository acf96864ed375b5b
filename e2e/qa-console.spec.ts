/** The QA console: each panel is used once, against the real emulator. */

import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { test as base, createVisitor, expect, type Stage, startStage } from './stage.ts';

/** A platform of this spec's own: the console changes rules, deployments and the clock. */
const test = base.extend<{ readonly open: (hash: string) => Promise<void> }, { readonly own: Stage }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures out of this pattern.
    async ({}, use) => {
      const own = await startStage();
      await own.control('agent', { script: 'shop', pace: 0 });
      await use(own);
      await own.stop();
    },
    { scope: 'worker' },
  ],
  open: async ({ page, own }, use) => {
    await use(async hash => {
      await page.goto(`${own.demo}/console.html${hash}`);
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    });
  },
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Checks the panel in both colour schemes, and that a narrow phone shows it without scrolling sideways. */
async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(each => each.html.slice(0, 200))])).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  // A chart is drawn again after the window has changed.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });
}

test('conversations are listed page by page, searched, and read with latency and hand-off', async ({
  page,
  own,
  open,
}) => {
  const started = Date.now() - 3_600_000;
  const conversations = Array.from({ length: 21 }, (_, index) => ({
    started_at: new Date(started + index * 1_000).toISOString(),
    duration_seconds: 30,
    turns: [{ user_input: `Question ${index}`, agent_response: 'An answer.', latency: 1.25 }],
    ...(index === 20 ? { handoff: { destination: 'customer_care', reason: 'visitor_request' } } : {}),
  }));
  await open('#/conversations');
  await expect(page.getByText('No conversation fits.')).toBeVisible();
  await own.control('conversations', { conversations });
  await page.reload();
  const list = page.getByRole('list', { name: 'Conversations' });
  await expect(list.getByRole('listitem')).toHaveCount(20);
  await looksRight(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search' }).fill('question 20');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=question\+20/);
  await list.getByRole('link', { name: /Question 20/ }).click();
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText('after 1.25 s');
  await expect(page.getByRole('region', { name: 'Hand-off' })).toContainText('visitor_request');
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  await looksRight(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as fixture' }).click();
  expect((await download).suggestedFilename()).toMatch(/^CONV-.*\.json$/);
});

test('a rule fires, its notice is verified, and a forged one is refused', async ({ page, open }) => {
  await open('#/alerts');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('textbox', { name: 'Rule' }).fill(`latency_${'of_the_checkout_'.repeat(8)}`);
  await page.getByRole('button', { name: 'Create rule' }).click();
  await page.getByRole('textbox', { name: 'Rule' }).fill('Errors of the platform');
  await page.getByRole('button', { name: 'Create rule' }).click();
  const rules = page.getByRole('list', { name: 'Alert rules' });
  await expect(rules).toContainText('Errors of the platform');
  await page.getByRole('button', { name: 'Add sample' }).click();
  await expect(page.getByText('A sample of api_errors was added.')).toBeVisible();
  await page.getByRole('button', { name: 'Go on by a minute' }).click();
  await expect(rules).toContainText('firing');
  const deliveries = page.getByRole('list', { name: 'Deliveries' });
  await expect(deliveries).toContainText('Errors of the platform: triggered');
  await expect(deliveries).toContainText('signature verified');
  await page.getByRole('button', { name: 'Post a forged one' }).click();
  await expect(deliveries).toContainText('refused: wrong signature');
  await looksRight(page);
});

test('a branch is merged in spite of a conflict, published, promoted to live and rolled back', async ({
  page,
  open,
}) => {
  await open('#/branches');
  await page.getByRole('textbox', { name: 'New branch' }).fill('warmer');
  await page.keyboard.press('Enter');
  const behavior = page.getByRole('textbox', { name: 'Behavior on' });
  const save = async (words: string) => {
    await behavior.fill(words);
    await page.getByRole('button', { name: 'Save behavior' }).click();
    await expect(page.getByText('The behavior was saved.')).toBeVisible();
  };
  await expect(page).toHaveURL(/branches\/BRANCH-/);
  await save('Be warm.');
  await page.getByRole('link', { name: 'main' }).click();
  await expect(page.getByLabel('Behavior on main')).toBeVisible();
  await save('Be brief.');
  await page.getByRole('link', { name: 'warmer' }).click();
  await page.getByRole('button', { name: 'Merge into main' }).click();
  await expect(page.getByRole('group', { name: '1 conflict' })).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Merge with these values' }).click();
  await expect(page.getByText('The branch was merged into main.')).toBeVisible();
  await page.getByRole('link', { name: 'Deployments' }).click();
  await page.getByRole('textbox', { name: 'Note for the next deployment' }).fill('Warmer');
  const stage = (name: string) =>
    page.getByRole('list', { name: 'Stages' }).getByRole('listitem').filter({ hasText: name });
  for (const [button, name] of [
    ['Publish to sandbox', 'Roll back sandbox'],
    ['Promote to pre-release', 'Roll back pre-release'],
    ['Promote to live', 'Roll back live'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(stage(name)).toContainText('Warmer');
  }
  await looksRight(page);
  await page.getByRole('textbox', { name: 'Note for the next deployment' }).fill('Back');
  await page.getByRole('button', { name: 'Roll back live' }).click();
  await expect(stage('Roll back live')).toContainText('Back');
});

test('a variant is created, and a live value is saved', async ({ page, open }) => {
  await open('#/variants');
  await page.getByRole('textbox', { name: 'New variant' }).fill('Island');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Variants' })).toContainText('Island');
  await looksRight(page);
  await open('#/config/live');
  await page.getByRole('textbox', { name: 'Values of live' }).fill('{"opening_hours": "By day."}');
  await page.getByRole('button', { name: 'Save values' }).click();
  await expect(page.getByText('The agent of live uses it from the next turn on.')).toBeVisible();
  await looksRight(page);
});

test('peaks are drawn by variant, zoomed by drag and by buttons, and read at the pointer', async ({
  page,
  own,
  open,
}) => {
  const started_at = new Date(Date.now() - 7_200_000).toISOString();
  const one = (variant_id: string) => ({ started_at, duration_seconds: 3_600, variant_id });
  await own.control('conversations', {
    conversations: [one('VARIANT-pine'), one('VARIANT-pine'), one('VARIANT-harbour')],
  });
  await open('#/concurrency?span=day&by=variant');
  const chart = page.getByRole('img', { name: /Pine Lane, at most 2/ });
  await expect(chart.locator('canvas')).toBeVisible();
  const peaks = page.getByRole('table', { name: 'Peaks' });
  await expect(peaks.getByRole('row', { name: /Pine Lane/ })).toContainText('2');
  /** Counts pixels of the canvas that are neither grid nor text: the lines of the series. */
  const colored = () =>
    chart.locator('canvas').evaluate(canvas => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      let count = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > 50) count += 1;
      }
      return count;
    });
  await expect.poll(colored).toBeGreaterThan(500);
  const shown = page.getByRole('status').filter({ hasText: ' to ' });
  const whole = `${await shown.textContent()}`;
  const box = await chart.locator('.u-over').boundingBox();
  if (!box) throw new Error('the chart has no box');
  await page.mouse.move(box.x + box.width * 0.8, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 5, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect(shown).not.toHaveText(whole);
  await page.getByRole('button', { name: 'Whole' }).click();
  await expect(shown).toHaveText(whole);
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect(shown).not.toHaveText(whole);
  await page.getByRole('button', { name: 'Whole' }).click();
  await page.mouse.move(box.x + box.width * (1 - 1.5 / 24), box.y + 50);
  await expect(
    peaks
      .getByRole('row', { name: /Pine Lane/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('2');
  await page.getByRole('checkbox', { name: 'Pine Lane' }).uncheck();
  await page.getByRole('checkbox', { name: 'Harbour' }).uncheck();
  // Letters with coloured edges remain.
  await expect.poll(colored).toBeLessThan(150);
  await looksRight(page);
});

test('a call is placed and connected, and a reserved number brings its attributes', async ({ page, own, open }) => {
  await open('#/calls');
  await page.getByRole('button', { name: 'Place call' }).click();
  await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible();
  await own.control('clock', { advanceMs: 10_000 });
  await expect(page.getByRole('list', { name: 'Calls' })).toContainText('connected');
  await page.getByRole('textbox', { name: 'Attributes' }).fill('{"basket": "one lamp"}');
  await page.getByRole('button', { name: 'Reserve a number' }).click();
  await page.getByRole('button', { name: 'Call +44' }).click();
  await expect(page.getByRole('button', { name: 'Hang up' })).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('link', { name: 'See what the agent was told' }).click();
  await page.getByText('State', { exact: false }).first().click();
  await expect(page.getByRole('cell', { name: 'one lamp' })).toBeVisible();
});

test('a visitor in the queue is accepted, answered, transferred and given back by the desk', async ({
  page,
  own,
  open,
  context,
}) => {
  await open('#/desk');
  await expect(page.getByText('Nobody waits.')).toBeVisible();
  await looksRight(page);
  const visitor = createVisitor(await context.newPage(), own);
  await visitor.arrive();
  await page.getByRole('checkbox', { name: 'Every hand-off waits for the desk' }).press('Space');
  await expect(page.getByText('Every hand-off waits for the desk now.')).toBeVisible();
  await visitor.say('I would like to speak to a person');
  const waiting = page.getByRole('list', { name: 'Waiting, by time' });
  await expect(waiting).toContainText('Customer care');
  await looksRight(page);
  await page.getByRole('textbox', { name: 'Your name, as visitors see it' }).fill('Ida Berg');
  await waiting.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(page).toHaveURL(/#\/desk\/.+/);
  const answer = page.getByRole('textbox', { name: /^Your answer/ });
  await expect(answer).toBeFocused();
  await answer.pressSequentially('Good day');
  await expect(visitor.log.getByText('Ida Berg is typing')).toBeAttached();
  await answer.press('Enter');
  await expect(visitor.log).toContainText('Good day');
  await visitor.composer.pressSequentially('Hello');
  await expect(page.getByText('The visitor is typing…')).toBeVisible();
  await visitor.composer.press('Enter');
  const transcript = page.getByRole('log', { name: 'Transcript' });
  await expect(transcript).toContainText('Hello');
  await looksRight(page);
  await page.getByRole('button', { name: 'Transfer' }).click();
  await expect(transcript).toContainText('The visitor waits in Workshop.');
  await page.getByRole('textbox', { name: 'Your name, as visitors see it' }).fill('Olu Ade');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(visitor.log).toContainText('Olu Ade');
  await page.getByRole('button', { name: 'Leave to the agent' }).press('Enter');
  await expect(visitor.log).toContainText('Fern here again.');
  await expect(transcript).toContainText('Olu Ade has left.');
  await expect(page.getByRole('button', { name: 'Leave to the agent' })).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('a conversation is recorded with its faults, replayed with the same transcript, and a changed file is found out', async ({
  page,
  own,
  open,
}) => {
  await own.control('agent', { live: 'script' });
  await own.control('faults', { kind: 'drop-after-process', on: 'message', times: 1 });
  await open('#/recorder');
  await expect(page.getByText('No recording yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Record', exact: true }).press('Enter');
  const widget = page.frameLocator('iframe');
  const message = widget.getByRole('textbox', { name: 'Message' });
  const log = widget.getByRole('log', { name: 'Conversation' });
  await expect(log).toContainText('Hello, I am Fern');
  await message.fill('hello');
  await message.press('Enter');
  await expect(log).toContainText('good to hear');
  await message.fill('handoff');
  await message.press('Enter');
  await expect(log).toContainText('this is Maya');
  await looksRight(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page).toHaveURL(/#\/recorder\/.+/);
  await own.control('faults/clear');
  await expect(page.getByText('drop-after-process')).toBeVisible();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('At once');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText(/The transcripts are the same: \d+ lines\./)).toBeVisible();
  await looksRight(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  const file = page.getByLabel('Open a recording');
  const openFile = (text: string) =>
    file.setInputFiles({ name: 'recording.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.getByRole('link', { name: 'All recordings' }).click();
  await openFile('{}');
  await expect(page.getByText('This file is no recording')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recordings' }).getByRole('listitem')).toHaveCount(1);
  await looksRight(page);
  const recording = JSON.parse(saved) as { transcript: { speaker: string; text: string }[] };
  const changed = recording.transcript.map(each => (each.text === 'hello' ? { ...each, text: 'good evening' } : each));
  await openFile(JSON.stringify({ ...recording, transcript: changed }));
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4×');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText(/differ in 1 of/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('row', { name: /^changed/ })).toContainText('user: good evening');
});

test('a recording is kept as far as it goes when its panel is left', async ({ page, open }) => {
  await open('#/recorder');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const widget = page.frameLocator('iframe');
  await expect(widget.getByRole('log', { name: 'Conversation' })).toContainText('Hello, I am Fern');
  await page.getByRole('link', { name: 'Desk' }).click();
  await page.getByRole('link', { name: 'Recorder' }).click();
  await page.getByRole('list', { name: 'Recordings' }).getByRole('link').click();
  await expect(page.getByRole('list', { name: 'Recorded transcript' })).toContainText('Hello, I am Fern');
});

test('a recording is complete when its conversation ends, also when its panel is left after that', async ({
  page,
  own,
  open,
}) => {
  await own.control('agent', { live: 'script' });
  await open('#/recorder');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const widget = page.frameLocator('iframe');
  const log = widget.getByRole('log', { name: 'Conversation' });
  const say = async (text: string) => {
    await widget.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.keyboard.press('Enter');
  };
  await expect(log).toContainText('Hello, I am Fern');
  await say('hello');
  await expect(log).toContainText('good to hear');
  await widget.getByRole('button', { name: 'More options' }).press('Enter');
  await widget.getByRole('menuitem', { name: 'End conversation' }).press('Enter');
  await widget.getByRole('button', { name: 'End conversation' }).press('Enter');
  await expect(page.getByText('The conversation has ended, and the recording with it.')).toBeVisible();
  await widget.getByRole('button', { name: 'Start a new conversation' }).press('Enter');
  await expect(log).toContainText('Hello, I am Fern');
  await say('a second one');
  await expect(log).toContainText('a second one');
  await page.getByRole('link', { name: 'Desk' }).click();
  await page.getByRole('link', { name: 'Recorder' }).click();
  const list = page.getByRole('list', { name: 'Recordings' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('link').click();
  await expect(page.getByRole('list', { name: 'Recorded transcript' })).not.toContainText('a second one');
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('At once');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText(/The transcripts are the same: \d+ lines\./)).toBeVisible();
});

test('script and faults are put back when the page is loaded again in the middle of a replay', async ({
  page,
  own,
  open,
}) => {
  await own.control('agent', { script: 'shop' });
  await own.control('faults', { kind: 'delay', ms: 5 });
  const read = async (path: string) => (await fetch(`${own.emulator}/_control/${path}`)).json();
  const settings = async () => {
    const { script } = (await read('agent')) as { readonly script: string };
    const { faults } = (await read('faults')) as { readonly faults: readonly { readonly kind: string }[] };
    return [script, faults.map(({ kind }) => kind)];
  };
  const frame = (at: number, type: string) => ({ at, direction: 'in', text: JSON.stringify({ type }) });
  const recording = {
    form: 'natter-recording-1',
    id: 'long',
    madeAt: '2026-03-01T12:00:00.000Z',
    frames: [frame(0, 'EVENT_TYPE_LIVE_AGENT_TYPING'), frame(600_000, 'EVENT_TYPE_LIVE_AGENT_TYPING')],
    faults: [{ at: 0, fault: { kind: 'duplicate' } }],
    transcript: [],
  };
  await open('#/recorder');
  await page.getByLabel('Open a recording').setInputFiles({
    name: 'recording.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(recording)),
  });
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  expect(await settings()).toEqual(['silent', ['duplicate']]);
  await page.reload();
  await expect.poll(settings).toEqual(['shop', ['delay']]);
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The replay was stopped.')).toBeVisible();
  expect(await settings()).toEqual(['shop', ['delay']]);
  await own.control('faults/clear');
});
