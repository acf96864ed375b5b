/** The cost of the chat for its page: it moves no layout, needs no storage, adds no global names, and leaves nothing behind. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { type CustomerSite, createVisitor, expect, linesOf, talks, test } from './guest.ts';
import { closeAll, openSite } from './site.ts';
import { inWhole } from './whole.ts';

test.afterEach(closeAll);

interface Shift extends PerformanceEntry {
  readonly value: number;
  /** The elements that moved. The browser does not list elements in a shadow tree. */
  readonly sources: readonly { readonly node: Node | null }[];
}

test('nothing of the page moves, from the first picture to the last message', async ({ page, site, stage }) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    const sum = { moved, inside: 0 };
    Reflect.set(window, 'shifts', sum);
    const note = (entry: PerformanceEntry) => {
      const { value, sources } = entry as Shift;
      const own = sources.flatMap(({ node }) => node?.nodeName ?? []);
      if (own.length > 0) moved.push(...own);
      else sum.inside += value;
    };
    // Counts every shift, even after a click: nothing of the page has a reason to move.
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true });
  });
  const shifts = () => page.evaluate(() => Reflect.get(window, 'shifts') as { moved: string[]; inside: number });
  const visitor = createVisitor(page, stage);
  await page.goto(site.page({ body: site.tag() }));
  await visitor.open();
  await talks(visitor);
  await visitor.panel.getByRole('button', { name: 'Close' }).click();
  await expect(visitor.panel).toBeHidden();
  const { moved, inside } = await shifts();
  expect(moved).toEqual([]);
  // Messages in the panel move up as the conversation grows. A page counts as calm up to 0.1.
  expect(inside).toBeLessThan(0.03);
  // Proves that shifts are noticed.
  await page.evaluate(() => document.body.prepend(Object.assign(document.createElement('p'), { textContent: 'Late' })));
  await expect.poll(async () => (await shifts()).moved).not.toEqual([]);
});

/** Runs a test in a browser that forbids sites to store anything: every access to a storage throws. */
async function withoutStorage<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'natter-no-storage-'));
  await mkdir(join(folder, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  const { launchOptions } = test.info().project.use;
  const context = await chromium.launchPersistentContext(folder, inWhole(launchOptions ?? {}));
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const storages = () =>
  ['localStorage', 'sessionStorage', 'indexedDB', 'cookie'].map(name => {
    try {
      const place = name === 'cookie' ? document.cookie : Reflect.get(window, name);
      return `${name} ${place === '' ? 'empty' : 'there'}`;
    } catch (error) {
      return `${name} ${(error as Error).name}`;
    }
  });

for (const locale of ['en', 'de']) {
  test(`inline, text written in the painted panel stays in the same field when the application has loaded (${locale})`, async ({
    page,
    site,
    stage,
  }) => {
    let comes = () => {};
    const here = new Promise<void>(resolve => {
      comes = resolve;
    });
    await page.route(/natter-app-/, async route => {
      await here;
      await route.continue();
    });
    const target = '<div id="chat"></div>';
    const inline = `data-render-mode="inline" data-target="#chat" data-locale="${locale}"`;
    await page.goto(site.page({ head: '<style>#chat{height:500px}</style>', body: target + site.tag(inline) }));
    const { panel } = createVisitor(page, stage);
    await panel.getByRole('textbox').click();
    await page.keyboard.type('echo Whee!');
    await page.keyboard.press('ArrowLeft');
    comes();
    await expect(panel.locator('[part=menu-button]')).toBeVisible();
    await expect(panel.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('e');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Wheee!', { exact: true })).toBeVisible();
  });
}

test('a long history fills a tall window from its first frame', async ({ page, site, stage }) => {
  await page.setViewportSize({ width: 800, height: 1400 });
  const visitor = createVisitor(page, stage);
  await page.goto(site.page({ body: site.tag('data-render-mode="fullscreen" data-auto-open="true"') }));
  await expect(visitor.log).toContainText('Hello, I am Fern');
  const id = await visitor.sessionId();
  for (let place = 0; place < 60; place += 1) {
    const payload = { message_id: `old-${place}`, text: `Old ${place}`, attachments: [], response_suggestions: [] };
    await stage.control(`sessions/${id}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  }
  await expect(visitor.log.getByText('Old 59', { exact: true })).toBeInViewport();
  await page.addInitScript(() => {
    const empty: number[] = [];
    Reflect.set(window, 'empty', empty);
    const { port1, port2 } = new MessageChannel();
    // Runs right after the frame, when everything is laid out as the visitor sees it.
    port1.onmessage = () => {
      const log = document.querySelector('natter-chat')?.shadowRoot?.querySelector('[role=log]');
      const tops = [...(log?.querySelectorAll('.message') ?? [])].map(row => row.getBoundingClientRect().top);
      // A list drawn between two frames is scrolled to its end only in the next one.
      if (log?.scrollTop && tops.length > 10) empty.push(Math.min(...tops) - log.getBoundingClientRect().top);
    };
    const look = () => {
      port2.postMessage(null);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  await expect(visitor.log.getByText('Old 59', { exact: true })).toBeInViewport();
  const empty = () => page.evaluate(() => Reflect.get(window, 'empty') as number[]);
  await expect.poll(async () => (await empty()).length).toBeGreaterThan(5);
  expect(Math.max(...(await empty()))).toBeLessThan(50);
});

test('the chat works as long as the page lives if the visitor forbids sites to store anything', async ({
  site,
  stage,
}) => {
  const address = site.page({ body: site.tag() });
  await withoutStorage(async page => {
    const lines = linesOf(page);
    const visitor = createVisitor(page, stage);
    await page.goto(address);
    expect((await page.evaluate(storages)).slice(0, 2)).toEqual([
      'localStorage SecurityError',
      'sessionStorage SecurityError',
    ]);
    await visitor.open();
    await talks(visitor);
    // Natter says it once, in words, and nothing else stands in the console.
    expect(lines.filter(line => !line.startsWith('[natter] '))).toEqual([]);
    expect(new Set(lines).size).toBe(lines.length);
    await page.reload();
    await visitor.open();
    await talks(visitor);
  });
});

test('in a frame without an origin the chat opens, and says that it cannot be used there', async ({ page, site }) => {
  const inner = site.page({ body: site.tag() });
  const outer = site.page({
    body: `<iframe sandbox="allow-scripts" src="${inner}" width="900" height="700"></iframe>`,
  });
  const lines = linesOf(page);
  await page.goto(outer);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Open chat' }).click();
  await expect(frame.getByRole('dialog')).toContainText("This chat isn't available here right now.");
  const own = () => lines.filter(line => line.startsWith('[natter] '));
  await expect
    .poll(own)
    .toEqual([
      expect.stringContaining('storage_failed'),
      expect.stringContaining('no device key'),
      expect.stringContaining('origin_not_allowed'),
    ]);
  // All other lines are the browser's own, about a response that it may not read.
  expect(lines.every(line => /^\[natter\] |CORS|Failed to load resource/.test(line))).toBe(true);
});

test('in a frame of another origin the chat works and continues after a reload', async ({ page, site }) => {
  const inner = site.page({ body: site.tag() });
  const outer = await openSite(`<iframe src="${inner}" width="900" height="700"></iframe>`);
  const lines = linesOf(page);
  await page.goto(outer);
  const frame = page.frameLocator('iframe');
  const log = frame.getByRole('log', { name: 'Conversation' });
  const composer = frame.getByRole('textbox', { name: 'Message' });
  const say = async (text: string) => {
    await composer.fill(text);
    await composer.press('Enter');
  };
  await frame.getByRole('button', { name: 'Open chat' }).click();
  await talks({ log, say });
  await page.reload();
  await expect(log.getByText('still here', { exact: true })).toBeVisible();
  expect(lines).toEqual([]);
});

for (const platform of ['ios-web', 'android-web']) {
  test(`[G57] in a ${platform} view the platform is told so, and everything else is unchanged`, async ({
    page,
    site,
    stage,
  }) => {
    const lines = linesOf(page);
    const visitor = createVisitor(page, stage);
    const bodies: unknown[] = [];
    page.on('request', request => {
      if (request.url().endsWith('/sessions') && request.method() === 'POST') bodies.push(request.postDataJSON());
    });
    // Some web views do not define `navigator.onLine`.
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => undefined }));
    await page.goto(
      site.page({ body: site.tag(`data-platform="${platform}" data-render-mode="fullscreen" data-auto-open="true"`) }),
    );
    await expect(visitor.log).toContainText('Hello, I am Fern');
    expect(bodies).toEqual([expect.objectContaining({ platform })]);
    expect(lines).toEqual([]);
  });
}

/** A page whose own server serves the files under other names and forwards calls to the broker. */
function firstPartyPage({ origin, broker, at }: CustomerSite): string {
  const handOn = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(broker + path, {
      method: request.method ?? 'GET',
      headers: { origin, 'content-type': 'application/json' },
      ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  };
  const address = at(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/page-\d+/, '');
    const file = /^\/assets\/(?:help\.js|(natter-[\w-]+\.js))$/.exec(path);
    if (path.startsWith('/help/api/')) await handOn(request, response, path.slice('/help/api'.length));
    else if (file) {
      response.setHeader('content-type', 'text/javascript');
      response.end(await readFile(`dist/${file[1] ?? 'natter.js'}`));
    } else {
      response.setHeader('content-type', 'text/html');
      const script = `<script async src="${address}/assets/help.js" data-broker="${address}/help/api"></script>`;
      response.end(`<!doctype html><html lang="en"><title>Customer</title><h1>A shop</h1>${script}</html>`);
    }
  });
  return address;
}

test('script and broker may be on the site itself, under names that no blocklist knows', async ({
  page,
  site,
  stage,
}) => {
  const lines = linesOf(page);
  const visitor = createVisitor(page, stage);
  const address = firstPartyPage(site);
  const foreign: string[] = [];
  page.on('request', request => {
    if (![address, stage.emulator].some(own => request.url().startsWith(own))) foreign.push(request.url());
  });
  await page.goto(address);
  await visitor.open();
  await talks(visitor);
  await page.reload();
  await expect(visitor.log.getByText('still here', { exact: true })).toBeVisible();
  expect(foreign).toEqual([]);
  expect(lines).toEqual([]);
});

test('a chat that was opened and destroyed forty times leaves no element, no socket and no listener', async ({
  page,
  site,
  stage,
}) => {
  await page.goto(site.page({}));
  const cdp = await page.context().newCDPSession(page);
  const script = `${stage.demo}/natter.js`;
  const rounds = (count: number) =>
    page.evaluate(
      async ([src, broker, times]) => {
        const hosts: WeakRef<Element>[] = Reflect.get(window, 'hosts') ?? [];
        Reflect.set(window, 'hosts', hosts);
        for (let round = 0; round < times; round += 1) {
          const element = Object.assign(document.createElement('script'), { src, async: true });
          Object.assign(element.dataset, { broker, remember: 'nothing' });
          document.head.append(element);
          await new Promise(resolve => element.addEventListener('load', resolve));
          const { Natter } = window;
          if (!Natter) throw new Error('There is no chat.');
          const online = new Promise<void>(resolve => {
            Natter.on('state', () => Natter.state?.connection.status === 'online' && resolve());
          });
          Natter.open();
          await online;
          const host = document.querySelector('natter-chat');
          if (host) hosts.push(new WeakRef(host));
          Natter.destroy();
          element.remove();
        }
      },
      [script, site.broker, count] as const,
    );
  const counted = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners, documents } = await cdp.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners, documents };
  };
  const sockets = async () => (await stage.sessions()).flatMap(each => each.sockets).length;
  // Sockets of the previous test close with its page, which may take a moment.
  await expect.poll(sockets).toBe(0);
  const known = (await stage.sessions()).length;
  await rounds(2);
  const before = await counted();
  await rounds(40);
  expect((await stage.sessions()).length - known).toBe(42);
  await expect.poll(sockets).toBe(0);
  expect(await page.locator('natter-chat').count()).toBe(0);
  // The browser may hold on to the last chat. If each chat leaked one listener or two nodes, there would be forty more, and eighty.
  const more = async (what: 'jsEventListeners' | 'nodes') => (await counted())[what] - before[what];
  await expect.poll(() => more('jsEventListeners')).toBeLessThan(20);
  await expect.poll(() => more('nodes')).toBeLessThan(75);
  const alive = () =>
    page.evaluate(() => Reflect.get(window, 'hosts').filter((each: WeakRef<Element>) => each.deref()).length as number);
  await expect
    .poll(async () => {
      await counted();
      return alive();
    })
    // The page's own `Natter` holds the last one, too.
    .toBeLessThanOrEqual(2);
});

test('elements that were scrolled in ended conversations are released', async ({ page, visitor, stage }) => {
  await visitor.arrive();
  const cdp = await page.context().newCDPSession(page);
  const code = visitor.log.locator('.scroller');
  for (let round = 0; round < 6; round += 1) {
    await expect(visitor.log).toContainText('Hello, I am Fern');
    const payload = { message_id: `wide-${round}`, text: `\`\`\`\n${'wide '.repeat(200)}\n\`\`\`` };
    const type = 'EVENT_TYPE_SERVICE_AGENT_MESSAGE';
    await stage.control(`sessions/${await visitor.sessionId()}/events`, { type, payload });
    await code.evaluate(element => {
      Reflect.set(window, 'codes', [...(Reflect.get(window, 'codes') ?? []), new WeakRef(element)]);
      element.scrollLeft = 100;
    });
    // The widget reads the reader's position a moment after scrolling.
    await talks(visitor, `round ${round}`);
    await page.evaluate(() => window.Natter && 'startNew' in window.Natter && window.Natter.startNew());
    await expect(code).toHaveCount(0);
  }
  const alive = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    return page.evaluate(
      () => Reflect.get(window, 'codes').filter((each: WeakRef<Element>) => each.deref()).length as number,
    );
  };
  // The browser may hold on to the last one until something else is scrolled.
  await expect.poll(alive).toBeLessThanOrEqual(2);
});
