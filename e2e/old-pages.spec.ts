/** Pages without TLS, with old polyfills, with a small chat, and with addresses that were typed by hand. */

import { createVisitor, expect, talks, test } from './guest.ts';

for (const [how, change] of Object.entries({
  'on a page without TLS': () => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }),
  'without permission': () => {
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  },
})) {
  test(`a message is copied ${how}, and the page's own selection stays`, async ({ page, site, stage }) => {
    await page.addInitScript(change);
    const visitor = createVisitor(page, stage);
    await page.goto(
      site.page({
        body: `<p id="words">Some words</p><script>document.addEventListener('copy', event => event.preventDefault(), true)</script>${site.tag()}`,
      }),
    );
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('#words') as Element));
    const button = visitor.log.getByRole('button', { name: 'Copy message' }).last();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(visitor.log.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
    await expect(button).toBeFocused();
    expect(await page.evaluate(() => `${getSelection()}`)).toBe('Some words');
    await visitor.composer.click();
    await page.keyboard.press('Control+v');
    await expect(visitor.composer).toHaveValue(/Hello, I am Fern/);
  });
}

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 740 } });

  for (const size of [0.9, 1, 1.1]) {
    test(`letters in the composer of a chat of size ${size} are 16 pixels high or higher`, async ({
      page,
      site,
      stage,
    }) => {
      const visitor = createVisitor(page, stage);
      const head = `<meta name="viewport" content="width=device-width"><style>natter-chat { --natter-size: ${size}; }</style>`;
      await page.goto(site.page({ head, body: site.tag() }));
      await visitor.open();
      await expect(visitor.log).toContainText('Hello, I am Fern');
      const letters = await visitor.composer.evaluate(field => {
        const { currentCSSZoom } = field as Element & { readonly currentCSSZoom: number };
        return currentCSSZoom * Number.parseFloat(getComputedStyle(field).fontSize);
      });
      expect(letters).toBeGreaterThanOrEqual(15.99);
      expect(letters).toBeCloseTo(16 * Math.max(1, size), 1);
      await page.screenshot({ path: test.info().outputPath(`size-${size}.png`) });
    });
  }
});

test('a polyfill of matchMedia without listeners breaks nothing', async ({ page, site, stage }) => {
  await page.addInitScript(() => {
    const { matchMedia } = window;
    const old = (query: string) => ({ matches: matchMedia(query).matches, media: query, addListener() {} });
    Object.assign(window, { matchMedia: old });
  });
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(`${error}`));
  const visitor = createVisitor(page, stage);
  await page.goto(site.page({ body: site.tag() }));
  await visitor.open();
  await talks(visitor);
  // In a narrow window the panel covers everything and is modal, even if the window becomes narrow later.
  await expect(visitor.panel).not.toHaveAttribute('aria-modal');
  await page.setViewportSize({ width: 400, height: 700 });
  await expect(visitor.panel).toHaveAttribute('aria-modal', 'true');
  expect(errors).toEqual([]);
});

test('a conversation continues if the address of the broker is written differently', async ({ page, site, stage }) => {
  const visitor = createVisitor(page, stage);
  await page.goto(site.page({ body: site.tag() }));
  await visitor.open();
  await talks(visitor, 'kept');
  const capital = site.broker.replace('http://localhost', 'HTTP://LocalHost');
  await page.goto(site.page({ body: site.tag().replace(`"${site.broker}"`, `"\n  ${capital}/\n"`) }));
  await expect(visitor.log).toContainText('kept');
  await talks(visitor, 'still the same');
  expect(visitor.warnings).toEqual([]);
});
