/** Bad networks on real sockets: every message arrives once and in order, and none is lost between page loads, tabs and sleep. */

import type { Page } from '@playwright/test';
import { createDice } from '../test/sim/world/dice.ts';
import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, messagesOf, type Stage, test, userMessages, type Visitor } from './stage.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

test.use({ pace: 1 });

const proxies: TcpProxy[] = [];

test.afterEach(async () => {
  await closeAll();
  await Promise.all(proxies.splice(0).map(each => each.close()));
});

/** A shop that reaches the platform through a proxy, which can be told to misbehave. */
async function behindProxy(stage: Stage): Promise<{ readonly site: string; readonly proxy: TcpProxy }> {
  const proxy = await startTcpProxy({ targetPort: Number(new URL(stage.emulator).port) });
  proxies.push(proxy);
  return { proxy, site: await siteWithBroker(stage, { NATTER_PLATFORM_URL: `http://127.0.0.1:${proxy.port}` }) };
}

type PageWithChat = typeof window & {
  readonly Natter: { readonly state: { readonly connection: { readonly phase: string } } };
};

/** The access tokens in the broker's answers, in order. */
function tokensOf(page: Page): string[] {
  const tokens: string[] = [];
  page.on('response', async response => {
    if (response.request().method() !== 'POST' || !response.url().endsWith('/token')) return;
    const body = await response.json().catch(() => ({}));
    if (body.access_token) tokens.push(body.access_token);
  });
  return tokens;
}

/** The texts of the bubbles, without times and delivery marks. */
const bubbles = (visitor: Visitor): Promise<string[]> =>
  visitor.log.locator('.bubble').evaluateAll(all => all.map(each => each.textContent ?? ''));

/** Checks that the transcript equals the platform's history, and that the agent was asked to join once. */
async function sameAsHistory(stage: Stage, id: string, visitor: Visitor): Promise<void> {
  await expect(async () => {
    const { events, joinsAsked } = await stage.session(id);
    expect(squeezed(await bubbles(visitor))).toEqual(squeezed(messagesOf(events)));
    expect(joinsAsked).toBe(1);
  }).toPass({ timeout: 30_000 });
}

const squeezed = (texts: readonly unknown[]): string[] => texts.map(text => `${text}`.replace(/\s+/g, ''));

async function greeted(visitor: Visitor, site: string): Promise<void> {
  await visitor.page.goto(site);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
}

/** Opens such a shop with an agent that repeats everything, and waits for its greeting. */
async function echoedBehindProxy(page: Page, stage: Stage) {
  const { site, proxy } = await behindProxy(stage);
  const visitor = createVisitor(page, stage);
  await stage.control('agent', { script: 'echo' });
  await page.goto(site);
  await visitor.open();
  await expect(visitor.panel).toContainText("I'll say it back");
  return { visitor, proxy, id: await visitor.sessionId() };
}

test('[D11] a hundred messages while connections are cut at random: each once and in order, none failed', async ({
  page,
  stage,
}) => {
  test.setTimeout(240_000);
  const { visitor, proxy, id } = await echoedBehindProxy(page, stage);
  const dice = createDice(20_261_121);
  const texts = Array.from({ length: 100 }, (_, place) => `message ${place}`);
  for (const [place, text] of texts.entries()) {
    await visitor.say(text);
    if (place % 11 !== 5) continue;
    // Cuts in the middle of a frame, in either direction, or all connections at once.
    if (dice.chance(0.6)) proxy.cutAfterBytes(dice.between(1, 2_000), dice.pick(['up', 'down'] as const));
    else proxy.cutAll();
    await expect.poll(async () => (await userMessages(stage, id)).length, { timeout: 90_000 }).toBe(place + 1);
  }
  await expect.poll(async () => (await userMessages(stage, id)).length, { timeout: 120_000 }).toBe(texts.length);
  expect(await userMessages(stage, id)).toEqual(texts);
  await expect(visitor.log).not.toContainText('Sending…');
  await expect(visitor.button('Retry')).toHaveCount(0);
  // The agent answers one message after the other, which takes longer than sending them.
  await expect(visitor.log).toContainText('You said: message 99', { timeout: 90_000 });
  await sameAsHistory(stage, id, visitor);
});

test('[D18] a message written in a tunnel and delivered later, on a connection given up before, is sent once', async ({
  page,
  stage,
}) => {
  const { visitor, proxy, id } = await echoedBehindProxy(page, stage);
  await visitor.say('before');
  await expect.poll(() => userMessages(stage, id)).toEqual(['before']);
  const since = performance.now();
  proxy.stall();
  await visitor.say('in the tunnel');
  await expect(visitor.panel).toContainText('Reconnecting…');
  proxy.resume(performance.now() - since);
  await visitor.say('behind it');
  await expect.poll(() => userMessages(stage, id), { timeout: 60_000 }).toContain('behind it');
  // The old connection has closed, and everything that it still carried has arrived.
  await expect.poll(async () => (await stage.session(id)).sockets.length, { timeout: 40_000 }).toBe(1);
  expect(await userMessages(stage, id)).toEqual(['before', 'in the tunnel', 'behind it']);
});

test('[M24] a reload in the middle of a reply: the panel is back, the reply complete, the session and its token the same', async ({
  page,
  stage,
  visitor,
}) => {
  const tokens = tokensOf(page);
  await visitor.arrive();
  const id = await visitor.sessionId();
  await visitor.composer.fill('stream');
  await visitor.composer.press('Enter');
  const before = (await visitor.log.textContent())?.length ?? 0;
  await expect.poll(async () => ((await visitor.log.textContent()) ?? '').length).toBeGreaterThan(before + 150);
  await visitor.composer.fill('a draft of mine');
  await page.reload();
  await expect(visitor.panel).toBeVisible();
  await expect(visitor.composer).toHaveValue('a draft of mine');
  await expect(visitor.composer).not.toBeFocused();
  const done = async () =>
    (await stage.session(id)).events.some(
      event => event.payload.is_complete === true && Number(event.payload.chunk_index) > 50,
    );
  await expect.poll(done, { timeout: 40_000 }).toBe(true);
  await sameAsHistory(stage, id, visitor);
  await expect.poll(() => tokens.length).toBe(2);
  expect(new Set(tokens).size).toBe(1);
});

test('[M22] ten reloads, closed and open, request one token and create one session', async ({
  page,
  stage,
  visitor,
}) => {
  const tokens = tokensOf(page);
  await visitor.arrive();
  const id = await visitor.sessionId();
  for (let load = 1; load <= 10; load++) {
    if (load === 5) await visitor.button('Close chat').click();
    await page.reload();
    await expect.poll(async () => (await stage.session(id)).sockets.length).toBe(1);
    await expect.poll(() => tokens.length).toBe(load + 1);
  }
  await expect(visitor.panel).toBeHidden();
  await visitor.open();
  await visitor.say('echo still here');
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
  expect(new Set(tokens).size).toBe(1);
  expect(await visitor.sessionId()).toBe(id);
});

test('[G20] [G29] two tabs show the same; if one is closed while it sends a message, the other sends it', async ({
  page,
  context,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const id = await visitor.sessionId();
  const second = createVisitor(await context.newPage(), stage);
  await second.page.goto(stage.demo);
  await expect(second.panel).toBeVisible();
  await expect(second.log).toContainText('Hello, I am Fern');
  await second.say('echo from the second');
  for (const each of [visitor, second]) {
    await expect(each.log.getByText('from the second', { exact: true })).toBeVisible();
  }
  await context.setOffline(true);
  await visitor.say('echo unsent');
  await expect(visitor.log.getByText('echo unsent', { exact: true })).toBeVisible();
  await page.close();
  await context.setOffline(false);
  await expect(second.log.getByText('unsent', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(await userMessages(stage, id)).toEqual(['echo from the second', 'echo unsent']);
  expect((await stage.session(id)).joinsAsked).toBe(1);
});

test('[G30] a message written beside a hanging tab is sent', async ({ page, context, stage, visitor }) => {
  await visitor.arrive();
  await visitor.say('echo before');
  await expect(visitor.log.getByText('before', { exact: true })).toBeVisible();
  const id = await visitor.sessionId();
  const second = createVisitor(await context.newPage(), stage);
  await second.page.goto(page.url());
  await expect(second.log.getByText('before', { exact: true })).toBeVisible();
  // A dialog of the browser: no script of the page runs until it is answered.
  const asked = page.waitForEvent('dialog');
  page.evaluate(() => alert('Wait')).catch(() => {});
  const dialog = await asked;
  await second.say('echo from the second');
  await expect(second.log.getByText('from the second', { exact: true })).toBeVisible();
  await dialog.accept();
  await expect(visitor.log.getByText('from the second', { exact: true })).toBeVisible();
  expect(await userMessages(stage, id)).toEqual(['echo before', 'echo from the second']);
});

test('[G24] a conversation that one tab ends or deletes is ended or deleted in the other', async ({
  page,
  context,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const second = createVisitor(await context.newPage(), stage);
  await second.page.goto(stage.demo);
  await expect(second.log).toContainText('Hello, I am Fern');
  await second.button('More options').click();
  await second.page.getByRole('menuitem', { name: 'End conversation' }).click();
  await second.button('End conversation').click();
  await expect(visitor.button('Start a new conversation')).toBeVisible();
  await expect(second.button('Start a new conversation')).toBeVisible();
  await page.evaluate(() => (window as unknown as { Natter: { forget(): void } }).Natter.forget());
  await expect(second.panel).toBeHidden();
  await expect(visitor.panel).toBeHidden();
  const left = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('natter')));
  await expect.poll(left).toEqual([]);
  await page.reload();
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.log.getByText('You ended the conversation')).toHaveCount(0);
});

test('[R4] a minute offline with three messages typed: they wait, and are sent once and in order', async ({
  page,
  stage,
}) => {
  const { site, proxy } = await behindProxy(stage);
  const visitor = createVisitor(page, stage);
  await page.clock.install();
  await greeted(visitor, site);
  const id = await visitor.sessionId();
  proxy.refuseNew(true);
  proxy.cutAll();
  // Waits until the connection is known to be gone. A message sent before that might still get through, and the page would wait for its
  // echo (D18); without a network no echo can come.
  const phase = () => page.evaluate(() => (window as PageWithChat).Natter.state.connection.phase);
  await expect.poll(phase).not.toBe('active');
  await page.context().setOffline(true);
  await expect(visitor.panel).toContainText("You're offline.");
  for (const text of ['one', 'two', 'three']) await visitor.say(`echo ${text}`);
  await page.clock.fastForward(60_000);
  await expect(visitor.panel).toContainText("You're offline.");
  proxy.refuseNew(false);
  await page.context().setOffline(false);
  await expect(visitor.log.getByText('three', { exact: true })).toBeVisible();
  expect(await userMessages(stage, id)).toEqual(['echo one', 'echo two', 'echo three']);
  await expect(visitor.button('Retry')).toHaveCount(0);
});

test('[R17] a session that ends unnoticed: the transcript stays, and unsent messages are sent in the next', async ({
  page,
  stage,
}) => {
  const { site, proxy } = await behindProxy(stage);
  const visitor = createVisitor(page, stage);
  await greeted(visitor, site);
  const id = await visitor.sessionId();
  proxy.stall();
  await visitor.say('echo from before');
  await stage.control(`sessions/${id}/expire`);
  proxy.cutAll();
  proxy.resume();
  await expect(visitor.log.getByText('from before', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(visitor.log.getByText('New conversation', { exact: true })).toHaveCount(1);
  await expect(visitor.log.getByText('Hello, I am Fern')).toHaveCount(2);
  expect(await visitor.sessionId()).not.toBe(id);
  expect(await userMessages(stage, await visitor.sessionId())).toEqual(['echo from before']);
});

test('[R26] a frozen tab closes its socket and resumes without loss', async ({ page, stage, visitor }) => {
  await visitor.arrive();
  const id = await visitor.sessionId();
  // Browsers fire this event in a background tab before they freeze it; `resume` follows when it is looked at again.
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
  await expect.poll(async () => (await stage.session(id)).sockets.length).toBe(0);
  await stage.control(`sessions/${id}/events`, {
    type: 'EVENT_TYPE_AGENT_MESSAGE',
    payload: { message_id: 'while-asleep', text: 'Said while you slept.' },
  });
  await page.evaluate(() => document.dispatchEvent(new Event('resume')));
  await expect(visitor.log.getByText('Said while you slept.')).toBeVisible();
  await expect(visitor.log.getByText('Said while you slept.')).toHaveCount(1);
  expect((await stage.session(id)).joinsAsked).toBe(1);
});

test('[X1] the access token is in no storage, DOM or console; the ticket only in the storage', async ({
  page,
  stage,
  visitor,
}) => {
  const tokens = tokensOf(page);
  const tickets: string[] = [];
  const console: string[] = [];
  page.on('console', message => console.push(message.text()));
  page.on('response', async response => {
    if (!response.url().endsWith('/token')) return;
    const body = await response.json().catch(() => ({}));
    if (body.resume_ticket) tickets.push(body.resume_ticket);
  });
  await visitor.arrive();
  await visitor.say('echo secrets');
  await stage.control(`sessions/${await visitor.sessionId()}/drop`);
  await expect(visitor.log.getByText('secrets', { exact: true })).toBeVisible();
  await page.reload();
  await expect(visitor.log.getByText('secrets', { exact: true })).toBeVisible();
  await expect.poll(() => tickets.length).toBe(2);
  // Waits for the last write.
  await expect.poll(async () => (await kept(page)).some(text => text.includes(tickets.at(-1) as string))).toBe(true);
  const everywhere = [...(await kept(page)), ...(await shown(page)), ...console, page.url()];
  for (const token of tokens) expect(everywhere.filter(text => text.includes(token))).toEqual([]);
  const outside = [...(await shown(page)), ...console];
  for (const ticket of tickets) expect(outside.filter(text => text.includes(ticket))).toEqual([]);
});

/** Every text in every storage of the page. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const texts = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat().map(String);
    texts.push(document.cookie);
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name as string);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise(resolve => {
          all.onsuccess = resolve;
        });
        texts.push(JSON.stringify(all.result));
      }
      database.close();
    }
    return texts;
  });
}

/** The page with its shadow roots, and everything that its scripts can read of the chat. */
function shown(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const roots = [...document.querySelectorAll('*')].flatMap(each => each.shadowRoot?.innerHTML ?? []);
    const { state } = (window as unknown as { Natter: { state: unknown } }).Natter;
    return [document.documentElement.outerHTML, ...roots, JSON.stringify(state)];
  });
}
