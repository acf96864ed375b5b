/**
 * The scroll position while others write: the reader's own message at the top, a reply from its first line, or the end if the reader is
 * there.
 */

import type { Locator } from '@playwright/test';
import { atRest } from './rest.ts';
import { expect, growingReply, type Stage, test, type Visitor } from './stage.ts';

const PARAGRAPH = 'It lives with its room, and wants little: a soft cloth, and oil twice a year.\n\n';

/** Distance of a row from the top of the transcript. */
async function below(log: Locator, row: Locator): Promise<number> {
  const [box, view] = [await row.boundingBox(), await log.boundingBox()];
  return (box?.y ?? Number.NaN) - (view?.y ?? 0);
}

const say = (stage: Stage, id: string, message_id: string, text: string) =>
  stage.control(`sessions/${id}/events`, {
    type: 'SERVICE_AGENT_MESSAGE',
    payload: { message_id, text, attachments: [], response_suggestions: [] },
  });

/** Fills a transcript until it is longer than the panel, scrolls to its end, and silences the agent. */
async function read(visitor: Visitor, stage: Stage): Promise<string> {
  await visitor.arrive();
  const id = await visitor.sessionId();
  for (let place = 0; place < 12; place += 1)
    await say(stage, id, `line-${place}`, `Line ${place}. Some words that take their room.`);
  await expect(visitor.log.getByText('Line 11.')).toBeAttached();
  // Messages that come within one frame are shown from the first of them, so scroll.
  await visitor.log.evaluate(view => view.scrollTo(0, view.scrollHeight));
  await expect(visitor.log.getByText('Line 11.')).toBeInViewport();
  await stage.control('agent', { script: 'silent' });
  return id;
}

test('the visitor’s message moves to the top and stays there while its answer grows, and the end is one press away', async ({
  page,
  stage,
  visitor,
}) => {
  const { log, button } = visitor;
  const id = await read(visitor, stage);
  await visitor.say('How do I care for it?');
  const own = log.locator('.user .bubble').last();
  await expect.poll(() => below(log, own)).toBeLessThan(30);
  await atRest(page);
  const before = await below(log, own);
  expect(before).toBeGreaterThanOrEqual(0);
  const grow = growingReply(stage, id);
  for (let piece = 1; piece <= 12; piece += 1) {
    await grow(`Number ${piece}. ${PARAGRAPH}`);
    await expect(log).toContainText(`Number ${piece}.`);
    await atRest(page);
    expect(Math.abs((await below(log, own)) - before), `piece ${piece}`).toBeLessThan(2);
  }
  await expect(log.getByText('Number 12.')).not.toBeInViewport();
  await button(/^Jump to latest/).click();
  await expect(log.getByText('Number 12.')).toBeInViewport();
  // At the end, the view follows the reply.
  for (let piece = 13; piece <= 20; piece += 1) {
    await grow(`Number ${piece}. ${PARAGRAPH}`);
    await expect(log.getByText(`Number ${piece}.`)).toBeInViewport();
  }
  await grow('That is all.', true);
  await expect(log.getByText('That is all.')).toBeInViewport();
  await expect(button(/^Jump to latest/)).toHaveCount(0);
});

test('an unsolicited reply is shown from its first line, and a reader at its last line follows it', async ({
  page,
  stage,
  visitor,
}) => {
  const { log, button } = visitor;
  const id = await read(visitor, stage);
  const grow = growingReply(stage, id);
  const reply = log.locator('.agent .bubble').last();
  for (let piece = 1; piece <= 12; piece += 1) await grow(`Number ${piece}. ${PARAGRAPH}`);
  await expect(log).toContainText('Number 12.');
  await expect.poll(() => below(log, reply)).toBeLessThan(30);
  await expect(log.getByText('Number 1.')).toBeInViewport();
  await button(/^Jump to latest/).click();
  await grow(`Number 13. ${PARAGRAPH}`.repeat(6));
  await grow('Over.', true);
  await expect(log.getByText('Over.')).toBeInViewport();
  await atRest(page);
  // A reply that comes whole is shown from its first line, too. A short one behind it does not move the view.
  await say(stage, id, 'whole', `Its first line.\n\n${PARAGRAPH.repeat(12)}`);
  await expect(log.getByText('Its first line.')).toBeInViewport();
  await say(stage, id, 'short', 'One more.');
  await expect(log).toContainText('One more.');
  await atRest(page);
  await expect(log.getByText('Its first line.')).toBeInViewport();
  await expect(button('Jump to latest (1 new message)')).toBeVisible();
});

test('a reader who scrolls up keeps their place while text arrives: by wheel, by keys, and in ways that fire no event', async ({
  page,
  stage,
  visitor,
}) => {
  const { log, button } = visitor;
  const id = await read(visitor, stage);
  const grow = growingReply(stage, id);
  const jump = button(/^Jump to latest/);
  const top = () => log.evaluate(view => view.scrollTop);
  let piece = 0;
  const ways = {
    wheel: () => page.mouse.wheel(0, -120),
    key: async () => {
      await log.focus();
      await page.keyboard.press('PageUp');
    },
    search: () => log.evaluate(view => view.scrollBy(0, -90)),
  };
  for (const [way, scroll] of Object.entries(ways)) {
    if (await jump.isVisible()) await jump.click();
    await log.hover();
    await grow(`Number ${++piece}. ${PARAGRAPH}`);
    const before = await top();
    await scroll();
    await expect.poll(top, way).toBeLessThan(before);
    await grow(`Number ${++piece}. ${PARAGRAPH}`);
    await atRest(page);
    const place = await top();
    for (let more = 0; more < 5; more += 1) await grow(`Number ${++piece}. ${PARAGRAPH}`);
    await expect(log).toContainText(`Number ${piece}.`);
    await atRest(page);
    expect(Math.abs((await top()) - place), way).toBeLessThan(2);
    await expect(jump).toBeVisible();
  }
});
