/** Every example as a customer would run it: with the packed package, built by the example's own command, on an origin of its own. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { MANIFEST } from '../test/package/built/packed.ts';
import { EXAMPLES, exampleNames, filesOf } from './examples/customer.ts';
import { expect, test, troubleOf } from './examples/running.ts';
import { toEnd, turnWheel } from './rest.ts';
import { createVisitor, growingReply, newestSession, type Stage, type Visitor } from './stage.ts';

/** Module specifiers in an example's code. */
const IMPORTED = /(?:from|import|import\(|resolve\()\s*['"]([^'"]+)['"]/g;

test('each example is self-contained: it imports Natter by name, names the broker once, and is explained', () => {
  const overview = readFileSync(join(EXAMPLES, 'README.md'), 'utf8');
  expect(exampleNames()).toHaveLength(9);
  for (const name of exampleNames()) {
    const files = filesOf(name);
    const code = [...files].filter(([path]) => !path.endsWith('.md')).map(([, text]) => text);
    const imported = code.flatMap(text => [...text.matchAll(IMPORTED)].map(([, path]) => path ?? ''));
    expect(imported.filter(path => path.startsWith('../') || path.includes('/dist/natter'))).toEqual([]);
    const { dependencies } = JSON.parse(files.get('package.json') ?? '{}') as { dependencies: { natter: string } };
    expect(dependencies.natter).toBe(`^${MANIFEST.version}`);
    if (name !== 'backend') expect(code.join('\n').split('http://localhost:4000')).toHaveLength(2);
    expect(existsSync(join(EXAMPLES, name, 'README.md'))).toBe(true);
    expect(overview).toContain(`](${name})`);
  }
});

interface Visit extends Visitor {
  /** Messages that a developer would find in the console, and everything that a policy refused. */
  trouble(): Promise<readonly string[]>;
  /** How many sockets the page has opened since it was loaded. */
  readonly sockets: () => number;
  openSockets(): Promise<number>;
}

async function visit(page: Page, stage: Stage, address: string): Promise<Visit> {
  const trouble = await troubleOf(page);
  let sockets = 0;
  page.on('websocket', () => {
    sockets += 1;
  });
  const visitor = createVisitor(page, stage);
  await page.goto(address);
  return Object.assign(visitor, {
    trouble,
    sockets: () => sockets,
    openSockets: async () => (await stage.session(await visitor.sessionId())).sockets.length,
  });
}

/** Shows that an answer grows: its beginning is visible before its end has been sent. */
async function growsIn(log: Locator, stage: Stage, name: string): Promise<void> {
  const grow = growingReply(stage, (await newestSession(stage)).id, name);
  await grow('Slowly, piece ');
  await expect(log).toContainText('Slowly, piece');
  await grow(`by piece, as ${name}.`, true);
  await expect(log).toContainText(`Slowly, piece by piece, as ${name}.`);
}

/** The agent greets, types, and answers. */
async function talk({ log, say }: Pick<Visitor, 'log' | 'say'>, stage: Stage): Promise<void> {
  await expect(log).toContainText('What brings you here today?');
  await growsIn(log, stage, 'first');
  await say('who are you');
  await expect(log).toContainText('talk to someone, write');
}

/** Leaves out the preloads that the example's own bundler adds for the chunks of a dynamic import. */
const elementsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':not(link[rel=modulepreload])')].map(element => element.localName).join(' '),
  );

const lastAnswer = (page: Page) => page.getByRole('status').filter({ hasText: 'an AI assistant, not a person' });

/** The look follows the page, and the conversation goes on undisturbed. */
async function changeTheme(visitor: Visit): Promise<void> {
  const { page, button } = visitor;
  const [sockets, host] = [visitor.sockets(), page.locator('natter-chat')];
  expect(sockets).toBe(1);
  await expect(host).toHaveAttribute('data-theme', 'light');
  await button('Lights off').click();
  await expect(host).toHaveAttribute('data-theme', 'dark');
  await button('Lights on').click();
  await expect(host).toHaveAttribute('data-theme', 'light');
  await visitor.say('echo the same socket');
  await expect(visitor.log.getByText('the same socket', { exact: true })).toBeVisible();
  expect(visitor.sockets()).toBe(sockets);
}

/** Takes the chat off the page and puts it back: nothing is left of it in between, and then the conversation goes on. */
async function leaveAndComeBack(visitor: Visit, leave: () => Promise<void>, back: () => Promise<void>): Promise<void> {
  const { page } = visitor;
  const id = await visitor.sessionId();
  await leave();
  await expect(page.locator('natter-chat')).toHaveCount(0);
  await expect.poll(() => visitor.openSockets()).toBe(0);
  await back();
  await expect(visitor.log.getByText('the same socket', { exact: true })).toBeVisible();
  expect(await visitor.sessionId()).toBe(id);
}

test('script tag: a click before the script has loaded opens the chat, and its events reach the page', async ({
  page,
  stage,
  examples,
}) => {
  const address = await examples.page('script-tag');
  await page.route('**/natter.js', async route => {
    await page.getByRole('button', { name: 'Ask us' }).click();
    await route.continue();
  });
  const visitor = await visit(page, stage, address);
  await expect(visitor.panel).toBeVisible();
  await talk(visitor, stage);
  await expect(lastAnswer(page)).toBeVisible();
  expect(visitor.sockets()).toBe(1);
  expect(await visitor.trouble()).toEqual([]);
});

for (const [name, framework] of [
  ['react-19', 'React 19'],
  ['vue', 'Vue'],
] as const) {
  test(`${framework}: events and props, a theme without a new socket, and nothing left at the end`, async ({
    page,
    stage,
    examples,
  }) => {
    const visitor = await visit(page, stage, await examples.page(name));
    const wanted = page.getByRole('checkbox', { name: 'Chat' });
    await wanted.uncheck();
    await expect(page.locator('natter-chat')).toHaveCount(0);
    const before = await elementsOf(page);
    await wanted.check();
    await visitor.button('Ask us').click();
    await talk(visitor, stage);
    await expect(lastAnswer(page)).toBeVisible();
    await changeTheme(visitor);
    const leave = async () => {
      await wanted.uncheck();
      await expect.poll(() => elementsOf(page)).toBe(before);
    };
    await leaveAndComeBack(visitor, leave, () => wanted.check());
    expect(await visitor.trouble()).toEqual([]);
  });
}

test('an element that is moved within its page keeps its chat and the reading position', async ({
  page,
  stage,
  examples,
}) => {
  await page.clock.install();
  const visitor = await visit(page, stage, await examples.page('vue'));
  await visitor.button('Ask us').click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say(`echo ${'long\n\n'.repeat(30)}the end`);
  await expect(visitor.log.locator('.agent .bubble').getByText('the end')).toBeVisible();
  await visitor.button('Jump to latest').click();
  const above = () => toEnd(visitor.log);
  await expect.poll(above).toBeLessThan(4);
  await page.evaluate(() => document.body.prepend(document.querySelector('natter-chat') as Element));
  await expect.poll(above).toBeLessThan(4);
  await turnWheel(page, visitor.log, -300);
  expect(await above()).toBeGreaterThan(250);
  // A scroll position counts only after a tenth of a second (restore-on-return.ts).
  await page.clock.runFor(200);
  const read = await above();
  await page.evaluate(() => document.body.append(document.querySelector('natter-chat') as Element));
  await expect.poll(async () => Math.abs((await above()) - read)).toBeLessThan(2);
  expect(visitor.sockets()).toBe(1);
});

test('React 18: an inline chat is mounted and unmounted with its page', async ({ page, stage, examples }) => {
  const visitor = await visit(page, stage, await examples.page('react-18'));
  await expect(page.getByRole('heading', { name: 'Harbour & Pine' })).toBeVisible();
  const before = await elementsOf(page);
  await visitor.button('Help').click();
  await talk(visitor, stage);
  await expect(lastAnswer(page)).toBeVisible();
  expect((await page.locator('natter-chat').boundingBox())?.height).toBe(512);
  await changeTheme(visitor);
  const leave = async () => {
    await visitor.button('Shop').click();
    await expect(page.getByRole('heading', { name: 'Harbour & Pine' })).toBeVisible();
    await expect.poll(() => elementsOf(page)).toBe(before);
  };
  await leaveAndComeBack(visitor, leave, () => visitor.button('Help').click());
  expect(await visitor.trouble()).toEqual([]);
});

test('Preact: the widget, then a custom interface with signals, in one conversation', async ({
  page,
  stage,
  examples,
}) => {
  const visitor = await visit(page, stage, await examples.page('preact'));
  await visitor.button('No chat').click();
  await expect(page.locator('natter-chat')).toHaveCount(0);
  const before = await elementsOf(page);
  await visitor.button('Widget').click();
  await visitor.open();
  await talk(visitor, stage);
  await expect(lastAnswer(page)).toBeVisible();
  await changeTheme(visitor);
  const leave = async () => {
    await visitor.button('No chat').click();
    await expect.poll(() => elementsOf(page)).toBe(before);
  };
  await leaveAndComeBack(visitor, leave, () => visitor.button('Widget').click());
  const id = await visitor.sessionId();
  // Chromium complains about a socket that is closed before it has opened.
  await expect.poll(() => visitor.openSockets()).toBe(1);
  await visitor.button('Our own').click();
  await expect(page.locator('natter-chat')).toHaveCount(0);
  const own = page.getByRole('log', { name: 'Messages' });
  await expect(own).toContainText('the same socket');
  await growsIn(own, stage, 'second');
  await page.getByRole('textbox', { name: 'Your message' }).fill('opening hours');
  await visitor.button('Send').click();
  await expect(own).toContainText('closed on public holidays');
  expect(await visitor.sessionId()).toBe(id);
  await visitor.button('No chat').click();
  await expect.poll(() => visitor.openSockets()).toBe(0);
  expect(await visitor.trouble()).toEqual([]);
});

test('server rendering: the page is complete before any script, hydration warns about nothing, and the chat works', async ({
  page,
  stage,
  examples,
}) => {
  const address = await examples.page('server-rendering');
  const html = await (await fetch(address)).text();
  expect(html).toContain(
    `<natter-chat broker="${stage.broker}" title="Harbour &amp; Pine" color="#1f5f4a" languages="en,de"></natter-chat>`,
  );
  const visitor = await visit(page, stage, address);
  await visitor.open();
  await talk(visitor, stage);
  await expect(lastAnswer(page)).toBeVisible();
  expect(visitor.sockets()).toBe(1);
  expect(await visitor.trouble()).toEqual([]);
  // Proves that the test hears hydration errors: this page differs from the server's, and React complains.
  await page.route(address, async route => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('none yet', 'another') });
  });
  await page.reload();
  await expect.poll(async () => (await visitor.trouble()).join()).toContain('Hydration failed');
});

test('custom interface: no request before the visitor uses it, an answer grows in place, the connection is shown', async ({
  page,
  stage,
  examples,
}) => {
  const visitor = await visit(page, stage, await examples.page('headless'));
  const log = page.getByRole('log', { name: 'Messages' });
  const input = page.getByRole('textbox', { name: 'Your message' });
  const say = async (text: string) => {
    await input.fill(text);
    await input.press('Enter');
  };
  await expect(page.getByText('Usually we answer at once.')).toBeVisible();
  expect(visitor.sockets()).toBe(0);
  await input.focus();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await talk({ log, say }, stage);
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await say('echo from far away');
  await page.context().setOffline(false);
  await expect(log.getByText('from far away', { exact: true })).toBeVisible();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  expect(await visitor.trouble()).toEqual([]);
});

test('custom interface: a failed message can be sent again or discarded', async ({ page, stage, examples }) => {
  const visitor = await visit(page, stage, await examples.page('headless'));
  const log = page.getByRole('log', { name: 'Messages' });
  const lineOf = (text: string) => log.getByRole('listitem').filter({ hasText: text });
  const input = page.getByRole('textbox', { name: 'Your message' });
  await input.focus();
  await expect(log).toContainText('Hello, I am Fern');
  await stage.control('faults', { kind: 'slow-history', ms: 60_000 });
  for (const text of ['echo at last', 'echo never']) {
    await input.fill(text);
    await input.press('Enter');
    await expect(lineOf(text)).toBeVisible();
  }
  await stage.control(`sessions/${await visitor.sessionId()}/end`, {});
  await expect(page.getByText('This conversation is over.')).toBeVisible();
  await lineOf('never').getByRole('button', { name: 'Discard' }).click();
  await expect(log).not.toContainText('never');
  await stage.control('faults/clear');
  await visitor.button('Start a new one').click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await lineOf('at last').getByRole('button', { name: 'Retry' }).click();
  await expect(visitor.button('Retry')).toHaveCount(0);
  await expect(log.getByText('at last', { exact: true })).toBeVisible();
  expect(await visitor.trouble()).toEqual([]);
});

test('strict policy: a whole conversation, and nothing is refused', async ({ page, stage, examples }) => {
  const address = await examples.page('strict-csp');
  const policy = (await fetch(address)).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'nonce-");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  expect(policy).not.toContain('unsafe');
  const visitor = await visit(page, stage, address);
  await visitor.open();
  await talk(visitor, stage);
  // The agent's picture comes from the platform.
  await expect(visitor.panel.locator('.header img')).toBeVisible();
  await page.reload();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect(await visitor.trouble()).toEqual([]);
  // Proves that the policy is in force: the same page refuses a script that it does not allow.
  await page.evaluate(() => {
    const button = document.createElement('button');
    try {
      button.setAttribute('onclick', 'void 0');
    } catch {}
  });
  await expect.poll(async () => (await visitor.trouble()).join()).toContain('trusted-types-sink');
});
