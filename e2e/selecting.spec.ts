/** A selection made with the mouse that goes beyond the transcript. */

import { atRest } from './rest.ts';
import { expect, type Stage, test, type Visitor } from './stage.ts';

const MESSAGES = 30;

/** Fills a transcript until it is longer than the panel. */
async function talk(stage: Stage, { arrive, log, sessionId }: Visitor): Promise<void> {
  await arrive();
  const id = await sessionId();
  for (let place = 0; place < MESSAGES; place += 1) {
    const payload = { message_id: `n-${place}`, text: `Number ${place}, and some words to read.`, attachments: [] };
    await stage.control(`sessions/${id}/events`, {
      type: 'SERVICE_AGENT_MESSAGE',
      payload: { ...payload, response_suggestions: [] },
    });
  }
  await expect(log.getByText(`Number ${MESSAGES - 1},`)).toBeInViewport();
}

test('a reader who selects beyond the panel can scroll, continue by keys and write as before', async ({
  page,
  stage,
  visitor,
}) => {
  await talk(stage, visitor);
  const { log, composer } = visitor;
  await atRest(page);
  const last = await log.getByText(`Number ${MESSAGES - 1},`).boundingBox();
  const panel = await visitor.panel.boundingBox();
  if (!last || !panel) throw new Error('Both can be seen.');
  await page.mouse.move(last.x + 10, last.y + last.height / 2);
  await page.mouse.down();
  await page.mouse.move(panel.x - 40, last.y - 60, { steps: 6 });
  await page.mouse.move(panel.x - 40, panel.y + panel.height + 5, { steps: 6 });
  await page.mouse.up();
  await log.hover();
  await page.mouse.wheel(0, -300);
  await expect(visitor.button('Jump to latest')).toBeVisible();
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab');
  // A scroll of the reader's that arrives after the message would keep the reader where they were.
  await atRest(page);
  await composer.fill('echo still here');
  await composer.press('Enter');
  await expect(log.getByText('still here', { exact: true })).toBeInViewport();
});
