/** Looks on customers' pages: with their colours and sizes, and untouched by the rest of their style sheets. */

import type { Locator, Page } from '@playwright/test';
import { atRest } from './rest.ts';
import { expect, type Stage, test, type Visitor } from './stage.ts';

type Natter = Record<'open' | 'close', () => void> & { setTheme(theme: string): void };

const launcherOf = (page: Page): Locator => page.locator('natter-chat button.launcher');

async function openPanel(stage: Stage, visitor: Visitor): Promise<void> {
  await visitor.page.goto(stage.demo);
  await visitor.open();
}

/** The box of an element, once nothing moves any more. */
async function restingBox(element: Locator): ReturnType<Locator['boundingBox']> {
  await atRest(element.page());
  return element.boundingBox();
}

const call = (page: Page, method: 'open' | 'close'): Promise<void> =>
  page.evaluate(name => (window as unknown as { Natter: Natter }).Natter[name](), method);

const setTheme = (page: Page, theme: string): Promise<void> =>
  page.evaluate(name => (window as unknown as { Natter: Natter }).Natter.setTheme(name), theme);

/** The WCAG 2 contrast ratio of two of the panel's variables, as the browser resolves them. */
function ratio(page: Page, front: string, back: string): Promise<number> {
  return page.evaluate(
    names => {
      const root = document.querySelector('natter-chat')?.shadowRoot?.querySelector('.root');
      const [a = 0, b = 0] = names
        .map(name => {
          const probe = document.createElement('i');
          probe.style.color = `color-mix(in srgb-linear, var(${name}), var(${name}))`;
          root?.append(probe);
          const [, red, green, blue] = getComputedStyle(probe).color.split(' ').map(Number.parseFloat);
          probe.remove();
          return 0.2126 * (red ?? Number.NaN) + 0.7152 * (green ?? Number.NaN) + 0.0722 * (blue ?? Number.NaN);
        })
        .sort((x, y) => x - y);
      return (b + 0.05) / (a + 0.05);
    },
    [front, back],
  );
}

/** The panel's brand as the browser paints it. */
function brandOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const root = document.querySelector('natter-chat')?.shadowRoot?.querySelector('.root');
    const probe = document.createElement('i');
    probe.style.color = 'color-mix(in srgb, var(--n-brand), var(--n-brand))';
    root?.append(probe);
    const parts = getComputedStyle(probe).color.split(' ').slice(1, 4);
    probe.remove();
    return parts.map(part => Math.round(Number.parseFloat(part) * 255)).join(' ');
  });
}

/** Inherited styles that a page's own rules could change. */
const setting = (element: Locator): Promise<Record<string, string>> =>
  element.evaluate(node => {
    const style = getComputedStyle(node);
    const names = [
      ...['font-family', 'font-size', 'line-height', 'letter-spacing', 'word-spacing', 'text-transform', 'text-align'],
      ...['font-style', 'text-indent', 'white-space', 'cursor', 'color', 'visibility', 'direction', 'quotes'],
    ];
    return Object.fromEntries(names.map(name => [name, style.getPropertyValue(name)]));
  });

test('the brand may be any CSS colour, even from the page’s variable alone, and stays readable', async ({
  page,
  stage,
  visitor,
}) => {
  await openPanel(stage, visitor);
  const colors = [
    'rebeccapurple',
    'hsl(48 100% 50%)',
    'oklch(0.9 0.3 110)',
    'color-mix(in oklab, hotpink, white)',
    '#ff000022',
    'rgb(0 0 0 / 0)',
    'light-dark(#036, gold)',
    'var(--shop)',
  ];
  for (const color of colors) {
    await page.addStyleTag({ content: `:root { --shop: chartreuse } natter-chat { --natter-brand: ${color} }` });
    await call(page, 'close');
    await call(page, 'open');
    await atRest(page);
    for (const theme of ['light', 'dark']) {
      await setTheme(page, theme);
      for (const back of ['--n-brand', '--n-brand-hover', '--n-brand-pressed'])
        expect(await ratio(page, '--n-on-brand', back), `${color} ${theme} ${back}`).toBeGreaterThanOrEqual(4.5);
      for (const back of ['--n-1', '--n-2', '--n-3', '--n-4', '--n-brand-tint'])
        expect(await ratio(page, '--n-brand-text', back), `${color} ${theme} ${back}`).toBeGreaterThanOrEqual(4.5);
      for (const back of ['--n-1', '--n-4'])
        expect(await ratio(page, '--n-focus', back), `${color} ${theme} ${back}`).toBeGreaterThanOrEqual(3);
    }
  }
});

test('the page’s variable overrides the setting; transparency is dropped', async ({ page, stage, visitor }) => {
  await openPanel(stage, visitor);
  await setTheme(page, 'light');
  await page.addStyleTag({ content: 'natter-chat { --natter-brand: #00338066 }' });
  await call(page, 'close');
  await call(page, 'open');
  await expect.poll(() => brandOf(page)).toBe('0 51 128');
});

test('a page’s style sheet does not affect the chat, and ours does not affect the page', async ({
  page,
  stage,
  visitor,
}) => {
  await page.goto(stage.demo);
  const heading = page.locator('h1').first();
  const before = await setting(heading);
  await visitor.open();
  expect(await setting(heading)).toEqual(before);
  // The panel that the loader paints has styles of its own until the application takes over.
  await expect(visitor.log).toContainText('Hello');
  const parts = [visitor.panel, visitor.panel.getByRole('heading').first(), visitor.composer];
  const settings = await Promise.all(parts.map(setting));
  const box = await restingBox(visitor.panel);
  // Moves the pointer away: the launcher grows under it.
  await page.mouse.move(0, 0);
  const button = await restingBox(launcherOf(page));
  await page.addStyleTag({
    content: `* { all: unset !important }
      html, body, natter-chat { letter-spacing: 9px !important; word-spacing: 9px !important; font: italic 40px serif !important;
        text-transform: uppercase !important; text-align: right !important; cursor: wait !important; color: lime !important;
        visibility: hidden !important; white-space: pre !important; text-indent: 40px !important; direction: rtl !important }`,
  });
  expect(await Promise.all(parts.map(setting))).toEqual(settings);
  expect(await restingBox(visitor.panel)).toEqual(box);
  expect(await restingBox(launcherOf(page))).toEqual(button);
  const host = page.locator('natter-chat');
  expect(await host.evaluate(node => getComputedStyle(node).position)).toBe('fixed');
  expect(Number(await host.evaluate(node => getComputedStyle(node).zIndex))).toBeGreaterThan(1_000_000);
});

test('the page can set size, offset, corners and layer', async ({ page, stage, visitor }) => {
  await page.setViewportSize({ width: 1400, height: 1200 });
  await page.goto(stage.demo);
  await page.addStyleTag({
    content: `natter-chat { --natter-size: 1.25; --natter-offset: 40px 60px; --natter-radius: 0px; --natter-z-index: 42 }`,
  });
  const small = { x: 1400 - 60 * 1.25 - 56 * 1.25, y: 1200 - 40 * 1.25 - 56 * 1.25, width: 70, height: 70 };
  expect(await restingBox(launcherOf(page))).toEqual(small);
  await visitor.open();
  const panel = await restingBox(visitor.panel);
  expect(panel?.width).toBe(392 * 1.25);
  expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBe(1400 - 60 * 1.25);
  expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBe(small.y - 12 * 1.25);
  expect(panel?.height).toBe(680 * 1.25);
  await page.mouse.move(0, 0);
  expect(await restingBox(launcherOf(page))).toEqual(small);
  for (const part of [visitor.panel, page.locator('natter-chat .field')])
    expect(await part.evaluate(node => getComputedStyle(node).borderRadius)).toBe('0px');
  expect(await page.locator('natter-chat').evaluate(node => getComputedStyle(node).zIndex)).toBe('42');
  await call(page, 'close');
  await page.evaluate(() => (window as unknown as { Natter: { prompt(text: string): void } }).Natter.prompt('Hello?'));
  const words = page.locator('natter-chat .prompt');
  for (const part of [words, words.getByText('Hello?'), words.locator('[part=prompt-close]')])
    expect(await part.evaluate(node => getComputedStyle(node).borderRadius)).toBe('0px');
});

test('the panel stays inside a small window at any size and offset', async ({ page, stage, visitor }) => {
  await page.setViewportSize({ width: 640, height: 560 });
  await page.goto(stage.demo);
  await page.addStyleTag({ content: 'natter-chat { --natter-size: 1.5; --natter-offset: 60px 20px }' });
  await visitor.open();
  await expect.poll(async () => (await visitor.panel.boundingBox())?.x).toBeGreaterThanOrEqual(0);
  await expect.poll(async () => (await visitor.panel.boundingBox())?.y).toBeGreaterThanOrEqual(0);
});

test('in forced colours every element has an edge, and the focus is visible', async ({ page, visitor }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visitor.arrive();
  const edge = (element: Locator): Promise<string> =>
    element.evaluate(node => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(node);
      return borderTopColor === backgroundColor ? 'unseen' : `${borderTopWidth} ${borderTopStyle}`;
    });
  expect(await edge(page.locator('natter-chat .chip').first())).toBe('1px solid');
  await visitor.say('echo edges');
  await expect(visitor.log.locator('.user .bubble')).toBeVisible();
  for (const selector of ['button.launcher', '.panel', '.user .bubble', '.agent .bubble', '.send', '.field'])
    expect(await edge(page.locator(`natter-chat ${selector}`).first()), selector).toBe('1px solid');
  const close = visitor.panel.getByRole('button', { name: 'Close' });
  await visitor.composer.focus();
  await page.keyboard.press('Tab');
  await close.focus();
  expect(await close.evaluate(node => getComputedStyle(node).outlineStyle)).toBe('solid');
  const isSignSeen = await launcherOf(page).evaluate(node => {
    const sign = node.querySelector('svg') as SVGElement;
    // The stroke is `currentColor`, and forced colours apply to the colour.
    return getComputedStyle(sign).color !== getComputedStyle(node).backgroundColor;
  });
  expect(isSignSeen).toBe(true);
});

test('the panel fades out visibly when it closes', async ({ page, stage, visitor }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openPanel(stage, visitor);
  await restingBox(visitor.panel);
  const fading = await visitor.panel.evaluate(async node => {
    // Looks in the same task: the fade may be over by the next frame.
    await new Promise(hidden => {
      new MutationObserver(hidden).observe(node, { attributeFilter: ['hidden'] });
      (window as unknown as { Natter: Natter }).Natter.close();
    });
    const names = node.getAnimations().map(each => (each as CSSTransition).transitionProperty);
    return { display: getComputedStyle(node).display, names: names.sort() };
  });
  expect(fading).toEqual({ display: 'flex', names: ['display', 'opacity', 'transform'] });
  await expect(page.locator('natter-chat .panel')).toBeHidden();
});
