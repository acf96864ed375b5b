/** Pages that change after loading: they swap their body, insert the script by another script, or remove the widget. */

import type { Page } from '@playwright/test';
import { closeAll, serve, siteWithBroker, startBroker } from './site.ts';
import { createVisitor, expect, freePort, type Stage, test } from './stage.ts';

test.afterEach(closeAll);

const openSockets = async (stage: Stage, id: string) => (await stage.session(id)).sockets.length;

/** Does what Turbo and pjax do on a visit: replaces the body with everything in it. */
const visit = (page: Page, text: string) =>
  page.evaluate(words => {
    const body = document.createElement('body');
    body.append(document.createElement('h1'));
    body.firstElementChild?.append(words);
    document.documentElement.replaceChild(body, document.body);
  }, text);

/** The scroll position of the transcript and its distance from the end, once a frame has been drawn. */
const look = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const root = document.querySelector('natter-chat')?.shadowRoot;
    const scroller = [...(root?.querySelectorAll('*') ?? [])].find(
      each => each.scrollHeight > each.clientHeight + 40 && /auto|scroll/.test(getComputedStyle(each).overflowY),
    );
    if (!scroller) return undefined;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    return { top: Math.round(scrollTop), toEnd: Math.round(scrollHeight - clientHeight - scrollTop) };
  });

/** Serves a page that is written entirely by the test. */
async function siteOf(stage: Stage, page: (broker: string) => string): Promise<string> {
  const port = await freePort();
  const site = await serve((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>Customer</title>${page(`http://localhost:${port}`)}</html>`);
  });
  await startBroker(stage, port, site);
  return site;
}

test('a page that replaces its body keeps the chat: same session, same socket, same reading position, same focus', async ({
  page,
  stage,
  visitor,
}) => {
  await page.goto(await siteWithBroker(stage));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  for (const word of ['first', 'second']) {
    await visitor.say(`echo ${`${word}\n\n`.repeat(12)}and ${word} ends`);
    // Waits for the whole reply: a growing one would move the transcript.
    await expect(visitor.log.locator('.agent .bubble').getByText(`and ${word} ends`)).toBeVisible();
  }
  await visitor.composer.fill('half a thought');
  const id = await visitor.sessionId();
  const sockets = (await stage.session(id)).sockets;
  const place = async (): Promise<number | undefined> => (await look(page))?.top;
  await visitor.button('Jump to latest').click();
  await visitor.composer.focus();
  await expect.poll(() => look(page)).toMatchObject({ toEnd: 0 });
  const before = await place();
  expect(before).toBeGreaterThan(100);
  for (const name of ['Second page', 'Third page']) {
    await visit(page, name);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(visitor.panel).toBeVisible();
    await expect(page.locator('body > natter-chat')).toHaveCount(1);
    await expect.poll(place).toBe(before);
    await expect(visitor.composer).toBeFocused();
  }
  await expect(visitor.composer).toHaveValue('half a thought');
  await visitor.say('echo still here');
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
  const after = await stage.session(id);
  expect(after.sockets).toEqual(sockets);
  expect(after.joinsAsked).toBe(1);
  expect(await visitor.sessionId()).toBe(id);

  await page.evaluate(() => (window.Natter as { destroy(): void }).destroy());
  await visit(page, 'Last page');
  await expect(page.getByRole('heading', { name: 'Last page' })).toBeVisible();
  await expect.poll(() => openSockets(stage, id)).toBe(0);
  await expect(page.locator('natter-chat')).toHaveCount(0);
});

test('the script finds its files if another script inserted it, and without a current script', async ({
  page,
  stage,
}) => {
  const ways = {
    injected: `const s = document.createElement('script'); s.src = '${stage.demo}/natter.js'; s.dataset.broker = BROKER;
      document.head.append(s);`,
    module: `const s = document.createElement('script'); s.type = 'module'; s.src = '${stage.demo}/natter.js';
      s.dataset.broker = BROKER; document.head.append(s);`,
  };
  for (const code of Object.values(ways)) {
    const site = await siteOf(stage, broker => `<body><script>const BROKER = '${broker}'; ${code}</script></body>`);
    await page.goto(site);
    const visitor = createVisitor(page, stage);
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    expect(visitor.warnings).toEqual([]);
  }
});

/** Opens a page whose script tag comes first, and whose end arrives when the returned function is called. */
async function openHalf(page: Page, stage: Stage): Promise<() => Promise<void>> {
  let finish = () => {};
  const port = await freePort();
  const site = await serve((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.write(
      `<!doctype html><html lang="en"><head><title>Customer</title><script src="${stage.demo}/natter.js" ` +
        `data-broker="http://localhost:${port}"></script></head><body><h1>A shop</h1><p>${' '.repeat(2000)}`,
    );
    finish = () => response.end('<p><a href="#all">The rest</a></p></body></html>');
  });
  await startBroker(stage, port, site);
  await page.goto(site, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  return async () => {
    finish();
    await page.waitForLoadState('load');
  };
}

test('a blocking script in the head paints before the document is complete', async ({ page, stage }) => {
  const finish = await openHalf(page, stage);
  expect(await page.evaluate(() => document.readyState)).toBe('loading');
  await finish();
  await expect(page.locator('natter-chat')).toHaveCount(1);
});

test('the links of a page precede the chat in the tab order, however late they are added', async ({ page, stage }) => {
  const finish = await openHalf(page, stage);
  await finish();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'The rest' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeFocused();
});

test('a visitor who uses the chat while the page is still loading keeps the focus and the text', async ({
  page,
  stage,
}) => {
  const finish = await openHalf(page, stage);
  const visitor = createVisitor(page, stage);
  await visitor.open();
  await expect(visitor.composer).toBeFocused();
  await page.keyboard.type('half a');
  await finish();
  await expect(page.getByRole('link', { name: 'The rest' })).toBeVisible();
  await page.keyboard.type(' thought');
  await expect(visitor.composer).toHaveValue('half a thought');
});

test('destroy leaves the page as it was, and the script may be added again', async ({ page, stage, visitor }) => {
  await page.goto(await siteWithBroker(stage));
  await page.waitForFunction(() => 'Natter' in window);
  const own = () => page.evaluate(() => Object.keys(window).filter(name => /natter/i.test(name)));
  expect(await own()).toEqual(['Natter']);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  const id = await visitor.sessionId();
  await page.evaluate(() => (window.Natter as { destroy(): void }).destroy());
  await expect(page.locator('natter-chat')).toHaveCount(0);
  await expect.poll(() => openSockets(stage, id)).toBe(0);
  expect(await own()).toEqual(['Natter']);
  await page.evaluate(() => {
    const before = document.querySelector<HTMLScriptElement>('script[src*="natter.js"]');
    const again = document.createElement('script');
    again.src = `${before?.src}?again`;
    Object.assign(again.dataset, { ...before?.dataset });
    before?.replaceWith(again);
  });
  await expect(page.locator('natter-chat').getByRole('button', { name: /chat/ }).first()).toBeVisible();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect(await page.locator('natter-chat').count()).toBe(1);
  expect(visitor.warnings).toEqual([]);
});

test('launcher and opened chat do not shift the page’s layout', async ({ page, stage, visitor }) => {
  await page.addInitScript(() => {
    const seen: (string | undefined)[] = [];
    Object.assign(window, { seen });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[])
        seen.push(...entry.sources.map(({ node }) => (node?.getRootNode() === document ? node.nodeName : 'within')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(await siteWithBroker(stage));
  const moved = () =>
    page.evaluate(async () => {
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      return (window as unknown as { seen: string[] }).seen;
    });
  await expect(visitor.button('Open chat')).toBeVisible();
  expect(await moved()).toEqual([]);
  await visitor.button('Open chat').hover();
  await expect(visitor.button('Open chat')).toHaveAttribute('aria-expanded', 'false');
  expect(await moved()).toEqual([]);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect((await moved()).filter(name => name !== 'within')).toEqual([]);
  // Proves that the measurement works: it notices a page that does move.
  await page.evaluate(() => {
    const block = document.createElement('div');
    block.textContent = 'An offer';
    document.body.prepend(block);
  });
  await expect.poll(async () => (await moved()).some(name => name !== 'within')).toBe(true);
});

test('the chat works in a frame, sandboxed or not, and continues there', async ({ page, stage }) => {
  const site = await siteWithBroker(stage);
  const frameWith = async (sandbox: string) => {
    const around = await serve((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><html lang="en"><title>Around</title>
        <iframe title="Shop" width="600" height="700" ${sandbox} src="${site}"></iframe></html>`);
    });
    await page.goto(around);
    return page.frameLocator('iframe');
  };
  // Without `allow-same-origin` the frame can store nothing, and no broker accepts its origin. The launcher appears all the same.
  const alone = await frameWith('sandbox="allow-scripts"');
  await expect(alone.getByRole('button', { name: 'Open chat' })).toBeVisible();
  const frame = await frameWith('');
  await frame.getByRole('button', { name: 'Open chat' }).click();
  await expect(frame.getByRole('log', { name: 'Conversation' })).toContainText('Hello, I am Fern');
  const sandboxed = await frameWith('sandbox="allow-scripts allow-same-origin"');
  await expect(sandboxed.getByRole('log', { name: 'Conversation' })).toContainText('Hello, I am Fern');
  // The frame may not submit forms, and the chat does not need to.
  await sandboxed.getByRole('textbox', { name: 'Message' }).fill('echo by the button');
  await sandboxed.getByRole('button', { name: 'Send' }).click();
  await expect(sandboxed.getByText('by the button', { exact: true })).toBeVisible();
});

test('a page that replaces its whole document, as some frameworks do, keeps the chat', async ({
  page,
  stage,
  visitor,
}) => {
  await page.goto(await siteWithBroker(stage));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.composer.fill('half a thought');
  await page.evaluate(() => {
    const html = document.createElement('html');
    html.append(document.createElement('head'), document.createElement('body'));
    document.replaceChild(html, document.documentElement);
  });
  await expect(page.locator('body > natter-chat')).toHaveCount(1);
  await expect(visitor.composer).toHaveValue('half a thought');
  await visitor.say('echo still here');
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
});

/** Calls `document.write` on a finished page, as old scripts do. The browser then removes all event listeners from the document. */
const writeAnew = (page: Page) =>
  page.evaluate(async () => {
    document.open();
    document.write('<!doctype html><html lang="en"><title>Anew</title><h1>Written anew</h1></html>');
    document.close();
    for (let i = 0; i < 3; i++) await new Promise(done => setTimeout(done));
  });

for (const [what, attributes, used] of [
  ['a launcher', '', false],
  ['an open panel', '', true],
  ['a chat that fills the page', 'data-render-mode="fullscreen"', true],
] as const) {
  test(`a page that rewrites its document removes ${what}, and no dead element returns`, async ({
    page,
    stage,
    visitor,
  }) => {
    await page.goto(await siteWithBroker(stage, {}, attributes));
    if (used && !attributes) await visitor.open();
    if (used) await expect(visitor.button('More options')).toBeVisible();
    else await expect(visitor.button('Open chat')).toBeVisible();
    await writeAnew(page);
    await expect(page.getByRole('heading', { name: 'Written anew' })).toBeVisible();
    await expect(page.locator('natter-chat')).toHaveCount(0);
  });
}

test('the text that is being read in an inline chat stays in place when the page inserts something above the chat', async ({
  page,
  stage,
  visitor,
}) => {
  await page.goto(await siteWithBroker(stage, {}, 'data-render-mode="inline" data-target="h1"'));
  await visitor.composer.click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say(`echo ${'one more line\n\n'.repeat(60)}the end`);
  const { log } = visitor;
  await expect(log.locator('.agent').getByText('the end')).toBeVisible();
  await visitor.button('Jump to latest').click();
  await expect.poll(() => look(page)).toMatchObject({ toEnd: 0 });
  await log.evaluate(view => {
    view.scrollTop -= 500;
  });
  await expect(visitor.button('Jump to latest')).toBeVisible();
  const line = log.getByText('one more line').nth(30);
  const inView = () =>
    line.evaluate(async each => {
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      const view = each.closest('[role=log]') as Element;
      return Math.round(each.getBoundingClientRect().y - view.getBoundingClientRect().y);
    });
  const before = await inView();
  await page.evaluate(() => {
    const bar = document.createElement('div');
    bar.style.height = '200px';
    document.body.prepend(bar);
  });
  // A new message makes the view measure its position again.
  await stage.control(`sessions/${await visitor.sessionId()}/events`, {
    type: 'SERVICE_AGENT_MESSAGE',
    payload: { message_id: 'later', text: 'Later', attachments: [], response_suggestions: [] },
  });
  await expect(log.getByText('Later', { exact: true })).toHaveCount(1);
  expect(await inView()).toBe(before);
});
