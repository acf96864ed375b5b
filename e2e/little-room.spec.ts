/**
 * Narrow and low windows, on-screen keyboards, enlarged panels and fingers: the important parts stay visible, and the page behind does not
 * move.
 */

import type { Page } from '@playwright/test';
import { atRest, toEnd } from './rest.ts';
import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, test, type Visitor } from './stage.ts';
import { inWhole } from './whole.ts';

test.use({ launchOptions: ({ launchOptions }, use) => use(inWhole(launchOptions)) });

test.afterEach(closeAll);

/** Makes something cover the bottom of the window, as keyboards do. */
const cover = (page: Page, px: number) =>
  page.evaluate(covered => {
    const viewport = window.visualViewport as VisualViewport;
    Object.defineProperty(viewport, 'height', { get: () => innerHeight - covered });
    viewport.dispatchEvent(new Event('resize'));
  }, px);

const enlarge = (page: Page, size: number) =>
  page.evaluate(
    given => document.querySelector<HTMLElement>('natter-chat')?.style.setProperty('--natter-size', `${given}`),
    size,
  );

/** The height of the visible transcript, and the lower edge of the Send button. */
async function room(visitor: Visitor) {
  const log = await visitor.log.boundingBox();
  const send = await visitor.button('Send').boundingBox();
  return { log: log?.height ?? 0, sendEnd: (send?.y ?? Infinity) + (send?.height ?? 0) };
}

test('a scroll bar at the foot of a window moves nothing', async ({ page, stage }) => {
  await page.goto(await siteWithBroker(stage));
  const visitor = createVisitor(page, stage);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await atRest(page);
  const before = await visitor.panel.boundingBox();
  await cover(page, 15);
  expect(await visitor.panel.evaluate(panel => (panel as HTMLElement).style.length)).toBeGreaterThan(0);
  expect(await visitor.panel.boundingBox()).toEqual(before);
});

for (const [width, height] of [
  [1_280, 800],
  [390, 844],
  [844, 390],
] as const) {
  test(`at ${width} × ${height} one button is named Close chat, and it closes`, async ({ page, visitor }) => {
    await page.setViewportSize({ width, height });
    await visitor.arrive();
    await visitor.button('Close chat').click();
    await expect(visitor.panel).toBeHidden();
    await expect(visitor.button('Open chat')).toBeVisible();
  });
}

for (const [device, width, height, left] of [
  ['a tablet', 768, 1_024, 704],
  ['a phone on its side', 640, 360, 200],
] as const) {
  test(`the keyboard of ${device} does not cover the text field`, async ({ page, stage }) => {
    await page.setViewportSize({ width, height });
    await page.goto(await siteWithBroker(stage));
    const visitor = createVisitor(page, stage);
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await cover(page, height - left);
    const bottom = () => visitor.composer.evaluate(field => field.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(left);
    const top = await visitor.panel
      .getByRole('button', { name: /^Close/ })
      .evaluate(button => button.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(0);
  });
}

for (const [width, height, size] of [
  [280, 653, 1],
  [360, 640, 1.5],
] as const) {
  test(`at ${width} px, enlarged ${size} times, menu and question are visible, and there is room to read`, async ({
    page,
    visitor,
  }) => {
    await page.setViewportSize({ width, height });
    await visitor.arrive();
    await enlarge(page, size);
    await visitor.button('More options').click();
    const isInSight = async (role: 'menu' | 'alertdialog', name: string) => {
      const box = await page.getByRole(role, { name }).boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= width;
    };
    expect(await isInSight('menu', 'More options')).toBe(true);
    await page.getByRole('menuitem', { name: 'End conversation' }).click();
    expect(await isInSight('alertdialog', 'End this conversation?')).toBe(true);
    await visitor.button('Keep chatting').click();
    await expect.poll(async () => (await room(visitor)).log).toBeGreaterThan(100);
  });
}

for (const [width, height, covered, size] of [
  [375, 553, 291, 1],
  [390, 664, 336, 1.25],
  [1_024, 600, 300, 1],
] as const) {
  test(`with a keyboard of ${covered} px over ${width} × ${height}, enlarged ${size} times, a long draft leaves room to read`, async ({
    page,
    visitor,
  }) => {
    await page.setViewportSize({ width, height });
    await visitor.arrive();
    await enlarge(page, size);
    await cover(page, covered);
    await visitor.composer.fill(
      'A rather long draft that somebody writes, line after line, until the field is full. '.repeat(5),
    );
    await expect.poll(async () => (await room(visitor)).log).toBeGreaterThan(50);
    // Everything that does not fit can be reached by scrolling.
    await visitor.button('Send').scrollIntoViewIfNeeded();
    await expect.poll(async () => (await room(visitor)).sendEnd).toBeLessThanOrEqual(height - covered);
  });
}

test('in a low window the field shows whole lines, and more than one', async ({ page, stage }) => {
  await page.goto(await siteWithBroker(stage));
  const visitor = createVisitor(page, stage);
  await visitor.open();
  await visitor.composer.fill('One line.\n'.repeat(12));
  for (const height of [256, 320, 390, 412, 480, 555, 720]) {
    await page.setViewportSize({ width: 844, height });
    const lines = () =>
      visitor.composer.evaluate(field => {
        const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(field);
        const room = field.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
        return room / parseFloat(lineHeight);
      });
    const cut = async () => (await lines()) % 1;
    await expect.poll(cut, `at ${height} px`).toBeLessThan(0.02);
    // At least two: with one line nobody sees the line before it.
    expect(await lines()).toBeGreaterThanOrEqual(2);
  }
});

for (const [width, height] of [
  [844, 390],
  [1_280, 400],
] as const) {
  test(`at ${width} × ${height} the Tab key reaches nothing under the panel`, async ({ page, visitor }) => {
    await page.setViewportSize({ width, height });
    await visitor.arrive();
    const launcher = page.locator('natter-chat .launcher');
    await expect(launcher).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(launcher).toBeFocused();
    await expect(launcher).toBeVisible();
  });
}

test('the page scrolls over an inline transcript that cannot scroll further', async ({ page, stage }) => {
  const inline = 'data-render-mode="inline" data-target="h1"';
  await page.goto(await siteWithBroker(stage, {}, inline));
  const visitor = createVisitor(page, stage);
  await expect(visitor.composer).toBeVisible();
  await page.evaluate(() => document.body.style.setProperty('height', '4000px'));
  const turn = async () => {
    await page.evaluate(() => scrollTo(0, 0));
    const box = await visitor.log.boundingBox();
    if (!box) throw new Error('It can be seen.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  };
  await turn();
  await page.evaluate(() => scrollTo(0, 0));
  await visitor.say('hello');
  await expect(visitor.log).toContainText('Hello, good to hear from you');
  await expect(page.getByRole('group', { name: 'Suggested replies' })).toBeVisible();
  // A reply longer than the transcript is shown from its first line, so scroll on to its end.
  await visitor.log.evaluate(log => log.scrollTo(0, log.scrollHeight));
  await expect.poll(() => toEnd(visitor.log)).toBe(0);
  await turn();
});

/** Moves a finger up by 150 pixels, and waits until the scroll is done. */
async function swipeUp(page: Page, x: number, y: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', [{ x, y: y - 15 * step }]);
  await touch('touchEnd', []);
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

test('words for screen readers do not make the panel scrollable', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await visitor.arrive();
  await visitor.say('handoff');
  const said = visitor.panel.locator('[aria-live]');
  // The element is one pixel wide, so its words wrap to the height of a window.
  await expect.poll(async () => (await said.allTextContents()).join('').length).toBeGreaterThan(30);
  expect(await visitor.panel.evaluate(panel => panel.scrollHeight - panel.clientHeight)).toBe(0);
});

test.describe('by finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a swipe in a panel that fills a phone’s window does not move the page behind it', async ({ page, visitor }) => {
    await visitor.arrive();
    const before = await page.evaluate(() => scrollY);
    for (const part of ['header', 'composer', 'log']) {
      const box = await page.locator(`natter-chat [part~=${part}]`).first().boundingBox();
      if (!box) throw new Error(`${part} can be seen.`);
      await swipeUp(page, box.x + 60, box.y + box.height / 2);
      expect(await page.evaluate(() => scrollY), part).toBe(before);
    }
  });

  test('a swipe over an enlarged picture does not move the page behind it', async ({ page, visitor }) => {
    await visitor.arrive();
    await visitor.say('image');
    await visitor.log.getByRole('button', { name: /Enlarge image/ }).tap();
    await expect(visitor.button('Close image')).toBeVisible();
    const before = await page.evaluate(() => scrollY);
    await swipeUp(page, 200, 500);
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  test('a tap on a suggestion opens no keyboard over the reply', async ({ page, visitor }) => {
    await visitor.arrive();
    await visitor.say('suggestions');
    const chips = visitor.log.getByRole('group', { name: 'Suggested replies' });
    // Waits until the greeting's suggestions have been replaced.
    await expect(chips).toContainText('Living room');
    await chips.getByRole('button').first().tap();
    await expect(chips).toHaveCount(0);
    await expect(visitor.composer).not.toBeFocused();
    // The focus is on the chat's host and nowhere else.
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('natter-chat');
  });

  test('a tap beside a bubble shows its copy button and does not press it', async ({
    page,
    context,
    stage,
    visitor,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(await siteWithBroker(stage));
    // Opens the chat by finger: a mouse that was used before would keep hovering somewhere.
    await page.getByRole('button', { name: 'Open chat' }).tap();
    // The greeting is complete, so nothing moves any more.
    await expect(page.getByRole('group', { name: 'Suggested replies' })).toBeVisible();
    await atRest(page);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.evaluate(() => navigator.clipboard.writeText('mine'));
    const button = visitor.log.getByRole('button', { name: /^Copy/ }).first();
    const box = await button.boundingBox();
    if (!box) throw new Error('The button has a place.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.touchscreen.tap(x, y);
    await expect(button).toHaveCSS('opacity', '1');
    expect(await copied()).toBe('mine');
    await expect(button).toHaveCSS('pointer-events', 'auto');
    await page.touchscreen.tap(x, y);
    await expect.poll(copied).toContain('Hello, I am Fern');
  });

  test('a tapped button does not stay highlighted', async ({ page, visitor }) => {
    await visitor.arrive();
    const menu = visitor.button('More options');
    for (const taps of [1, 2]) {
      await menu.tap();
      await expect(page.getByRole('menu')).toHaveCount(taps % 2);
    }
    await expect(menu).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  });
});
