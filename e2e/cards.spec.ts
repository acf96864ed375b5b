/** Several cards of one message, by pointer and by keyboard. */

import { expect, type Stage, test, type Visitor } from './stage.ts';

const TITLES = ['Skerry armchair', 'Holm stool', 'Tern bench'];

async function receiveCards(visitor: Visitor, stage: Stage): Promise<void> {
  const attachments = TITLES.map(title => ({
    content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
    content_url: `${stage.emulator}/shop/${title}`,
    title,
    preview_image_url: `${stage.emulator}/media/armchair.svg`,
    call_to_action_text: 'See it',
  }));
  await stage.control(`sessions/${await visitor.sessionId()}/events`, {
    type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
    payload: { text: 'These are in stock:', attachments, response_suggestions: [] },
  });
}

test('cards are side by side, and buttons and the Tab key scroll each into view', async ({ page, stage, visitor }) => {
  const files: string[] = [];
  page.on('request', request => files.push(...(/natter-reply-parts-\w+\.js/.exec(request.url()) ?? [])));
  await visitor.arrive();
  expect(files).toEqual([]);
  await receiveCards(visitor, stage);
  const cards = visitor.log.getByRole('list', { name: 'Cards' });
  const place = visitor.log.locator('[part=card-steps] [role=status]');
  await expect(place).toHaveText('Card 1 of 3');
  expect(files).toHaveLength(1);
  /** Distance of a card from the beginning of the list. */
  const distance = (index: number) =>
    cards.evaluate((list, at) => {
      const card = list.children[at] as Element;
      return Math.round(card.getBoundingClientRect().left - list.getBoundingClientRect().left);
    }, index);
  const tops = await cards.getByRole('link').evaluateAll(links => links.map(link => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);

  await visitor.button('Next card').click();
  await expect(place).toHaveText('Card 2 of 3');
  await expect.poll(() => distance(1)).toBe(0);
  await page.keyboard.press('Enter');
  await expect(place).toHaveText('Card 3 of 3');
  await expect(visitor.button('Next card')).toBeFocused();
  await expect(cards.getByRole('link').last()).toBeInViewport({ ratio: 1 });

  // Goes back to the first card by the keyboard alone.
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Shift+Tab');
  await expect(cards.getByRole('link').first()).toBeFocused();
  await expect(place).toHaveText('Card 1 of 3');
  await expect(cards.getByRole('link').first()).toBeInViewport({ ratio: 1 });
  expect(visitor.warnings).toEqual([]);
});

test('cards can be scrolled if the file with their buttons cannot be fetched', async ({ page, stage, visitor }) => {
  await page.route(/natter-reply-parts-/, route => route.abort());
  await visitor.arrive();
  await receiveCards(visitor, stage);
  const last = visitor.log.getByRole('link', { name: /Tern bench/ });
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(visitor.log.locator('[part=card-steps]')).toHaveCount(0);
});
