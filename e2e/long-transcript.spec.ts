/** Hundreds of messages in a real layout: the end is shown first, and older messages appear without moving the reader's text. */

import type { Locator, Page } from '@playwright/test';
import { atRest, turnWheel } from './rest.ts';
import { expect, type Stage, selectedAt, test, type Visitor } from './stage.ts';

/** Sends messages of several lengths while the visitor is on another page, then shows the end of the conversation. */
async function comeBack(
  page: Page,
  stage: Stage,
  { arrive, log, sessionId }: Visitor,
  messages: number,
): Promise<void> {
  await arrive();
  const id = await sessionId();
  await page.goto('about:blank');
  const say = (place: number) => {
    const text = `Number ${place}. ${'Some words to read. '.repeat(place % 7)}`;
    const payload = { message_id: `n-${place}`, text, attachments: [], response_suggestions: [] };
    return stage.control(`sessions/${id}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  };
  for (let place = 0; place < messages; place += 1) await say(place);
  await page.goto(stage.demo);
  await expect(log.getByText(`Number ${messages - 1}.`)).toBeInViewport();
}

const drawn = (log: Locator) => log.locator('.message', { hasText: /Number \d+\./ });

/** The first message that begins in sight, and its distance from the top of the view. */
const reading = (log: Locator) =>
  log.evaluate(view => {
    const { top } = view.getBoundingClientRect();
    const rows = [...view.querySelectorAll('.message')].map(row => ({ row, y: row.getBoundingClientRect().top - top }));
    const seen = rows.find(({ y }) => y >= 0);
    return { words: /Number \d+\./.exec(seen?.row.textContent ?? '')?.[0] ?? '', y: seen?.y ?? Number.NaN };
  });

/** The distance from the top of the view to the message that contains these words. */
const placeOf = (log: Locator, words: string) =>
  log.evaluate((view, wanted) => {
    const row = [...view.querySelectorAll('.message')].find(each => each.textContent?.includes(wanted));
    return (row?.getBoundingClientRect().top ?? Number.NaN) - view.getBoundingClientRect().top;
  }, words);

test('a long conversation shows its end, and a reader who scrolls up keeps their place while older messages are added', async ({
  page,
  stage,
  visitor,
}) => {
  const { log, button } = visitor;
  await comeBack(page, stage, visitor, 450);
  await expect(drawn(log)).toHaveCount(200);

  // Each turn of the wheel moves the text by the same distance, even when older messages are drawn above it.
  for (let turn = 0; turn < 6; turn += 1) {
    await atRest(page);
    const before = await reading(log);
    await turnWheel(page, log, -300);
    await atRest(page);
    expect(Math.abs((await placeOf(log, before.words)) - before.y - 300), `turn ${turn}`).toBeLessThan(3);
  }
  // Selected text stays selected.
  const { words } = await reading(log);
  await log
    .getByText(words, { exact: false })
    .first()
    .evaluate(element => getSelection()?.selectAllChildren(element));
  const selected = await selectedAt(log);
  expect(selected).toContain(words);

  // Scrolls up almost to the first drawn message: older ones appear, and the text does not move.
  await log.evaluate(view => {
    view.scrollTop = 400;
  });
  const before = await reading(log);
  await expect(drawn(log)).toHaveCount(400);
  await atRest(page);
  expect(Math.abs((await placeOf(log, before.words)) - before.y)).toBeLessThan(3);
  expect(await selectedAt(log)).toBe(selected);

  // With the keyboard: the first press shows the rest, and the focus stays in the transcript.
  await button('Show earlier messages').focus();
  await page.keyboard.press('Enter');
  await expect(drawn(log)).toHaveCount(450);
  await expect(button('Show earlier messages')).toHaveCount(0);
  await expect(log).toBeFocused();
  await page.keyboard.press('Home');
  await expect(log.getByText('Hello, I am Fern')).toBeInViewport();
  await page.keyboard.press('End');
  await expect(log.getByText('Number 449.')).toBeInViewport();
  await expect(button(/^Jump to latest/)).toHaveCount(0);
});
