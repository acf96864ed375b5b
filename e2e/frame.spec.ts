/** Everything around a conversation, with the files of the script tag: consent, menu, rating, prompt, title, a phone's screen. */

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { atRest } from './rest.ts';
import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, growingReply, type Stage, test } from './stage.ts';

test.afterEach(closeAll);

/** Everything that the browser stores for the page's origin. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).length,
    cookies: document.cookie,
  }));

const NOTHING = { local: [], session: [], databases: 0, cookies: '' };

/** Collects requests to any address but those of the page and its script's files. */
function watch(page: Page, stage: Stage, site: string): string[] {
  const seen: string[] = [];
  const look = (url: string) => {
    if (!url.startsWith(stage.demo) && !url.startsWith(site)) seen.push(url);
  };
  page.on('request', request => look(request.url()));
  page.on('websocket', socket => look(socket.url()));
  return seen;
}

/** Calls `window.Natter` as the page would. */
const call = (page: Page, method: string, argument?: string) =>
  page.evaluate(
    ([name, given]) => {
      const natter = window.Natter as unknown as Record<string, (argument?: string) => void>;
      natter[name]?.(given);
    },
    [method, argument] as const,
  );

/** Collects the details of one event of the widget, for `heard`. */
const listen = (page: Page, event: 'consent' | 'rating') =>
  page.evaluate(name => {
    const details: unknown[] = [];
    Reflect.set(window, 'heard', details);
    if (window.Natter && 'on' in window.Natter) window.Natter.on(name, detail => details.push(detail));
  }, event);

const heard = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'heard') as unknown);

test('nothing is requested or stored before the consent; after it the conversation begins', async ({
  page,
  stage,
  visitor,
}) => {
  const site = await siteWithBroker(
    stage,
    {},
    'data-consent="required" data-auto-open="true" data-privacy-url="https://example.com/privacy"',
  );
  const seen = watch(page, stage, site);
  await page.goto(site);
  await page.waitForFunction(() => 'Natter' in window);
  await listen(page, 'consent');
  await call(page, 'send', 'echo before consent');
  await expect(visitor.button('Agree and start')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
    'href',
    'https://example.com/privacy',
  );
  await visitor.button('Not now').click();
  await expect(visitor.panel).toBeHidden();
  await visitor.open();
  await expect(visitor.button('Agree and start')).toBeVisible();
  // By now everything has been fetched that ever is.
  await page.waitForLoadState('networkidle');
  expect(seen).toEqual([]);
  expect(await stored(page)).toEqual(NOTHING);

  await visitor.button('Agree and start').click();
  await expect(visitor.log.getByText('before consent', { exact: true })).toBeVisible();
  await expect(visitor.composer).toBeFocused();
  expect(await heard(page)).toEqual([{ version: '1', at: expect.any(Number) }]);

  await page.reload();
  await visitor.button('Open chat').or(visitor.composer).first().waitFor();
  await expect(visitor.log.getByText('before consent', { exact: true })).toBeVisible();
  await call(page, 'forget');
  await expect.poll(async () => (await stored(page)).local).toEqual([]);
  await page.reload();
  await expect(visitor.button('Agree and start')).toBeVisible();
});

test('the menu saves the transcript as a text file', async ({ page, visitor }) => {
  await visitor.arrive();
  await visitor.button('More options').click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download transcript' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/\.txt$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Hello, I am Fern');
});

test('an ended conversation is rated once, and the page gets the event', async ({ page, stage, visitor }) => {
  await page.goto(await siteWithBroker(stage, {}, 'data-rating="on"'));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await listen(page, 'rating');
  await visitor.button('More options').click();
  await page.getByRole('menuitem', { name: 'End conversation' }).click();
  await visitor.button('End conversation').click();
  const star = page.getByRole('radio', { name: '5 stars' });
  await expect(star).toBeVisible();
  await atRest(page);
  const before = await star.boundingBox();
  await star.check({ force: true });
  await page.getByRole('textbox', { name: /Anything to add/ }).fill('Very quick');
  // Choosing a star moves none of them.
  await atRest(page);
  expect(await star.boundingBox()).toEqual(before);
  // Now `Send rating` is the primary button, and `Skip` is not.
  const colors = (button: string) => visitor.button(button).evaluate(each => getComputedStyle(each).backgroundColor);
  await expect.poll(() => colors('Send rating')).not.toBe(await colors('Skip'));
  await visitor.button('Send rating').click();
  await expect(page.getByText('Thanks for your feedback.')).toBeVisible();
  expect(await heard(page)).toEqual([{ stars: 5, text: 'Very quick' }]);
  await page.reload();
  await expect(visitor.button('Start a new conversation')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('a double click on a button that disappears does not press its replacement', async ({ page, stage }) => {
  await page.goto(await siteWithBroker(stage, {}, 'data-rating="on" data-languages="en,de,fr,es,it,nl"'));
  const visitor = createVisitor(page, stage);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.button('More options').click();
  await page.getByRole('menuitem', { name: 'Language' }).dblclick();
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
  await page.keyboard.press('Escape');
  await visitor.button('More options').click();
  await page.getByRole('menuitem', { name: 'End conversation' }).click();
  await visitor.button('End conversation').click();
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await visitor.button('Send rating').dblclick();
  await expect(page.getByText('Thanks for your feedback.')).toBeVisible();
  await expect(visitor.button('Start a new conversation')).toBeVisible();
  await visitor.button('Start a new conversation').click();
  await expect(visitor.composer).toBeVisible();
});

test('a prompt is shown beside the launcher without a request, and opens the chat', async ({
  page,
  stage,
  visitor,
}) => {
  const site = await siteWithBroker(stage);
  const seen = watch(page, stage, site);
  await page.goto(site);
  await page.waitForFunction(() => 'Natter' in window);
  await call(page, 'prompt', 'Questions about your order?');
  const bubble = visitor.button('Questions about your order?');
  await expect(bubble).toBeVisible();
  expect(seen).toEqual([]);
  expect(await stored(page)).toEqual(NOTHING);
  await bubble.click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(bubble).toHaveCount(0);
});

test('the words of a prompt keep clear of the edges of its bubble and of its button, in any direction of page and words', async ({
  page,
  stage,
  visitor,
}) => {
  await page.goto(await siteWithBroker(stage));
  await page.waitForFunction(() => 'Natter' in window);
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate(to => document.documentElement.setAttribute('dir', to), dir);
    for (const words of ['Questions about your order?', 'هل لديك أسئلة حول طلبك؟']) {
      await call(page, 'prompt', words);
      await expect(page.getByRole('button', { name: words })).toBeVisible();
      await atRest(page);
      const room = await page.getByRole('button', { name: words }).evaluate(button => {
        const text = new Range();
        text.selectNodeContents(button);
        const [inner, outer] = [text, button.closest('.shown') ?? button].map(each => each.getBoundingClientRect());
        return inner && outer ? Math.min(inner.left - outer.left, outer.right - inner.right) : 0;
      });
      expect(room, `${dir}: ${words}`).toBeGreaterThanOrEqual(16);
      // The button stands at the end of a line of text, not at its beginning.
      const [cross, bubble] = await Promise.all(
        [visitor.button('Dismiss'), page.locator('natter-chat .prompt')].map(each => each.boundingBox()),
      );
      const fromLeft = (cross?.x ?? 0) - (bubble?.x ?? 0);
      expect(fromLeft > (bubble?.width ?? 0) / 2, `${dir}: ${words}`).toBe(words.startsWith('Q'));
    }
  }
});

test('the title of a hidden page announces a reply, in one tab only, and is restored', async ({
  context,
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const title = await page.title();
  const other = createVisitor(await context.newPage(), stage);
  await other.page.goto(stage.demo);
  await expect(other.log).toContainText('Hello, I am Fern');
  const hide = (each: Page, state: 'hidden' | 'visible') =>
    each.evaluate(now => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => now === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await visitor.say('echo in a while');
  await hide(page, 'hidden');
  await hide(other.page, 'hidden');
  await stage.control(`sessions/${await visitor.sessionId()}/events`, {
    type: 'AGENT_MESSAGE',
    payload: { message_id: 'late-1', text: 'One more thing' },
  });
  const titles = async () => [await page.title(), await other.page.title()];
  // The title of the tab that notifies alternates; the other tab's stays.
  const flashing = expect.stringMatching(/^\(\d+\) New messages?$/);
  await expect.poll(titles).toEqual(expect.arrayContaining([flashing, title]));
  await hide(page, 'visible');
  await hide(other.page, 'visible');
  await expect.poll(titles).toEqual([title, title]);
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('the panel fills the screen, is modal, keeps the focus, and returns it', async ({ page, visitor }) => {
    await visitor.arrive();
    await atRest(page);
    expect(await visitor.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
    await expect(visitor.panel).toHaveAttribute('aria-modal', 'true');
    expect(await visitor.composer.evaluate(field => getComputedStyle(field).fontSize)).toBe('16px');
    for (let stops = 0; stops < 14; stops += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('natter-chat');
    }
    await page.keyboard.press('Escape');
    await expect(visitor.panel).toBeHidden();
    await expect(visitor.button('Open chat')).toBeFocused();
  });

  test('a phone’s back gesture closes what Escape closes, and the site stays', async ({ page, visitor }) => {
    // The gesture belongs to the system, which asks the page's newest CloseWatcher to close.
    await page.addInitScript(() => {
      interface Watcher {
        requestClose(): void;
        destroy(): void;
      }
      const host = globalThis as unknown as { CloseWatcher: new () => Watcher; goBack(): boolean };
      const watching = new Set<Watcher>();
      host.CloseWatcher = class extends host.CloseWatcher {
        constructor() {
          super();
          watching.add(this);
          (this as unknown as EventTarget).addEventListener('close', () => watching.delete(this));
        }
        override destroy() {
          watching.delete(this);
          super.destroy();
        }
      };
      host.goBack = () => {
        const last = [...watching].at(-1);
        last?.requestClose();
        return last !== undefined;
      };
    });
    const goBack = () => page.evaluate(() => (globalThis as unknown as { goBack(): boolean }).goBack());
    const menu = visitor.button('More options');
    await visitor.arrive();
    await menu.click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await goBack()).toBe(true);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(visitor.panel).toBeVisible();
    expect(await goBack()).toBe(true);
    await expect(visitor.panel).toBeHidden();
    await expect(visitor.button('Open chat')).toBeFocused();
    // No watcher is left that would take the next gesture, which belongs to the site.
    expect(await goBack()).toBe(false);

    // The Escape key works once, not twice.
    await visitor.button('Open chat').click();
    await menu.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(menu).toBeFocused();
    await expect(visitor.panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(visitor.panel).toBeHidden();
  });
});

test('the back gesture is not intercepted beside a page', async ({ page, visitor }) => {
  await page.addInitScript(() => {
    const host = globalThis as unknown as { CloseWatcher: new () => object; watchers: number };
    host.watchers = 0;
    host.CloseWatcher = class extends host.CloseWatcher {
      constructor() {
        super();
        host.watchers += 1;
      }
    };
  });
  await visitor.arrive();
  expect(await page.evaluate(() => (globalThis as unknown as { watchers: number }).watchers)).toBe(0);
});

test('the panel fades out before it disappears, in the shipped files as well', async ({ page, visitor }) => {
  await visitor.arrive();
  // Presses and looks in one task: the launcher closes the panel at once, and the panel must still be visible while it fades.
  const closing = await page.evaluate(async () => {
    const root = document.querySelector('natter-chat')?.shadowRoot;
    const panel = root?.querySelector<HTMLElement>('[role=dialog]');
    root?.querySelector<HTMLElement>('.launcher')?.click();
    while (panel && !panel.hidden) await new Promise(requestAnimationFrame);
    return panel && { display: getComputedStyle(panel).display, moving: panel.getAnimations().length > 0 };
  });
  expect(closing).toEqual({ display: 'flex', moving: true });
  await expect(visitor.panel).toBeHidden();
});

test('inline: nothing is requested or stored before the first use; a reload then continues automatically', async ({
  page,
  stage,
}) => {
  const site = await siteWithBroker(stage, {}, 'data-render-mode="inline" data-target="h1"');
  const visitor = createVisitor(page, stage);
  const asked = watch(page, stage, site);
  await page.goto(site);
  await expect(visitor.panel).toBeVisible();
  await expect(visitor.composer).toBeEditable();
  await visitor.composer.focus();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  expect(await stored(page)).toEqual(NOTHING);
  await visitor.composer.click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say('joke');
  await expect(visitor.log).toContainText('joke');
  await page.reload();
  await expect(visitor.log).toContainText('joke');
});

test('the floating panel is not printed over the page, an inline one is printed with it', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWithBroker(stage));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await page.emulateMedia({ media: 'print' });
  await expect(visitor.panel).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(visitor.panel).toBeVisible();
  const inline = 'data-render-mode="inline" data-target="h1" data-auto-open="true" data-theme="dark"';
  await page.goto(await siteWithBroker(stage, {}, inline));
  await expect(visitor.composer).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.panel).toBeVisible();
  // Most people print no backgrounds. A dark chat's pale words would then be unreadable.
  await expect(visitor.composer).toBeHidden();
  expect(await visitor.panel.evaluate(panel => getComputedStyle(panel).colorScheme)).toBe('light');
});

test('an inline chat is printed completely, followed by the content below it', async ({ page, stage }) => {
  const attributes = 'data-render-mode="inline" data-target="h1" data-auto-open="true"';
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWithBroker(stage, {}, attributes));
  await expect(visitor.log).toContainText('Hello, I am Fern');
  const grow = growingReply(stage, await visitor.sessionId());
  await grow(`${'A paragraph.\n\n'.repeat(40)}\`\`\`\n${'long '.repeat(90)}end\n\`\`\``, true);
  await expect(visitor.log).toContainText('long end');
  await page.evaluate(() => {
    const place = document.querySelector('h1') as HTMLElement;
    place.style.height = '300px';
    place.insertAdjacentHTML('afterend', '<p id="below">Words of the page.</p>');
  });
  /** Pixels that are cut off: below the panel, beside the code, and below the page. */
  const lost = () =>
    visitor.log.evaluate(log => {
      const bottom = log.closest('.panel')?.getBoundingClientRect().bottom ?? 0;
      const code = log.querySelector('.scroller') as Element;
      const below = document.createRange();
      below.selectNodeContents(document.querySelector('#below') as Element);
      return [
        log.getBoundingClientRect().bottom - bottom + log.scrollHeight - log.clientHeight,
        code.scrollWidth - code.clientWidth,
        bottom - below.getBoundingClientRect().top,
      ].map(px => Math.max(0, Math.floor(px)));
    });
  const [hidden, beside] = await lost();
  expect(Math.min(hidden ?? 0, beside ?? 0)).toBeGreaterThan(100);
  await page.emulateMedia({ media: 'print' });
  expect(await lost()).toEqual([0, 0, 0]);
  await expect(visitor.button('Copy')).toBeHidden();
  await expect(visitor.button('More options')).toBeHidden();
});

test('a fullscreen chat is printed completely, in white over the page that it covers', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWithBroker(stage, {}, 'data-render-mode="fullscreen" data-auto-open="true"'));
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await growingReply(stage, await visitor.sessionId())('A paragraph.\n\n'.repeat(60), true);
  await expect(visitor.log.getByText('A paragraph.').last()).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const [height, log, colours] = await visitor.panel.evaluate(panel => [
    panel.clientHeight,
    panel.querySelector('.log')?.scrollHeight ?? Infinity,
    getComputedStyle(panel).getPropertyValue('print-color-adjust'),
  ]);
  expect(height).toBeGreaterThanOrEqual(Number(log));
  expect(colours).toBe('exact');
});

test('an inline chat is as high as its element, or high enough to use if that has no height', async ({
  page,
  stage,
}) => {
  const attributes = 'data-render-mode="inline" data-target="h1" data-auto-open="true"';
  const site = await siteWithBroker(stage, {}, attributes);
  const visitor = createVisitor(page, stage);
  await page.goto(site);
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await page.evaluate(() => document.querySelector('h1')?.firstChild?.remove());
  const sizes = (style: string) =>
    page.evaluate(given => {
      const place = document.querySelector<HTMLElement>('h1');
      if (place) place.style.cssText = given;
      const height = (element: Element | null | undefined) => Math.round(element?.getBoundingClientRect().height ?? 0);
      const root = document.querySelector('natter-chat')?.shadowRoot;
      const field = root?.querySelector('textarea')?.getBoundingClientRect();
      return {
        panel: height(root?.querySelector('.panel')),
        place: height(place),
        isFieldIn: (field?.bottom ?? Infinity) <= (place?.getBoundingClientRect().bottom ?? 0),
      };
    }, style);
  for (const style of [
    'height: 260px',
    'height: 360px',
    'display: grid; height: 400px',
    'display: flex; height: 640px',
  ]) {
    const { panel, place, isFieldIn } = await sizes(style);
    expect([style, panel, isFieldIn]).toEqual([style, place, true]);
    expect(`${place}px`).toBe(/\d+px/.exec(style)?.[0]);
  }
  const free = await sizes('');
  expect(free.isFieldIn).toBe(true);
  expect(free.panel).toBeGreaterThan(400);
  await visitor.say('joke');
  await expect(visitor.log).toContainText('joke');
  expect((await sizes('')).panel).toBe(free.panel);
});
