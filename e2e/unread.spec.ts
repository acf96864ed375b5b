/** Coming back to a conversation with new messages: the scroll position, and the number on the launcher. */

import { atRest } from './rest.ts';
import { expect, type Stage, test, type Visitor } from './stage.ts';

/** Sends `replies` replies while the panel is closed, each repeating its words `length` times, and opens the panel. */
async function comeBack(visitor: Visitor, stage: Stage, replies: number, length = 12): Promise<void> {
  await sendWhileClosed(visitor, stage, replies, length);
  await visitor.open();
}

async function sendWhileClosed(visitor: Visitor, stage: Stage, replies: number, length = 12): Promise<void> {
  await visitor.arrive();
  const id = await visitor.sessionId();
  await visitor.say('echo before');
  await expect(visitor.log.getByText('before', { exact: true })).toBeVisible();
  await visitor.page.keyboard.press('Escape');
  await expect(visitor.panel).toBeHidden();
  for (let place = 1; place <= replies; place += 1) {
    await stage.control(`sessions/${id}/events`, {
      type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
      payload: {
        text: `Reply ${place}. ${'More words to read. '.repeat(length)}`,
        attachments: [],
        response_suggestions: [],
      },
    });
  }
  const news = replies === 1 ? '1 new message' : `${replies} new messages`;
  await expect(visitor.page.getByRole('button', { name: `Open chat, ${news}`, exact: true })).toBeVisible();
}

/** Resolves to true if the line above the new messages stands at the top of the view. */
async function beginsAtTop({ page, log }: Visitor): Promise<boolean> {
  await atRest(page);
  const line = await page.locator('[part~=new]').boundingBox();
  const down = (line?.y ?? Number.NaN) - ((await log.boundingBox())?.y ?? 0);
  return down >= 0 && down < 24;
}

test('with more new messages than fit, the panel opens where they begin; the end is one press away', async ({
  page,
  stage,
  visitor,
}) => {
  await comeBack(visitor, stage, 8);
  await expect(page.locator('[part~=new]')).toBeInViewport();
  await expect.poll(() => beginsAtTop(visitor)).toBe(true);
  await expect(visitor.log.getByText('Reply 1.')).toBeInViewport();
  await expect(visitor.log.getByText('Reply 8.')).not.toBeInViewport();

  // Another message does not move the view.
  const id = await visitor.sessionId();
  await stage.control(`sessions/${id}/events`, {
    type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
    payload: { text: 'One more.', attachments: [], response_suggestions: [] },
  });
  await expect(visitor.log).toContainText('One more.');
  await expect(visitor.log.getByText('Reply 1.')).toBeInViewport();

  await visitor.button(/^Jump to latest/).click();
  await expect(visitor.log.getByText('One more.')).toBeInViewport();
  await visitor.say('echo after');
  await expect(visitor.log.getByText('after', { exact: true })).toBeInViewport();
});

for (const [replies, length] of [
  [14, 6],
  [20, 0],
  [60, 2],
] as const) {
  test(`with ${replies} new replies the panel opens where they begin, and stays there`, async ({
    page,
    stage,
    visitor,
  }) => {
    await comeBack(visitor, stage, replies, length);
    await expect.poll(() => beginsAtTop(visitor)).toBe(true);
    // Rows far from the view have been drawn as well.
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(() => requestIdleCallback(resolve))));
    await expect(visitor.log.getByText('Reply 1.', { exact: false }).first()).toBeInViewport();
    expect(await beginsAtTop(visitor)).toBe(true);
    await visitor.button(/^Jump to latest/).click();
    await expect(visitor.log.getByText(`Reply ${replies}.`)).toBeInViewport();
    await visitor.say('echo after');
    await expect(visitor.log.getByText('after', { exact: true })).toBeInViewport();
  });
}

test('the panel opens where the new messages begin after the window has become smaller meanwhile', async ({
  page,
  stage,
  visitor,
}) => {
  await sendWhileClosed(visitor, stage, 8);
  await page.setViewportSize({ width: 1280, height: 480 });
  await visitor.open();
  await expect.poll(() => beginsAtTop(visitor)).toBe(true);
});

test('with few new messages both their beginning and the end are visible, and the end is followed', async ({
  page,
  stage,
  visitor,
}) => {
  await comeBack(visitor, stage, 1);
  await expect(page.locator('[part~=new]')).toBeInViewport();
  await expect(visitor.log.getByText('Reply 1.')).toBeInViewport();
  await expect(visitor.button(/^Jump to latest/)).toHaveCount(0);
  const id = await visitor.sessionId();
  for (let place = 2; place <= 5; place += 1) {
    await stage.control(`sessions/${id}/events`, {
      type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
      payload: {
        text: `Reply ${place}. ${'More words to read. '.repeat(12)}`,
        attachments: [],
        response_suggestions: [],
      },
    });
    await expect(visitor.log.getByText(`Reply ${place}.`)).toBeInViewport();
  }
});

test('the visitor’s message and the beginning of its answer are visible, however long it is', async ({ visitor }) => {
  await visitor.arrive();
  const { log } = visitor;
  for (const [place, length] of [400, 832, 1170, 30].entries()) {
    await visitor.say(`${'as I was saying '.repeat(length / 16)} ${place}`);
    // The whole answer stands below: only a complete message can be copied.
    await expect(log.locator('.agent .copy-message')).toHaveCount(place + 2);
    await expect(log.locator('.user .bubble').last()).toBeInViewport();
    await expect(log.locator('.agent .bubble').last()).toBeInViewport();
  }
});
