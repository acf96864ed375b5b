/** The whole journey without a pointer: every control can be reached, the focus is always visible, and it never falls out of the panel. */

import type { Page } from '@playwright/test';
import { batches, openGallery } from './gallery.ts';
import { atRest, toEnd, turnWheel } from './rest.ts';
import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, test } from './stage.ts';

test.afterEach(closeAll);

interface Focus {
  /** The label or text of the focused element. Empty if the focus is outside of all widgets. */
  readonly name: string;
  /** A visible ring of two pixels or more, or the browser's own, on the element or around it. */
  readonly ring: boolean;
  /**
   * The middle of the element is on the screen, or the upper part if it is high: browsers scroll a field no further than its caret needs.
   */
  readonly inSight: boolean;
}

function focus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const host = document.activeElement;
    const element = host?.shadowRoot?.activeElement;
    if (!element) return { name: '', ring: false, inSight: false };
    const { x, y, width, height } = element.getBoundingClientRect();
    // For the composer, the ring is drawn around its field.
    const around = [element, element.parentElement, element.parentElement?.parentElement];
    const ring = around.some(each => {
      if (!each) return false;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(each);
      if (outlineStyle === 'auto') return true;
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== 'transparent';
    });
    const [left, top] = [x + width / 2, y + Math.min(height, 40) / 2];
    const inSight = left >= 0 && top >= 0 && left <= innerWidth && top <= innerHeight;
    return { name: element.ariaLabel || (element.textContent ?? '').trim(), ring, inSight };
  });
}

/** The focus, once the browser has scrolled to it, which takes a frame or more. */
async function seenFocus(page: Page): Promise<Focus> {
  for (let tries = 0; tries < 30; tries += 1) {
    const at = await focus(page);
    if (at.name === '' || (at.ring && at.inSight)) return at;
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
  }
  return focus(page);
}

/** Presses a key until the wanted element has the focus. Every stop on the way must be visible. */
async function go(page: Page, key: 'Tab' | 'Shift+Tab', name: string): Promise<void> {
  const stops: string[] = [];
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press(key);
    const at = await seenFocus(page);
    stops.push(at.name);
    expect(at, `after ${stops.join(' → ')}`).toMatchObject({ ring: true, inSight: true });
    if (at.name === name) return;
  }
  throw new Error(`${name} was not reached: ${stops.join(' → ')}`);
}

const isAt = (page: Page, name: string) => expect.poll(async () => (await focus(page)).name).toBe(name);

test('open, answer by a suggestion, write, end, start again and close, with keys only', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWithBroker(stage));
  await expect(visitor.button('Open chat')).toBeVisible();
  await go(page, 'Tab', 'Open chat');
  await page.keyboard.press('Enter');
  await isAt(page, 'Message');
  await expect(visitor.log).toContainText('Hello, I am Fern');

  await expect(visitor.button('Opening hours')).toBeVisible();
  await go(page, 'Shift+Tab', 'Opening hours');
  await page.keyboard.press('Enter');
  await expect(visitor.log).toContainText('12 Quayside Lane');
  await isAt(page, 'Message');

  await page.keyboard.type('echo by hand');
  await go(page, 'Tab', 'Send');
  await page.keyboard.press('Enter');
  await expect(visitor.log.getByText('by hand', { exact: true })).toBeVisible();
  await isAt(page, 'Message');
  expect((await focus(page)).ring).toBe(true);

  await go(page, 'Shift+Tab', 'Conversation');
  await go(page, 'Shift+Tab', 'More options');
  await page.keyboard.press('Enter');
  const items = page.locator('[role^=menuitem]');
  await expect(items.first()).toBeFocused();
  const names = await items.allTextContents();
  const visited = new Set<string>();
  for (const _ of names) {
    visited.add((await focus(page)).name);
    await page.keyboard.press('ArrowDown');
  }
  expect([...visited].sort()).toEqual(names.map(name => name.trim()).sort());
  await page.keyboard.press('Escape');
  await isAt(page, 'More options');
  await expect(items).toHaveCount(0);
  await expect(visitor.panel).toBeVisible();

  await askToEnd(page);
  await page.keyboard.press('Enter');
  await isAt(page, 'More options');
  await expect(visitor.composer).toBeVisible();
  await askToEnd(page);
  await go(page, 'Tab', 'End conversation');
  await page.keyboard.press('Enter');
  await expect(visitor.button('Start a new conversation')).toBeVisible();
  await go(page, 'Tab', 'Start a new conversation');
  await page.keyboard.press('Enter');
  await isAt(page, 'Message');
  // Waits for the greeting, which would otherwise count as unread.
  await expect(visitor.log).toContainText('brings you here today?');

  await page.keyboard.press('Escape');
  await expect(visitor.panel).toBeHidden();
  await isAt(page, 'Open chat');
  expect(await focus(page)).toMatchObject({ ring: true, inSight: true });
  await page.keyboard.press('Space');
  await isAt(page, 'Message');
});

/** Opens the menu and chooses its item. In the question that follows, the harmless answer comes first. */
async function askToEnd(page: Page): Promise<void> {
  await isAt(page, 'More options');
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: 'End conversation' });
  await expect(item).toBeVisible();
  for (let presses = 0; presses < 5 && (await focus(page)).name !== 'End conversation'; presses += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await isAt(page, 'Keep chatting');
  expect((await focus(page)).ring).toBe(true);
}

test('the buttons of a message that was not sent can be reached by keys, and leave the focus in the panel', async ({
  page,
  stage,
}) => {
  await page.clock.install();
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWithBroker(stage));
  await go(page, 'Tab', 'Open chat');
  await page.keyboard.press('Enter');
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await stage.control('faults', { kind: 'slow-history', ms: 3_600_000 });
  await page.keyboard.type('echo at last');
  await page.keyboard.press('Enter');
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(visitor.button('Retry')).toBeVisible({ timeout: 300 });
  }).toPass();
  await isAt(page, 'Message');
  await stage.control('faults/clear');
  await go(page, 'Shift+Tab', 'Discard');
  await go(page, 'Shift+Tab', 'Retry');
  await page.keyboard.press('Enter');
  await expect(visitor.button('Retry')).toHaveCount(0);
  // The button has gone; the focus is still in the panel.
  expect((await focus(page)).name).not.toBe('');
});

test('a focused element that disappears passes the focus to the composer, which is scrolled into view', async ({
  page,
  stage,
}) => {
  await page.goto(await siteWithBroker(stage, {}, 'data-render-mode="inline" data-target="h1" data-auto-open="true"'));
  const visitor = createVisitor(page, stage);
  await expect(visitor.button('Opening hours')).toBeVisible();
  await visitor.composer.focus();
  await go(page, 'Shift+Tab', 'Opening hours');
  // Moves the panel's end below the window.
  await page.evaluate(() => {
    document.body.style.paddingTop = '100vh';
    scrollTo(0, 0);
  });
  await expect(visitor.composer).not.toBeInViewport();
  const payload = { message_id: 'news', text: 'One more thing.', attachments: [], response_suggestions: [] };
  await stage.control(`sessions/${await visitor.sessionId()}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  await expect(visitor.composer).toBeFocused();
  await expect(visitor.composer).toBeInViewport();
});

test('Tab leads on from the button to the end, even when the end has come into view', async ({ page, stage }) => {
  await page.goto(await siteWithBroker(stage));
  const visitor = createVisitor(page, stage);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say('long');
  await expect(visitor.log).toContainText('wrote most of this', { timeout: 30_000 });
  await visitor.button(/^Jump to latest/).click();
  for (const [key, name] of [
    ['Tab', 'Message'],
    ['Shift+Tab', 'Copy message'],
  ] as const) {
    await expect.poll(() => toEnd(visitor.log)).toBe(0);
    await turnWheel(page, visitor.log, -400);
    await expect(visitor.button('Jump to latest')).toBeVisible();
    await visitor.composer.focus();
    await go(page, 'Shift+Tab', 'Jump to latest');
    await visitor.log.evaluate(log => log.scrollTo(0, log.scrollHeight));
    await expect.poll(() => toEnd(visitor.log)).toBe(0);
    await expect(visitor.button('Jump to latest')).toBeFocused();
    await go(page, key, name);
    await expect(visitor.button('Jump to latest')).toHaveCount(0);
    await isAt(page, name);
  }
});

for (const names of batches(26)) {
  test(`Tab reaches everything, with a visible focus at each stop: ${names[0]} to ${names.at(-1)}`, async ({
    page,
    stage,
  }) => {
    await openGallery(page, stage, names, 'theme=light');
    // A menu that was opened in a frame has moved the browser's starting point for Tab there.
    await page.locator('.top a').first().focus();
    // Marks every tab stop of every widget, so that those left out can be named.
    const total = await page.evaluate(() => {
      let count = 0;
      for (const host of document.querySelectorAll('natter-chat')) {
        const stops = 'button:not([disabled]), a[href], textarea, input, select, [tabindex="0"]';
        for (const element of host.shadowRoot?.querySelectorAll<HTMLElement>(stops) ?? []) {
          // Menus, copy buttons and stars have one tab stop each; the arrow keys lead to the others.
          if (element.tabIndex < 0) continue;
          const stars = element.closest('[role=radiogroup]');
          if (stars && element !== (stars.querySelector('input:checked') ?? stars.querySelector('input'))) continue;
          if (element.checkVisibility({ visibilityProperty: true })) element.dataset.stop = `${++count}`;
        }
      }
      return count;
    });
    const unseen: string[] = [];
    let inside = 0;
    // Presses Tab until the focus has been through the page. The links and fields of the gallery itself are stops, too.
    for (let presses = 0; presses < 3 * total; presses += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const element = document.activeElement?.shadowRoot?.activeElement as HTMLElement | null | undefined;
        element?.removeAttribute('data-stop');
        return document.activeElement === document.body
          ? 'end'
          : (document.activeElement?.closest('.frame')?.id ?? 'page');
      });
      if (at === 'end') break;
      const here = await seenFocus(page);
      if (here.name === '') continue;
      inside += 1;
      if (!here.ring || !here.inSight) unseen.push(`${at}: ${here.name} ${JSON.stringify(here)}`);
    }
    const left = await page.evaluate(() =>
      [...document.querySelectorAll('natter-chat')].flatMap(host =>
        [...(host.shadowRoot?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])].map(
          each => `${host.closest('.frame')?.id}: ${each.ariaLabel || each.textContent}`,
        ),
      ),
    );
    expect({ unseen, left }).toEqual({ unseen: [], left: [] });
    // `Jump to latest` disappears once the focus has been at the end, so not every marked stop is reached.
    expect(inside).toBeGreaterThan(0.9 * total);
  });
}

test('a visitor who was writing when the conversation ended finds the focus on the words that say so, without a frame', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  await visitor.composer.press('x');
  await stage.control(`sessions/${await visitor.sessionId()}/end`);
  await expect(visitor.button('Start a new conversation')).toBeVisible();
  const ended = visitor.panel.locator('.ended');
  await expect(ended).toBeFocused();
  await atRest(page);
  // A frame around words that cannot be pressed would look like a mistake.
  await expect(ended).toHaveCSS('outline-style', 'none');
});

for (const way of ['Send rating', 'Skip']) {
  test(`the rating, sent by keys with ${way}, leaves the focus on the words of the end, and not on the whole dialog`, async ({
    page,
    stage,
  }) => {
    await page.goto(await siteWithBroker(stage, {}, 'data-rating="on"'));
    const visitor = createVisitor(page, stage);
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await stage.control(`sessions/${await visitor.sessionId()}/end`);
    await expect(visitor.panel.locator('.ended')).toBeFocused();
    // The form is fetched when the conversation has ended.
    await expect(page.getByRole('radiogroup')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await go(page, 'Tab', way);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radiogroup')).toHaveCount(0);
    await expect(visitor.panel.locator('.ended')).toBeFocused();
  });
}
