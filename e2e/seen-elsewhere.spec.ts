/**
 * Unread messages when the same conversation is open in several places: an inline chat on one page, the launcher on another. A browser
 * without a screen hides no page, so the tests pretend that a page is hidden, as in notifications.spec.ts.
 */

import type { BrowserContext, Page } from '@playwright/test';
import { closeAll, serve, startBroker, tag } from './site.ts';
import { createVisitor, expect, freePort, type Stage, test, type Visitor } from './stage.ts';

test.afterEach(closeAll);

const OWN = 'Customer';

interface Shown {
  on?(name: 'unread', run: (detail: { readonly count: number }) => void): void;
  readonly state: { readonly unread: number; readonly messages: readonly { readonly text?: string }[] };
}

interface Turning {
  Natter?: Shown;
  natter(): Shown | undefined;
  turn(hidden: boolean): void;
  look(): void;
  told: string[];
}

/** Runs in every page before its own scripts. */
function prepare(): void {
  const page = window as unknown as Turning;
  page.natter = () => page.Natter;
  let isHidden = false;
  Object.defineProperties(document, {
    hidden: { get: () => isHidden },
    visibilityState: { get: () => (isHidden ? 'hidden' : 'visible') },
    hasFocus: { value: () => !isHidden },
  });
  page.turn = hidden => {
    isHidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event(hidden ? 'blur' : 'focus'));
  };
  // The `unread` events of the page, and every title and badge that it showed.
  page.told = [];
  let last = 'Customer ';
  let heard = false;
  page.look = () => {
    const badge = document.querySelector('natter-chat')?.shadowRoot?.querySelector('.launcher .unread')?.textContent;
    const now = `${document.title} ${badge ?? ''}`;
    if (document.title && now !== last) {
      page.told.push(now);
      last = now;
    }
    if (!heard && page.Natter?.on) {
      heard = true;
      page.Natter.on('unread', ({ count }) => page.told.push(`unread ${count}`));
    }
  };
  setInterval(page.look, 20);
}

const turn = (page: Page, to: 'seen' | 'hidden'): Promise<void> =>
  page.evaluate(hidden => (window as unknown as Turning).turn(hidden), to === 'hidden');

/** Defined in the page by `prepare`. */
declare function natter(): Shown;

/** The events, titles and badges since the last call, including the latest, once that has been drawn. */
const told = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const turning = window as unknown as Turning;
    turning.look();
    return turning.told.splice(0);
  });

/** A site with the launcher on every page except `/inline` and `/full`, where the chat is always open. */
async function openShop(stage: Stage, context: BrowserContext) {
  await context.addInitScript(prepare);
  const port = await freePort();
  const broker = `http://localhost:${port}`;
  const site = await serve((request, response) => {
    const tags: Record<string, string> = {
      '/inline': `<div id="chat" style="height:480px"></div>${tag(stage, broker, 'data-render-mode="inline" data-target="#chat"')}`,
      '/below': `<div style="height:4000px"></div><div id="chat" style="height:480px"></div>${tag(stage, broker, 'data-render-mode="inline" data-target="#chat"')}`,
      '/full': tag(stage, broker, 'data-render-mode="fullscreen"'),
    };
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>${OWN}</title><h1>A shop</h1>${tags[request.url ?? ''] ?? tag(stage, broker)}</html>`,
    );
  });
  await startBroker(stage, port, site);
  let replies = 0;
  const visit = async (path: string, page?: Page): Promise<Visitor> => {
    const visitor = createVisitor(page ?? (await context.newPage()), stage);
    await visitor.page.goto(site + path);
    return visitor;
  };
  const reply = async (id: string, ...to: Visitor[]): Promise<string> => {
    const text = `Reply ${++replies}.`;
    await stage.control(`sessions/${id}/events`, {
      type: 'EVENT_TYPE_AGENT_MESSAGE',
      payload: { message_id: `reply-${replies}`, text },
    });
    const has = (words: string) => natter().state.messages.some(each => each.text === words);
    for (const { page } of to) await expect.poll(() => page.evaluate(has, text)).toBe(true);
    return text;
  };
  return {
    visit,
    /** Opens the floating panel and says something. */
    async arrive(page: Page): Promise<Visitor & { readonly id: string }> {
      const visitor = await visit('/', page);
      await visitor.open();
      await visitor.say('echo begun');
      await expect(visitor.log.getByText('begun', { exact: true })).toBeVisible();
      return { ...visitor, id: await visitor.sessionId() };
    },
    /** Sends a reply of the agent, and waits until each of `to` has received it. */
    reply,
    /**
     * Sends replies until one stays unread in each tab. A tab learns a moment later than the test that a page was hidden, and until then
     * counts a reply as read.
     */
    async miss(id: string, ...to: Visitor[]): Promise<string> {
      let text = '';
      await expect(async () => {
        text = await reply(id, ...to);
        for (const { page } of to) expect(await page.evaluate(() => natter().state.unread)).toBe(1);
      }).toPass();
      return text;
    },
  };
}

const unread = ({ page }: Visitor) => expect.poll(() => page.evaluate(() => natter().state.unread));

const close = async ({ page, panel }: Visitor): Promise<void> => {
  await page.getByRole('button', { name: 'Close chat' }).first().click();
  await expect(panel).toBeHidden();
};

for (const path of ['/inline', '/full']) {
  test(`[V5] a reply that arrives while ${path} is in view is read in all tabs, even if another has closed its panel`, async ({
    page,
    context,
    stage,
  }) => {
    const { visit, arrive, reply, miss } = await openShop(stage, context);
    const floating = await arrive(page);
    const standing = await visit(path);
    await expect(standing.log).toContainText('begun');
    await close(floating);
    await turn(page, 'hidden');
    // After this reply each tab knows which page the other one shows.
    await reply(floating.id, floating, standing);
    for (const each of [floating, standing]) await unread(each).toBe(0);
    for (const each of [floating, standing]) await told(each.page);
    await reply(floating.id, floating, standing);
    await reply(floating.id, floating, standing);
    await expect(floating.button('Open chat')).toBeVisible();
    expect([await told(page), await told(standing.page)]).toEqual([[], []]);

    // Nobody sees the hidden pages, and only one of the two announces the reply.
    await turn(standing.page, 'hidden');
    await miss(floating.id, floating, standing);
    await expect(floating.button('Open chat, 1 new message')).toBeVisible();
    await expect
      .poll(async () => (await Promise.all([page.title(), standing.page.title()])).sort())
      .toContain('(1) New message');
    await turn(standing.page, 'seen');
    for (const each of [floating, standing]) await unread(each).toBe(0);
    await expect(floating.button('Open chat')).toBeVisible();
    await expect.poll(() => Promise.all([page.title(), standing.page.title()])).toEqual([OWN, OWN]);
  });
}

test('[V6] messages in an inline chat out of view stay unread, and begin with a line when it comes into view', async ({
  page,
  context,
  stage,
}) => {
  const { visit, arrive, reply, miss } = await openShop(stage, context);
  const { id } = await arrive(page);
  await page.close();
  const below = await visit('/below');
  await below.log.scrollIntoViewIfNeeded();
  await expect(below.log.getByText('begun', { exact: true })).toBeInViewport();
  await below.page.evaluate(() => scrollTo(0, 0));
  await expect(below.panel).not.toBeInViewport();
  const first = await miss(id, below);
  await reply(id, below);
  await unread(below).toBe(2);
  await below.page.evaluate(() => scrollTo(0, 9_999));
  await unread(below).toBe(0);
  const line = below.page.locator('[part~=new]');
  await expect(line).toBeInViewport();
  await expect(below.log.getByText(first)).toBeInViewport();
});

test('[V6] messages in an open panel on a hidden page stay unread until they are visible in any tab', async ({
  page,
  context,
  stage,
}) => {
  const { visit, arrive, reply, miss } = await openShop(stage, context);
  const first = await arrive(page);
  const second = await visit('/other');
  await expect(second.log).toContainText('begun');
  await told(page);
  await told(second.page);
  // The first page is hidden, the second visible.
  await turn(page, 'hidden');
  await reply(first.id, first, second);
  for (const each of [first, second]) await unread(each).toBe(0);
  await told(page);
  await told(second.page);
  await reply(first.id, first, second);
  expect([await told(page), await told(second.page)]).toEqual([[], []]);
  await turn(second.page, 'hidden');
  const news = await miss(first.id, first, second);
  await turn(page, 'seen');
  for (const each of [first, second]) await unread(each).toBe(0);
  await expect(page.locator('[part~=new]')).toBeInViewport();
  await expect(first.log.getByText(news)).toBeInViewport();
  const heard = [...(await told(page)), ...(await told(second.page))];
  expect(heard.filter(each => each.startsWith('unread')).sort()).toEqual([
    'unread 0',
    'unread 0',
    'unread 1',
    'unread 1',
  ]);
  expect(heard.filter(each => /\d$/.test(each) && !each.startsWith('unread'))).toEqual([]);
});

test('[V5] messages are read if either of two inline chats is in view', async ({ page, context, stage }) => {
  const { visit, arrive, reply, miss } = await openShop(stage, context);
  const { id } = await arrive(page);
  await page.close();
  const one = await visit('/inline');
  const other = await visit('/inline');
  for (const each of [one, other]) await expect(each.log).toContainText('begun');
  for (const [seen, hidden] of [
    [one, other],
    [other, one],
  ] as const) {
    await turn(hidden.page, 'hidden');
    await turn(seen.page, 'seen');
    await reply(id, one, other);
    for (const each of [one, other]) await unread(each).toBe(0);
    for (const each of [one, other]) await told(each.page);
    await reply(id, one, other);
    expect([await told(one.page), await told(other.page)]).toEqual([[], []]);
  }
  // The visible page closes.
  await other.page.close();
  await miss(id, one);
});
