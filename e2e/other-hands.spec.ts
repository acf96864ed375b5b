/**
 * Other parts of a page that interfere with the chat: fields in frames and components, routers, translators, scripts that remove elements.
 */

import type { Page } from '@playwright/test';
import { createVisitor, expect, test } from './guest.ts';
import { atRest } from './rest.ts';
import { growingReply } from './stage.ts';

const FIELDS = `<iframe srcdoc="<input aria-label='Card'>"></iframe><my-field></my-field>
  <script>
    const root = document.querySelector('my-field').attachShadow({ mode: 'open' });
    const field = document.createElement('input');
    field.ariaLabel = 'Name';
    const button = document.createElement('button');
    button.textContent = 'Chat with us';
    button.onclick = () => Natter.open();
    root.append(field, button);
  </script>`;

test('a chat that the page opens takes no letter from a payment frame or a field of a component', async ({
  page,
  site,
  stage,
}) => {
  const visitor = createVisitor(page, stage);
  for (const [where, name] of [
    [page.frameLocator('iframe'), 'Card'],
    [page, 'Name'],
  ] as const) {
    await page.goto(site.page({ body: FIELDS + site.tag() }));
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
    // A key press counts as a user gesture for a few seconds only, so the application is loaded first.
    const launcher = page.getByRole('button', { name: 'Open chat' });
    await launcher.hover();
    await expect(launcher).toHaveAttribute('part', 'launcher');
    const field = where.getByRole('textbox', { name });
    await field.click();
    await page.keyboard.type('4242 ');
    await page.evaluate(() => setTimeout(() => window.Natter && 'open' in window.Natter && window.Natter.open()));
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await page.keyboard.type('4242');
    await expect(field).toHaveValue('4242 4242');
    await expect(visitor.composer).toHaveValue('');
    await page.evaluate(() => window.Natter && 'forget' in window.Natter && window.Natter.forget());
  }
});

test('a button in a component that opened the chat gets the focus back', async ({ page, site, stage }) => {
  const visitor = createVisitor(page, stage);
  await page.goto(site.page({ body: FIELDS + site.tag('data-show-launcher="false"') }));
  const opener = page.getByRole('button', { name: 'Chat with us' });
  await expect.poll(() => page.evaluate(() => 'Natter' in window)).toBe(true);
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.composer).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(visitor.panel).toBeHidden();
  await expect(opener).toBeFocused();
});

test('relative addresses of the files work even after a router has changed the page’s address', async ({
  page,
  site,
  stage,
}) => {
  await page.route(`${site.origin}/files/**`, async route => {
    const name = new URL(route.request().url()).pathname.replace('/files', '');
    await route.fulfill({ response: await route.fetch({ url: stage.demo + name }) });
  });
  const visitor = createVisitor(page, stage);
  await page.goto(site.page({ body: site.tag().replace(stage.demo, 'files') }));
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await page.evaluate(() => history.pushState({}, '', '/app/products/shoes'));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect(visitor.warnings).toEqual([]);
});

for (const [what, change] of Object.entries({
  'is given a filter': () => {
    document.body.style.filter = 'contrast(1.2)';
  },
  'is put into a box': () => {
    const box = document.createElement('div');
    box.style.transform = 'scale(1)';
    box.append(...document.body.childNodes);
    document.body.append(box);
  },
})) {
  test(`an open chat stays in the window if the page ${what}`, async ({ page, site, stage }) => {
    const visitor = createVisitor(page, stage);
    await page.goto(site.page({ body: `<p style="height: 2000px"></p>${site.tag()}` }));
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await atRest(page);
    const box = await visitor.panel.boundingBox();
    await visitor.composer.fill('half a thought');
    await page.evaluate(change);
    await expect.poll(() => visitor.panel.boundingBox()).toEqual(box);
    await expect(visitor.composer).toHaveValue('half a thought');
    await visitor.panel.getByRole('button', { name: 'Close' }).click();
    await expect(visitor.panel).toBeHidden();
  });
}

/** Does what browsers' translators do, in shadow roots too: replaces each text by an element with other words. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.querySelector('natter-chat')?.shadowRoot as ShadowRoot;
    const known = new WeakSet<Node>();
    const run = () => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!/\p{L}/u.test(text.data) || !parent || known.has(text) || parent.closest('style, [translate=no]'))
          continue;
        const font = document.createElement('font');
        font.textContent = `«${text.data}»`;
        for (const each of font.childNodes) known.add(each);
        text.replaceWith(font);
      }
    };
    new MutationObserver(() => setTimeout(run)).observe(root, { childList: true, subtree: true, characterData: true });
    run();
  });
}

test('on a translated page the chat stays correct, and a pressed suggestion is sent unchanged', async ({
  page,
  site,
  stage,
}) => {
  const visitor = createVisitor(page, stage);
  await page.goto(site.page({ body: site.tag() }));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await translate(page);
  const id = await visitor.sessionId();
  const propose = async (message_id: string, ...texts: string[]) => {
    const response_suggestions = texts.map(message_text => ({ message_text }));
    const payload = { message_id, text: `Which, of ${message_id}?`, attachments: [], response_suggestions };
    await stage.control(`sessions/${id}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
    await expect(visitor.log).toContainText(`«Which, of ${message_id}?»`);
  };
  const chips = visitor.log.getByRole('group', { name: 'Suggested replies' }).getByRole('button');
  await propose('the first', 'Keep my order', 'Change the address');
  await expect(chips).toHaveText(['«Keep my order»', '«Change the address»']);
  await propose('the second', 'Cancel my order', 'Talk to a person');
  await expect(chips).toHaveText(['«Cancel my order»', '«Talk to a person»']);
  await chips.first().click();
  await expect(visitor.log.locator('.user .bubble').last()).toContainText('«Cancel my order»');
  // A growing reply loses no words and repeats none.
  await visitor.say('long');
  const reply = visitor.log.locator('.agent .bubble').last();
  await expect(reply).toContainText('wrote most of this', { timeout: 30_000 });
  const letters = async (page: Page) => {
    const text = createVisitor(page, stage).log.locator('.agent .bubble .text').last();
    return (await text.textContent())?.replace(/[^\p{L}\d]/gu, '');
  };
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(createVisitor(other, stage).log).toContainText('wrote most of this');
  // The reply is complete in both tabs.
  for (const each of [page, other]) {
    const last = createVisitor(each, stage).log.locator('.agent .bubble').last();
    await expect(last.getByRole('button', { name: 'Copy message' })).toHaveCount(1);
  }
  await expect.poll(() => letters(page)).toBe(await letters(other));
  // The header follows a change of language, too.
  await page.evaluate(() => window.Natter && 'setLocale' in window.Natter && window.Natter.setLocale('de'));
  await expect(visitor.panel.locator('.meta').first()).toContainText('KI-Assistent');
});

test('code is not to be translated', async ({ page, site, stage }) => {
  const visitor = createVisitor(page, stage);
  await page.goto(site.page({ body: site.tag() }));
  await visitor.open();
  await visitor.say('long');
  await expect(visitor.log).toContainText('wrote most of this', { timeout: 30_000 });
  const code = visitor.log.locator('code, pre');
  expect(await code.count()).toBeGreaterThan(0);
  expect(await code.evaluateAll(all => all.filter(each => (each as HTMLElement).translate))).toEqual([]);
});

test('a growing reply that is removed from the page breaks nothing else', async ({ page, site, stage }) => {
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(`${error}`));
  const visitor = createVisitor(page, stage);
  await page.goto(site.page({ body: `<p id="words">Some words of the page</p>${site.tag()}` }));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  const grow = growingReply(stage, await visitor.sessionId());
  await grow('Some words of a reply ');
  const growing = visitor.log.locator('.agent .bubble:has(.text)').last();
  await expect(growing).toContainText('words of a');
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#words') as Element));
  await growing.evaluate(bubble => bubble.remove());
  await grow('that goes on.');
  await visitor.say('echo and on it goes');
  await expect(visitor.log.getByText('and on it goes', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(errors).toEqual([]);
});
