/** Announcements that a screen reader's user hears without asking, word for word. */

import { heard, listen } from './heard.ts';
import { hesitate } from './rest.ts';
import { expect, type Stage, test } from './stage.ts';

test.use({ pace: 1 });

/** Long enough for many chunks and many frames of the reveal. */
const LONG =
  'the quick brown fox jumps over the lazy dog while the band plays on and the lamps along the harbour are lit one after the other until the last boat is home';

const TYPING = 'Fern is typing';

test('a streamed reply is announced once and completely, and the visitor’s own messages are not', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  await listen(page);
  await visitor.say(`echo ${LONG}`);
  await expect(visitor.log.getByText(LONG, { exact: true })).toBeVisible();
  await expect.poll(async () => (await heard(page)).at(-1)?.words).toBe(`Fern: ${LONG}`);
  const rest = (await heard(page)).filter(({ words }) => words !== TYPING);
  expect(rest).toEqual([{ words: `Fern: ${LONG}`, how: 'polite' }]);
});

test('a typing agent is announced once, before the reply', async ({ page, stage, visitor }) => {
  await visitor.arrive();
  await listen(page);
  const { goOn } = await hesitate(stage, page);
  await visitor.say('echo by and by');
  await expect.poll(() => heard(page)).toEqual([{ words: TYPING, how: 'polite' }]);
  await goOn();
  await expect(visitor.log.getByText('by and by', { exact: true })).toBeVisible();
  await expect
    .poll(() => heard(page))
    .toEqual([
      { words: TYPING, how: 'polite' },
      { words: 'Fern: by and by', how: 'polite' },
    ]);
});

test('two replies with the same words are both announced', async ({ page, visitor }) => {
  await visitor.arrive();
  await listen(page);
  for (const turn of [1, 2]) {
    await visitor.say('echo yes');
    await expect(visitor.log.getByText('yes', { exact: true })).toHaveCount(turn);
  }
  const replies = async () => (await heard(page)).filter(({ words }) => words === 'Fern: yes').length;
  await expect.poll(replies).toBe(2);
});

test('the hand-off is announced: the queue, each new place in it, who joins and what they write', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  await listen(page);
  const { until } = await hesitate(stage, page);
  await visitor.say('handoff');
  const greeting = "Maya Okafor: Hello, this is Maya from the shop. I've read what you wrote to Fern. How can I help?";
  await until(async () => (await heard(page)).at(-1)?.words === greeting);
  const all = (await heard(page)).map(({ words }) => words);
  for (const words of [
    /You're number 3 in line/,
    /You're next/,
    /^Maya Okafor joined the chat\./,
    /^Maya Okafor: Hello/,
  ]) {
    expect(all.filter(each => words.test(each)).length, `heard once: ${words}\n${all.join('\n')}`).toBe(1);
  }
  expect((await heard(page)).filter(({ how }) => how === 'assertive')).toEqual([]);
});

test('an error of the platform interrupts, once', async ({ page, stage, visitor }) => {
  await visitor.arrive();
  await listen(page);
  await notify(stage, await visitor.sessionId(), 'ERROR', 'Sorry, I encountered an error');
  await expect(visitor.log).toContainText('Something went wrong with that reply.');
  await expect.poll(() => heard(page)).toEqual([{ words: 'Something went wrong with that reply.', how: 'assertive' }]);
});

test('a system message of the platform is announced once, without interrupting', async ({ page, stage, visitor }) => {
  await visitor.arrive();
  await listen(page);
  await notify(stage, await visitor.sessionId(), 'INFO', 'The workshop is closed on Monday.');
  await expect(visitor.log).toContainText('closed on Monday');
  await expect.poll(() => heard(page)).toEqual([{ words: 'The workshop is closed on Monday.', how: 'polite' }]);
});

test('being offline and being back are announced once each, without interrupting', async ({
  page,
  context,
  visitor,
}) => {
  await visitor.arrive();
  await listen(page);
  await context.setOffline(true);
  await expect(visitor.panel).toContainText("You're offline");
  await expect
    .poll(() => heard(page))
    .toEqual([{ words: "You're offline. Messages will be sent when you're back.", how: 'polite' }]);
  await context.setOffline(false);
  // On a slow machine reconnecting takes more than a second and is announced as well.
  await expect
    .poll(async () => (await heard(page)).slice(1).filter(({ words }) => words !== 'Reconnecting…'))
    .toEqual([{ words: "You're back online.", how: 'polite' }]);
});

test('a chat service that cannot be reached at all interrupts, once', async ({ page, stage, visitor }) => {
  await page.route(`${stage.broker}/token`, route => route.fulfill({ status: 403, json: NOT_ALLOWED }));
  await page.goto(stage.demo);
  await visitor.button('Open chat').focus();
  await expect(page.locator('[part=panel]')).toBeAttached();
  await listen(page);
  await visitor.open();
  await expect(visitor.panel).toContainText("This chat isn't available here right now.");
  const interruptions = async () => (await heard(page)).filter(({ how }) => how === 'assertive').length;
  await expect.poll(interruptions).toBe(1);
});

const NOT_ALLOWED = { error: { code: 'origin_not_allowed', message: 'This origin is not on the list.' } };

async function notify(stage: Stage, session: string, level: 'INFO' | 'ERROR', message: string): Promise<void> {
  await stage.control(`sessions/${session}/events`, {
    type: 'SYSTEM_MESSAGE',
    payload: { level: `SYSTEM_MESSAGE_LEVEL_${level}`, message },
  });
}
