/** A reader at the end of a conversation stays there when something above or below is removed or shrinks. */

import type { Locator, Page } from '@playwright/test';
import { atRest, hesitate } from './rest.ts';
import { expect, growingReply, type Stage, test, type Visitor } from './stage.ts';

test.use({ pace: 1 });

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Fills a transcript until it is longer than the panel, and scrolls to its end. */
async function readToTheEnd({ log, arrive, sessionId }: Visitor, stage: Stage): Promise<void> {
  await arrive();
  const id = await sessionId();
  for (let place = 0; place < 20; place += 1) {
    const payload = {
      message_id: `n-${place}`,
      text: `Line ${place} on oiled wood.`,
      attachments: [],
      response_suggestions: [],
    };
    await stage.control(`sessions/${id}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  }
  await expect(log.getByText('Line 19 on')).toBeAttached();
  // Messages that come together are shown from the first of them, so scroll.
  await log.evaluate(view => view.scrollTo(0, view.scrollHeight));
  await expect(log.getByText('Line 19 on')).toBeInViewport();
}

/** Adds forty messages, most of which need more lines in a narrower panel, and scrolls to the end. Returns the session's id. */
async function readFortyLines({ arrive, button, log, sessionId }: Visitor, stage: Stage): Promise<string> {
  await arrive();
  const id = await sessionId();
  for (let place = 0; place < 40; place += 1) {
    const text = `Line ${place}. ${'Some words that take their room, more of it where the panel is narrow. '.repeat(place % 4)}`;
    const payload = { message_id: `line-${place}`, text, attachments: [], response_suggestions: [] };
    await stage.control(`sessions/${id}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  }
  await expect(log.getByText('Line 39.')).toBeAttached();
  // Messages that come together are shown from the first of them. After a scroll, a change of the size would count as the reader's.
  await atRest(log.page());
  const jump = button(/^Jump to latest/);
  if (await jump.isVisible()) await jump.click();
  await expect(jump).toHaveCount(0);
  return id;
}

/** Waits until more than `more` further pieces have been written. */
async function isWritten({ pieces }: { pieces(): number }, more: number): Promise<void> {
  const before = pieces();
  await expect.poll(pieces).toBeGreaterThan(before + more);
}

test('the end is followed when a person comes in the place of the way there', async ({ page, stage, visitor }) => {
  await readToTheEnd(visitor, stage);
  const { until } = await hesitate(stage, page);
  await visitor.say('handoff');
  for (const words of ['in line', 'this is Maya from the shop'])
    await until(async () => ((await visitor.log.textContent()) ?? '').includes(words));
  await expect(visitor.log.getByText('this is Maya from the shop')).toBeInViewport({ ratio: 1 });
  await expect(visitor.button('Jump to latest')).toHaveCount(0);
});

test('the end is followed when the agent goes on behind proposed answers', async ({ stage, visitor }) => {
  await readToTheEnd(visitor, stage);
  await visitor.say('suggestions');
  await expect(visitor.button('Kitchen')).toBeInViewport({ ratio: 1 });
  const payload = { message_id: 'on', text: 'Or a cellar.', attachments: [], response_suggestions: [] };
  await stage.control(`sessions/${await visitor.sessionId()}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  await expect(visitor.button('Kitchen')).toHaveCount(0);
  await expect(visitor.log.getByText('Or a cellar.')).toBeInViewport({ ratio: 1 });
  // These lines need more height than the removed suggestions left free.
  for (let place = 0; place < 6; place += 1) {
    await stage.control(`sessions/${await visitor.sessionId()}/events`, {
      type: 'SERVICE_AGENT_MESSAGE',
      payload: { ...payload, message_id: `on-${place}`, text: `Line ${place}.` },
    });
  }
  await expect(visitor.log.getByText('Line 5.')).toBeInViewport({ ratio: 1 });
  await expect(visitor.button('Jump to latest')).toHaveCount(0);
});

test('an answer grows below its question although the browser moved the text between two frames', async ({
  page,
  stage,
  visitor,
}) => {
  await readToTheEnd(visitor, stage);
  const { goOn } = await hesitate(stage, page);
  await visitor.say('long');
  const dots = visitor.log.locator('[part=typing]');
  await expect(dots).toBeVisible();
  const question = visitor.log.locator('.user').last();
  await atRest(page);
  const top = () => question.evaluate(row => row.getBoundingClientRect().top);
  const before = await top();
  // Removes the dots' height and gives it back in one task. A busy browser does the same when the first words replace the dots.
  const moved = await dots.evaluate(each => {
    const view = each.closest('.log') as HTMLElement;
    const from = view.scrollTop;
    (each as HTMLElement).style.display = 'none';
    const by = from - view.scrollTop;
    (each as HTMLElement).style.display = '';
    return by;
  });
  expect(moved).toBeGreaterThan(10);
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
  await goOn();
  await expect(visitor.log).toContainText('wrote most of this');
  await expect(visitor.button(/^Jump to latest/)).toBeVisible();
});

for (const [how, wide, narrow] of [
  ['a phone is turned', [800, 360], [360, 740]],
  ['the page is enlarged four times', [1280, 800], [320, 200]],
] as const) {
  test(`the end is followed when ${how}`, async ({ page, stage, visitor }) => {
    const resize = ([width, height]: readonly [number, number]) => page.setViewportSize({ width, height });
    await resize(wide);
    const id = await readFortyLines(visitor, stage);
    const last = visitor.log.getByText('Line 39.');
    await expect(last).toBeInViewport();
    await resize(narrow);
    const toEnd = () => visitor.log.evaluate(log => log.scrollHeight - log.clientHeight - log.scrollTop);
    await expect.poll(toEnd).toBeLessThanOrEqual(4);
    await stage.control(`sessions/${id}/events`, {
      type: 'SERVICE_AGENT_MESSAGE',
      payload: { message_id: 'after', text: 'After that.', attachments: [], response_suggestions: [] },
    });
    await expect(visitor.log.getByText('After that.')).toBeInViewport();
    await expect(visitor.button('Jump to latest')).toHaveCount(0);
  });
}

/** Appends to a reply without a pause, about once a frame. */
function writeFast(page: Page, grow: (text: string) => Promise<void>) {
  let piece = 0;
  let isOver = false;
  const write = async () => {
    for (piece = 1; !isOver; piece += 1) {
      await grow(`And some words, ${piece} by now. `);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  };
  const writing = write();
  return {
    pieces: () => piece,
    stop: () => {
      isOver = true;
      return writing;
    },
  };
}

test('a reader who selects upwards in a growing text can scroll beyond the top of the transcript', async ({
  page,
  stage,
  visitor,
}) => {
  await readToTheEnd(visitor, stage);
  const fast = writeFast(page, growingReply(stage, await visitor.sessionId()));
  // A selection inside a growing element moves nothing: browsers do that on every page.
  await expect.poll(fast.pieces).toBeGreaterThan(2);
  const { x, y, width } = (await visitor.log.boundingBox()) as Box;
  await page.mouse.move(x + width / 3, y + 60);
  await page.mouse.down();
  const top = () => visitor.log.evaluate(log => log.scrollTop);
  const before = await top();
  await isWritten(fast, 20);
  // A held mouse is never quite still.
  let turn = 0;
  await page.mouse.move(x + width / 3, y - 20, { steps: 8 });
  await expect
    .poll(async () => {
      turn += 1;
      await page.mouse.move(x + width / 3 + (turn % 2), y - 20);
      return top();
    })
    .toBeLessThan(before - 600);
  await page.mouse.up();
  await expect(visitor.button('Jump to latest')).toBeVisible();
  await fast.stop();
});

test('the end is followed when a phone is turned and back, and the panel is as wide as before', async ({
  page,
  stage,
  visitor,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await readFortyLines(visitor, stage);
  const fast = writeFast(page, growingReply(stage, id));
  await isWritten(fast, 20);
  // The reply is shown from its first line, until it fills the panel. Scrolling would race with the growing text.
  await visitor.button('Jump to latest').click();
  for (let turn = 0; turn < 4; turn += 1) {
    await page.setViewportSize(turn % 2 ? { width: 390, height: 844 } : { width: 844, height: 390 });
    await isWritten(fast, 30);
    await expect(visitor.button('Jump to latest')).toHaveCount(0);
  }
  await fast.stop();
});

test('a reader who scrolls up gets away from the end on a page that draws five frames a second', async ({
  page,
  stage,
  visitor,
}) => {
  await readToTheEnd(visitor, stage);
  await visitor.log.hover();
  await page.evaluate(() => {
    const work = () => {
      const from = performance.now();
      while (performance.now() - from < 200);
      setTimeout(work);
    };
    work();
  });
  const fast = writeFast(page, growingReply(stage, await visitor.sessionId()));
  await expect.poll(fast.pieces).toBeGreaterThan(3);
  await page.mouse.wheel(0, -100);
  await expect(visitor.button('Jump to latest')).toBeVisible();
  await fast.stop();
});
