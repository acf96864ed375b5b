/**
 * Notifications for visitors who look elsewhere: a changed title and a sound, in one tab and once. A browser without a screen hides no
 * page, so the tests pretend: `document.hidden` and `hasFocus()` are overridden, and the events are fired.
 */

import type { BrowserContext, Page } from '@playwright/test';
import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, type Stage, test, type Visitor } from './stage.ts';

test.afterEach(closeAll);

const OWN = 'Customer';

interface Watched extends Window {
  /** `seen` means visible and focused; `beside` means visible without focus. */
  turn(to: 'seen' | 'beside' | 'hidden'): void;
  notes: number;
  contexts: number;
  titles: string[];
}

/** Runs in every page before its own scripts. */
function prepare(): void {
  const page = window as unknown as Watched;
  let state: 'seen' | 'beside' | 'hidden' = 'seen';
  const isHidden = () => state === 'hidden';
  Object.defineProperties(document, {
    hidden: { get: isHidden },
    visibilityState: { get: () => (isHidden() ? 'hidden' : 'visible') },
    hasFocus: { value: () => state === 'seen' },
  });
  page.turn = to => {
    const wasHidden = isHidden();
    state = to;
    if (wasHidden !== isHidden()) document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event(to === 'seen' ? 'focus' : 'blur'));
  };
  page.notes = page.contexts = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...when) {
    page.notes += 1;
    start.apply(this, when);
  };
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      page.contexts += 1;
    }
  };
  page.titles = [];
  setInterval(() => page.titles.push(document.title), 50);
}

const turn = (page: Page, to: 'seen' | 'beside' | 'hidden'): Promise<void> =>
  page.evaluate(where => (window as unknown as Watched).turn(where), to);

const count = (page: Page, what: 'notes' | 'contexts'): Promise<number> =>
  page.evaluate(name => (window as unknown as Watched)[name], what);

/** Every different title since the last call, without the page's own. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(own => {
    const { titles } = window as unknown as Watched;
    return [...new Set(titles.splice(0))].filter(title => title !== own);
  }, OWN);

/** Opens a shop and the chat, and says something. */
async function arrive(stage: Stage, context: BrowserContext, page: Page, sound: string) {
  await context.addInitScript(prepare);
  // The clock runs by itself, and faster where a test says so.
  await context.clock.install();
  const site = await siteWithBroker(stage, {}, sound);
  const visitor = createVisitor(page, stage);
  await page.goto(site);
  await visitor.open();
  await visitor.say('echo begun');
  await expect(visitor.log.getByText('begun', { exact: true })).toBeVisible();
  const id = await visitor.sessionId();
  let replies = 0;
  return {
    site,
    visitor,
    /** Sends a reply of the agent, and waits until each of `to` has received it. */
    async reply(...to: Visitor[]) {
      const text = `Reply ${++replies}.`;
      await stage.control(`sessions/${id}/events`, {
        type: 'EVENT_TYPE_AGENT_MESSAGE',
        payload: { message_id: `reply-${replies}`, text },
      });
      for (const each of to) await expect(each.log.getByText(text, { exact: true })).toBeAttached();
    },
    /** Opens the same conversation in another tab. */
    async another(): Promise<Visitor> {
      const more = createVisitor(await context.newPage(), stage);
      await more.page.goto(site);
      await expect(more.log).toContainText('begun');
      return more;
    },
  };
}

/** Locks that tabs hold or wait for. */
const locks = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending];
  });

/**
 * Checks that a reply sounds, and once. How long an audio device takes to wake is not up to the test, and a reply that comes too early for
 * it stays silent. So the clock is not advanced before a sound is heard, and a silent reply is followed by another.
 */
async function heardOnce(context: BrowserContext, heard: () => Promise<number>, reply: () => Promise<void>) {
  const before = await heard();
  await expect(async () => {
    await reply();
    await expect.poll(heard, { timeout: 4_000 }).toBeGreaterThan(before);
  }).toPass({ timeout: 30_000 });
  await context.clock.runFor(2_000);
  expect(await heard()).toBe(before + 1);
}

test('the title of the last visited of two hidden tabs shows the number, until one of them is visible', async ({
  page,
  context,
  stage,
}) => {
  const { visitor, another, reply } = await arrive(stage, context, page, '');
  const second = await another();
  const pages = [page, second.page];
  await turn(page, 'hidden');
  await reply(visitor, second);
  await context.clock.runFor(5_000);
  // The second tab is visible.
  expect(await Promise.all(pages.map(shown))).toEqual([[], []]);
  await turn(second.page, 'hidden');
  await reply(visitor, second);
  await reply(visitor, second);
  await context.clock.runFor(5_000);
  const both = await Promise.all(pages.map(shown));
  expect(both.flatMap(each => each.slice(-1))).toEqual(['(2) New messages']);
  expect(both[0]).toEqual([]);
  // Both titles are restored when either tab is looked at.
  await turn(page, 'seen');
  await expect.poll(() => Promise.all(pages.map(each => each.title()))).toEqual([OWN, OWN]);
  await Promise.all(pages.map(shown));
  await turn(page, 'hidden');
  await context.clock.runFor(5_000);
  expect(await Promise.all(pages.map(shown))).toEqual([[], []]);
});

test('a reply plays a sound in one of two tabs, and never in one where it is visible', async ({
  page,
  context,
  stage,
}) => {
  const { visitor, another, reply } = await arrive(stage, context, page, 'data-sound="on"');
  const second = await another();
  await second.composer.click();
  const heard = async () => (await count(page, 'notes')) + (await count(second.page, 'notes'));
  // The second tab was focused last, and its panel is open.
  await turn(second.page, 'seen');
  await reply(visitor, second);
  await context.clock.runFor(2_000);
  expect(await heard()).toBe(0);
  await turn(second.page, 'beside');
  await turn(page, 'beside');
  await heardOnce(context, heard, () => reply(visitor, second));
  await turn(page, 'hidden');
  await turn(second.page, 'hidden');
  await heardOnce(context, heard, () => reply(visitor, second));
});

test('nothing is prepared or played while sound is off', async ({ page, context, stage }) => {
  const { visitor, reply } = await arrive(stage, context, page, '');
  await visitor.composer.click();
  await turn(page, 'hidden');
  await reply(visitor);
  await expect(page).toHaveTitle('(1) New message');
  expect([await count(page, 'contexts'), await count(page, 'notes')]).toEqual([0, 0]);
});

test('nothing is prepared or played before a click or a key press', async ({ page, context, stage }) => {
  const { visitor, reply } = await arrive(stage, context, page, 'data-sound="on"');
  await page.reload();
  await expect(visitor.log).toContainText('begun');
  await turn(page, 'hidden');
  await reply(visitor);
  // The last replies before the reload may come again, if they were not stored yet.
  await expect(page).toHaveTitle(/^\(\d\) New message/);
  expect([await count(page, 'contexts'), await count(page, 'notes')]).toEqual([0, 0]);
  await turn(page, 'seen');
  await visitor.composer.click();
  // The sound is fetched at the first gesture.
  await expect.poll(() => count(page, 'contexts')).toBe(1);
  await turn(page, 'hidden');
  await heardOnce(
    context,
    () => count(page, 'notes'),
    () => reply(visitor),
  );
});

test('tabs exchange nothing before the chat is opened, nor after it is destroyed', async ({ page, context, stage }) => {
  await context.addInitScript(prepare);
  const site = await siteWithBroker(stage);
  const visitor = createVisitor(page, stage);
  await page.goto(site);
  await expect(visitor.button('Open chat')).toBeVisible();
  expect(await locks(page)).toEqual([]);
  await visitor.open();
  await expect.poll(async () => (await locks(page)).length).toBeGreaterThan(0);
  await page.evaluate(() => (window as unknown as { Natter: { destroy(): void } }).Natter.destroy());
  await expect.poll(() => locks(page)).toEqual([]);
});
