/** Whoever goes up through a long conversation that an earlier page has kept: each turn of the wheel moves the words by as much. */

import { atRest } from './rest.ts';
import { expect, type Stage, test, type Visitor } from './stage.ts';

test.use({ pace: 1 });

const MESSAGES = 240;
const STEP_PX = 300;

/** Messages of several lengths, from the number `first` on, said while the visitor is elsewhere; then all of them shown, and kept. */
async function talk(stage: Stage, { page, log, sessionId }: Visitor, messages: number, first = 0): Promise<void> {
  const id = await sessionId();
  await page.goto('about:blank');
  for (let place = first; place < messages; place++) {
    const text = `Number ${place}. ${'Some words to read. '.repeat(place % 9)}`;
    const payload = { message_id: `n-${place}`, text, attachments: [], response_suggestions: [] };
    await stage.control(`sessions/${id}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  }
  await page.goto(stage.demo);
  await expect(log).toContainText(`Number ${messages - 1}.`);
}

test('[U170] [U177] the words that are read move with the wheel and not with what gets its true height above them, and End leads to the end', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const { log } = visitor;
  await talk(stage, visitor, MESSAGES);
  await page.reload();
  // All of it, up to the first of them.
  await expect(log).toContainText('Number 0.');
  await log.hover();
  for (let step = 0; step < 12; step++) {
    await atRest(page);
    const seen = await log.evaluateHandle(view => {
      const { top, bottom } = view.getBoundingClientRect();
      return [...view.querySelectorAll('.bubble')].find(each => {
        const box = each.getBoundingClientRect();
        return each.checkVisibility({ contentVisibilityAuto: true }) && box.top > top && box.bottom < bottom;
      }) as Element;
    });
    const y = () => seen.evaluate(bubble => Math.round(bubble.getBoundingClientRect().top));
    const before = await y();
    await page.mouse.wheel(0, -STEP_PX);
    // Scrolling is smooth in some browsers: where it has come to rest.
    const off = async () => {
      await atRest(page);
      return Math.abs((await y()) - before - STEP_PX);
    };
    await expect.poll(off, `turn ${step} of the wheel`).toBeLessThan(5);
  }

  // And back down, in one step.
  const jump = visitor.button('Jump to latest');
  await log.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => log.evaluate(view => view.scrollTop)).toBe(0);
  await expect(jump).toBeVisible();
  await page.keyboard.press('End');
  await expect(jump).toHaveCount(0);
  await expect(log.getByText(`Number ${MESSAGES - 1}.`)).toBeInViewport();
  await expect(log).toBeFocused();
});

test('[U177] the Home key leads to the beginning, from the end of a conversation of any length', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const { log } = visitor;
  let told = 0;
  for (const messages of [40, 60]) {
    await talk(stage, visitor, messages, told);
    told = messages;
    await page.reload();
    await expect(log).toContainText('Number 0.');
    await log.focus();
    await page.keyboard.press('Home');
    // At rest there, and not on the way through.
    const places = new Set<number>();
    await expect
      .poll(async () => {
        const top = await log.evaluate(view => view.scrollTop);
        const isStill = places.has(top);
        places.add(top);
        return isStill && top;
      })
      .toBe(0);
    await expect(log.getByText('Number 0.')).toBeInViewport();
  }
});
