/** A reply of many blocks while it is written: blocks out of sight cost nothing, and take the same room as they would in sight. */

import type { Locator } from '@playwright/test';
import { atRest } from './rest.ts';
import { expect, growingReply, type Stage, selectedAt, test, type Visitor } from './stage.ts';

test.use({ pace: 1 });

/** Step numbers have two digits each, so that every step is equally high. */
const FIRST = 11;
const LAST = 34;

const step = (number: number) =>
  [
    `## Step ${number}`,
    `Oil the **leg ${number}** with a soft cloth, and wait for an hour before you turn the table over and go on with the next one.`,
    '- a cloth\n- some oil\n- an hour',
    `\`\`\`\noil --leg ${number}\n\`\`\``,
    `| Leg | Minutes |\n| --- | --- |\n| ${number} | 60 |`,
    '',
  ].join('\n\n');

/** Writes all steps. Returns a function that sends the last chunk. */
async function writeSteps({ arrive, button, log, sessionId }: Visitor, stage: Stage): Promise<() => Promise<void>> {
  await arrive();
  const grow = growingReply(stage, await sessionId());
  for (let number = FIRST; number <= LAST; number += 1) {
    await grow(step(number));
    await expect(log.getByText(`Step ${number}`, { exact: true })).toBeAttached();
  }
  await grow('More to come. ');
  await expect(log.getByText('More to come.')).toBeAttached();
  // The reply is shown from its first line, so go to its end.
  await button(/^Jump to latest/).click();
  await expect(log.getByText('More to come.')).toBeInViewport();
  return () => grow('That is all.', true);
}

const heading = (log: Locator, number: number) => log.getByText(`Step ${number}`, { exact: true });

/** True if the browser lays the element out and paints it. */
const isRendered = (place: Locator) =>
  place.evaluate(element => element.checkVisibility({ contentVisibilityAuto: true }));

/** The distance of each step from the first. */
const places = (log: Locator) =>
  log.evaluate(view => {
    const tops = [...view.querySelectorAll('.heading')].map(each => each.getBoundingClientRect().top);
    return tops.map(top => Math.round(top - (tops[0] ?? 0)));
  });

test('blocks of a growing reply that are out of view are not laid out, but keep their height', async ({
  page,
  stage,
  visitor,
}) => {
  const { log } = visitor;
  const finish = await writeSteps(visitor, stage);
  await expect.poll(() => isRendered(heading(log, 20))).toBe(false);
  await atRest(page);
  expect(await isRendered(heading(log, LAST))).toBe(true);
  const written = await places(log);
  expect(written).toHaveLength(LAST - FIRST + 1);
  await finish();
  await expect(log.getByText('That is all.')).toBeInViewport();
  await expect.poll(() => isRendered(heading(log, 20))).toBe(true);
  await atRest(page);
  expect(await places(log)).toEqual(written);
  // Equal steps are equally high, wherever a group of blocks begins.
  const heights = written.slice(1).map((top, place) => top - (written[place] ?? 0));
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
});

test('headings have the same distance from a rule above, wherever a group of blocks begins', async ({
  page,
  stage,
  visitor,
}) => {
  const { arrive, log, sessionId } = visitor;
  await arrive();
  const parts = Array.from({ length: 12 }, (_, place) => `---\n\n## Step ${FIRST + place}\n\nWords.\n\n`);
  await growingReply(stage, await sessionId())(parts.join(''), true);
  await expect(heading(log, FIRST + 11)).toBeAttached();
  await atRest(page);
  const gaps = await log.evaluate(view =>
    [...view.querySelectorAll('.heading')].map(each => {
      const rules = [...view.querySelectorAll('hr')].map(rule => rule.getBoundingClientRect().bottom);
      const { top } = each.getBoundingClientRect();
      return Math.round(top - Math.max(...rules.filter(bottom => bottom <= top)));
    }),
  );
  expect(gaps).toEqual(gaps.map(() => 8));
});

test('a reader who scrolls up in a growing reply finds all of it, and keeps their place while it grows', async ({
  page,
  stage,
  visitor,
}) => {
  const { log } = visitor;
  const finish = await writeSteps(visitor, stage);
  await expect.poll(() => isRendered(heading(log, 20))).toBe(false);
  await log.hover();
  await page.mouse.wheel(0, -200);
  await expect(visitor.button(/^Jump to latest/)).toBeVisible();
  await heading(log, 20).evaluate(element => element.scrollIntoView({ block: 'center' }));
  await expect(heading(log, 20)).toBeInViewport();
  await expect.poll(() => isRendered(heading(log, 20))).toBe(true);
  const top = () => heading(log, 20).evaluate(element => Math.round(element.getBoundingClientRect().top));
  // A scroll needs one more frame to settle.
  await atRest(page);
  const before = await top();
  await finish();
  await expect(log.getByText('That is all.')).toBeAttached();
  await atRest(page);
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});

test('a selection in a growing reply stays when it scrolls out of view', async ({ stage, visitor }) => {
  const { log } = visitor;
  await visitor.arrive();
  const grow = growingReply(stage, await visitor.sessionId());
  for (let number = FIRST; number <= 18; number += 1) await grow(step(number));
  await expect(heading(log, 18)).toBeAttached();
  await heading(log, 16).evaluate(element => getSelection()?.selectAllChildren(element));
  for (let number = 19; number <= LAST; number += 1) await grow(step(number));
  await expect(heading(log, LAST)).toBeAttached();
  await visitor.button(/^Jump to latest/).click();
  await expect(heading(log, LAST)).toBeInViewport();
  expect(await selectedAt(log)).toBe('Step 16');
});
