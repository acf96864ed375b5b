/** Details of the gallery's states that show at a second look. */

import { openGallery } from './gallery.ts';
import { expect, test } from './stage.ts';

for (const [look, media] of [
  ['more contrast', { contrast: 'more' }],
  ["colours of the system's own", { forcedColors: 'active' }],
] as const) {
  test(`emoji without a bubble have no frame either: ${look}`, async ({ page, stage }) => {
    await page.emulateMedia(media);
    await openGallery(page, stage, ['emoji-and-directions'], '');
    const frames = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(bubble => {
          const { borderTopStyle, borderTopWidth, borderTopColor, outlineStyle } = getComputedStyle(bubble);
          const isEdged =
            borderTopStyle !== 'none' && borderTopWidth !== '0px' && !/^rgba\(.* 0\)$/.test(borderTopColor);
          return isEdged || outlineStyle !== 'none';
        });
    expect(await frames('.bubble:not(.emoji-only)')).toBe(true);
    expect(await frames('.bubble.emoji-only')).toBe(false);
    // The left edges of the emoji and of the words in a bubble.
    const [emoji, words] = await Promise.all(
      ['.emoji', '.user .text p'].map(selector =>
        page
          .locator(selector)
          .first()
          .evaluate(text => {
            const bubble = text.closest('.bubble') as Element;
            return text.getBoundingClientRect().left - bubble.getBoundingClientRect().left;
          }),
      ),
    );
    expect(emoji).toBe(words);
  });
}

test('the numbers of a list are in the column of the text around it, however many digits they have', async ({
  page,
  stage,
}) => {
  await openGallery(page, stage, ['many-steps'], '');
  // The width of a list number with its space, as the browser draws it, minus the indentation of the list's words.
  const hanging = await page.locator('#many-steps .text ol').evaluateAll(lists =>
    lists.map(list => {
      const number = document.createElement('span');
      const { start, childElementCount } = list as HTMLOListElement;
      number.textContent = `${start + childElementCount - 1}.\u00a0`;
      number.style.fontVariantNumeric = 'tabular-nums';
      const words = list.querySelector('li > p') as Element;
      words.append(number);
      const { width } = number.getBoundingClientRect();
      number.remove();
      const column = (list.closest('.text') as Element).querySelector(':scope > p') as Element;
      return width - (words.getBoundingClientRect().left - column.getBoundingClientRect().left);
    }),
  );
  expect(hanging).toHaveLength(2);
  for (const px of hanging) expect(px).toBeLessThanOrEqual(0.5);
});

test('the gallery changes the look in place, and arrow keys lead from state to state', async ({ page, stage }) => {
  await openGallery(page, stage, ['menu'], '');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const frame = page.locator('#menu');
  const panel = frame.locator('[part~=panel]');
  const background = () => panel.evaluate(each => getComputedStyle(each).backgroundColor);
  const light = await background();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect.poll(background).not.toBe(light);
  await page.getByRole('combobox', { name: 'Width' }).selectOption('320');
  await expect.poll(async () => (await frame.boundingBox())?.width).toBe(320);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(frame.getByRole('textbox', { name: 'Nachricht' })).toBeAttached();
  await page.getByRole('combobox', { name: 'Direction' }).selectOption('rtl');
  await expect.poll(() => panel.evaluate(each => getComputedStyle(each).direction)).toBe('rtl');
  const edge = () => frame.locator('.header').evaluate(each => getComputedStyle(each).borderBottomColor);
  const soft = await edge();
  await page.getByRole('combobox', { name: 'Contrast' }).selectOption('more');
  await expect.poll(edge).not.toBe(soft);
  await page.getByRole('combobox', { name: 'Contrast' }).selectOption('default');
  await expect.poll(edge).toBe(soft);
  await page.getByRole('combobox', { name: 'Motion' }).selectOption('reduced');
  const animations = () => frame.locator('.popover').evaluate(each => getComputedStyle(each).animationName);
  await expect.poll(animations).toBe('none');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Find' }).fill('no such state');
  await expect(frame).toBeHidden();
  await page.getByRole('searchbox', { name: 'Find' }).fill('conv menu');
  await expect(frame).toBeVisible();
  expect(new URL(page.url()).search).toContain('theme=dark');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);

  await page.goto(`${stage.demo}/gallery.html?state=menu`);
  await page.locator('[data-gallery=ready]').waitFor();
  const next = page.getByRole('link', { name: /^Next: / });
  const href = await next.getAttribute('href');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`${href?.replace(/[?]/g, '\\?')}$`));
});

test('the gallery shows what is heard in a single state', async ({ page, stage }) => {
  await page.goto(`${stage.demo}/gallery.html?state=greeting`);
  await page.locator('[data-gallery=ready]').waitFor();
  const heard = page.getByRole('complementary', { name: 'Heard' });
  await page.locator('.copying button').first().focus();
  await page.keyboard.press('Enter');
  await expect(heard.getByRole('listitem').first()).toContainText(/polite|assertive/);
});
