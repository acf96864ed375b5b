/** Details of the gallery's states that show at a second look. */

import { openGallery } from './gallery.ts';
import { expect, test } from './stage.ts';

for (const [look, media] of [
  ['more contrast', { contrast: 'more' }],
  ["colours of the system's own", { forcedColors: 'active' }],
] as const) {
  test(`emoji that stand without a bubble have no frame either: ${look}`, async ({ page, stage }) => {
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

test('the numbers of a list stand in the column of the text around it, whatever their digits', async ({
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
