/** A reader's actions in a transcript: finding new messages, looking at pictures, copying. */

import type { ElementHandle } from '@playwright/test';
import { atRest } from './rest.ts';
import { closeAll, siteWithBroker } from './site.ts';
import { expect, messagesOf, type Stage, test, type Visitor } from './stage.ts';

test.afterEach(closeAll);

/** Shows a picture of a reply enlarged. Returns the button that opened it and the one that closes it. */
async function enlarge(visitor: Visitor) {
  await visitor.arrive();
  await visitor.say('image');
  const opener = visitor.log.getByRole('button', { name: /Enlarge image/ });
  await opener.click();
  const close = visitor.button('Close image');
  await expect(close).toBeFocused();
  return { opener, close };
}

test('an enlarged picture closes when the page hides the chat, and does not block the page', async ({
  page,
  visitor,
}) => {
  const { close } = await enlarge(visitor);
  const host = page.locator('natter-chat');
  await host.evaluate((element: HTMLElement) => {
    element.hidden = true;
  });
  await expect.poll(() => page.evaluate(() => document.elementFromPoint(9, 9)?.tagName)).not.toBe('NATTER-CHAT');
  // The host must be hidden for at least a frame, or the chat does not notice.
  await atRest(page);
  await host.evaluate((element: HTMLElement) => {
    element.hidden = false;
  });
  await expect(visitor.composer).toBeVisible();
  await expect(close).toHaveCount(0);
});

test('an enlarged picture does not return into the conversation when the page replaces its body', async ({
  page,
  visitor,
}) => {
  const { close } = await enlarge(visitor);
  await page.evaluate(() => {
    document.documentElement.replaceChild(document.createElement('body'), document.body);
  });
  await expect(page.locator('body > natter-chat')).toHaveCount(1);
  await expect(visitor.composer).toBeVisible();
  await expect(close).toHaveCount(0);
});

test('messages that arrived while the panel was closed begin with a line', async ({ page, stage, visitor }) => {
  await visitor.arrive();
  await expect(visitor.log.getByText('New', { exact: true })).toHaveCount(0);
  const id = await visitor.sessionId();
  await page.keyboard.press('Escape');
  await expect(visitor.panel).toBeHidden();
  const payload = { message_id: 'missed', text: 'It is oak.', attachments: [], response_suggestions: [] };
  await stage.control(`sessions/${id}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  await expect(page.getByRole('button', { name: /Open chat/ })).toContainText('1');
  await page.getByRole('button', { name: /Open chat/ }).click();
  await expect(visitor.log.getByText('New', { exact: true })).toBeVisible();
  await expect(visitor.log.getByText('Today', { exact: true })).toHaveCount(1);
});

test('a picture is enlarged, and the panel behind it stays', async ({ page, visitor }) => {
  const { opener, close } = await enlarge(visitor);
  // The enlarged picture is modal: Tab does not reach the elements behind it.
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
  await expect(visitor.composer).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(close).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.click();
  await page.mouse.click(4, 300);
  await expect(close).toHaveCount(0);
  await expect(visitor.panel).toBeVisible();
  // The page can be used again.
  await visitor.composer.click();
  await expect(visitor.composer).toBeFocused();
});

test('the wheel moves nothing behind an enlarged picture', async ({ page, visitor }) => {
  const { close } = await enlarge(visitor);
  await page.evaluate(() => document.body.style.setProperty('height', '5000px'));
  await page.mouse.move(20, 300);
  await page.mouse.wheel(0, 400);
  await page.keyboard.press('Escape');
  await expect(close).toHaveCount(0);
  await page.mouse.wheel(0, 100);
  // The page has scrolled only by the second turn.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(100);
});

test('a reply that arrives while a picture is enlarged is announced after it is closed', async ({
  page,
  stage,
  visitor,
}) => {
  await enlarge(visitor);
  const payload = { message_id: 'behind', text: 'It came behind.', attachments: [], response_suggestions: [] };
  await stage.control(`sessions/${await visitor.sessionId()}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  await expect(visitor.log).toContainText('It came behind.');
  const voice = visitor.panel.locator('[aria-live=polite]').filter({ hasText: 'It came behind.' });
  // While a modal dialog is open, screen readers ignore the regions behind it.
  await expect(voice).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(voice).toHaveCount(1);
});

test('the focus is on the launcher after the page closes a chat with an enlarged picture', async ({
  page,
  visitor,
}) => {
  const { close } = await enlarge(visitor);
  await page.evaluate(() => (window as unknown as { Natter: { close(): void } }).Natter.close());
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeFocused();
  await expect(close).toHaveCount(0);
});

test('a picture has its size before it loads, and keeps it if it fails', async ({ page, visitor }) => {
  let arrive = (): void => {};
  const asked = new Promise<void>(resolve => {
    void page.route('**/media/armchair.svg', async route => {
      const held = new Promise<void>(done => {
        arrive = done;
      });
      resolve();
      await held;
      await route.abort();
    });
  });
  await visitor.arrive();
  await visitor.say('card');
  await asked;
  const picture = visitor.log.locator('.picture').last();
  await atRest(page);
  const before = await picture.evaluate(element => element.getBoundingClientRect().height);
  arrive();
  await expect(picture).toContainText("The image didn't load.");
  expect(before).toBeGreaterThan(100);
  expect(await picture.evaluate(element => element.getBoundingClientRect().height)).toBe(before);
});

test('a table that is wider than its bubble scrolls in it', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await visitor.arrive();
  const row = (word: string) => `| ${Array.from({ length: 9 }, (_, column) => `${word} ${column}`).join(' | ')} |`;
  await visitor.say(`echo ${row('Heading')}\n${'| --- '.repeat(9)}|\n${row('Cell')}`);
  const table = visitor.log.locator('.agent table').last();
  await expect(table).toContainText('Cell 8');
  const bubble = await table.evaluate(each => {
    const { left = -1, right = 0 } = each.closest('.bubble')?.getBoundingClientRect() ?? {};
    return left >= 0 && right <= innerWidth;
  });
  expect(bubble).toBe(true);
  await table.locator('td').last().scrollIntoViewIfNeeded();
  await expect(table.locator('td').last()).toBeInViewport({ ratio: 0.9 });
});

test('a reply of empty tags is not drawn', async ({ visitor }) => {
  await visitor.arrive();
  const empty = ['<br>', '<p>&nbsp;</p>', '<b></b>'];
  const replies = visitor.log.locator('.agent .bubble');
  for (const [place, text] of [...empty, 'Behind'].entries()) {
    await visitor.say(`echo ${text}`);
    // Waits until each reply is complete: consecutive messages of one author share one name.
    await expect(replies.locator('.copy-message')).toHaveCount(2 + place);
  }
  await expect(replies.last()).toHaveText('Behind');
  await expect(replies.filter({ visible: true })).toHaveCount(2);
  // No name stands above an empty reply.
  await expect(visitor.log.locator('.agent .author').filter({ visible: true })).toHaveCount(2);
});

test('related blocks are close together: a heading with its text, a paragraph with its list item', async ({
  page,
  visitor,
}) => {
  await visitor.arrive();
  await visitor.say('echo Before\n## Heading\n1. One\n\n   more of it\n2. Two\n3. Three');
  const words = ['Before', 'Heading', 'One', 'more of it', 'Two', 'Three'];
  await expect(visitor.log.locator('.agent p', { hasText: 'Three' })).toBeVisible();
  // Waits until the reply has risen: the boxes are measured one after the other.
  await atRest(page);
  const boxes = await Promise.all(
    words.map(each => visitor.log.locator('.agent :is(p, h3)', { hasText: new RegExp(`^${each}$`) }).boundingBox()),
  );
  const gaps = boxes.slice(1).map((box, place) => {
    const before = boxes[place];
    return Math.round((box?.y ?? 0) - (before?.y ?? 0) - (before?.height ?? 0));
  });
  expect(gaps).toEqual([16, 4, 8, 8, 4]);
});

test('the columns of a table stay wide enough to read, and a table that fits is as wide as its bubble', async ({
  page,
  visitor,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visitor.arrive();
  const long = 'Old furniture is taken along, and returns are free for one hundred days';
  await visitor.say(
    `echo | Plan | Holds | Price | Notice |\n|---|---|---|---|\n| Basic | ${long} | 19.90 | One month before |`,
  );
  const cell = visitor.log.locator('.agent td', { hasText: 'Old furniture' });
  await expect(visitor.log.locator('.agent td').last()).toHaveText('One month before');
  const lines = await cell.evaluate(each => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return new Set(Array.from(words.getClientRects(), ({ top }) => Math.round(top))).size;
  });
  // The cell has thirteen words.
  expect(lines).toBeLessThanOrEqual(6);
  await visitor.say('echo | Item | Qty |\n|---|---:|\n| Oak table, extendable to 240 cm, oiled | 1 |');
  const fits = visitor.log.locator('.agent table', { hasText: 'Oak table' });
  await expect(fits.locator('td').last()).toHaveText('1');
  const over = await fits.locator('..').evaluate(view => view.scrollWidth - view.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test('a picture in a text moves nothing when it loads', async ({ page, stage, visitor }) => {
  let comes = () => {};
  const isDue = new Promise<void>(resolve => {
    comes = resolve;
  });
  await page.route('**/media/showroom.svg', async route => {
    await isDue;
    await route.continue();
  });
  await page.goto(await siteWithBroker(stage, {}, `data-image-origins="${stage.emulator}"`));
  await visitor.open();
  // Waits for the whole greeting: another message would break it off.
  await expect(visitor.log).toContainText('What brings you here today?');
  await expect(visitor.log.getByRole('button', { name: 'Copy message' })).toBeVisible();
  const text = `Before it.\n\n![Our showroom](${stage.emulator}/media/showroom.svg)\n\nAfter it.`;
  await stage.control(`sessions/${await visitor.sessionId()}/events`, {
    type: 'SERVICE_AGENT_MESSAGE',
    payload: { message_id: 'shown', text, attachments: [], response_suggestions: [] },
  });
  await expect(visitor.log.getByText('After it.')).toBeInViewport();
  const height = async () => {
    await atRest(page);
    return visitor.log.evaluate(log => log.scrollHeight);
  };
  const before = await height();
  comes();
  const picture = visitor.log.getByRole('img', { name: 'Our showroom' });
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expect(picture).toBeVisible();
  expect(await height()).toBe(before);
});

test('a message is copied as plain text', async ({ page, context, visitor }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.arrive();
  const message = visitor.log.locator('.message').first();
  const copy = message.getByRole('button', { name: 'Copy message' });
  await expect(copy.locator('..')).toHaveCSS('opacity', '0');
  await message.hover();
  await expect(copy.locator('..')).toHaveCSS('opacity', '1');
  await copy.click();
  await expect(message.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Hello, I am Fern');
});

test('a selection beyond the last message copies no hidden text', async ({ page, context, visitor }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.arrive();
  await visitor.say('echo one more thing');
  const last = visitor.log.getByText('one more thing', { exact: true }).last();
  await expect(last).toBeVisible();
  // The message has been announced, so a copy of its words stands in the live region.
  await expect(visitor.panel.locator('[aria-live=polite]').filter({ hasText: 'one more thing' })).toBeAttached();
  await atRest(page);
  const from = await last.boundingBox();
  const field = await visitor.composer.boundingBox();
  if (!from || !field) throw new Error('Both can be seen.');
  await page.mouse.move(from.x + 1, from.y + 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 8);
  await page.mouse.move(field.x + field.width / 2, field.y - 4, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('Control+C');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.match(/one more thing/g)).toHaveLength(1);
  expect(copied).not.toContain('Fern:');
  await visitor.log.evaluate(log => log.scrollTo(0, 0));
  await atRest(page);
  const to = await last.boundingBox();
  const greeting = await visitor.log.getByText('Hello, I am Fern').first().boundingBox();
  if (!greeting || !to) throw new Error('Both can be seen.');
  await page.mouse.move(greeting.x + 1, greeting.y + 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 8, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.press('Control+C');
  const all = await page.evaluate(() => navigator.clipboard.readText());
  expect(all).toContain('Hello, I am Fern');
  expect(all).toContain('echo one more thing');
  // The name of the visitor, which only screen readers read; not the words of the greeting.
  expect(all).not.toMatch(/\bYou\b(?!')/);
});

test('a telephone number in right-to-left text is shown in the order in which it is dialled', async ({ visitor }) => {
  await visitor.arrive();
  await visitor.say('اتصل بنا على +49 30 1234567 من فضلك');
  const words = visitor.log.getByText('من فضلك').first();
  await expect(words).toBeVisible();
  const lefts = await words.evaluate(element => {
    const place = (group: string) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
        const at = text.data.indexOf(group);
        if (at < 0) continue;
        const range = new Range();
        range.setStart(text, at);
        range.setEnd(text, at + group.length);
        return range.getBoundingClientRect().left;
      }
      return NaN;
    };
    return ['49', '30', '1234567'].map(place);
  });
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
});

test('a selection in the visitor’s own bubble is visible', async ({ visitor }) => {
  await visitor.arrive();
  await visitor.say('echo which words');
  const mine = visitor.log.getByText('echo which words', { exact: true });
  const colors = await mine.evaluate(words => {
    const bubble = words.closest('[part~=bubble]') as Element;
    const selected = getComputedStyle(words, '::selection');
    return { all: getComputedStyle(bubble).backgroundColor, back: selected.backgroundColor, words: selected.color };
  });
  // The colours are swapped, so the contrast stays the same.
  expect(colors.words).toBe(colors.all);
  expect(colors.back).not.toBe(colors.all);
  expect(colors.back).not.toBe('rgba(0, 0, 0, 0)');
});

/** Distances in pixels that an element has moved down from frame to frame. */
async function watchMoves(read: ElementHandle | null): Promise<{ (): Promise<number[]>; frames(): Promise<number> }> {
  const moves = await read?.evaluateHandle(element => {
    const tops: number[] = [];
    const look = () => {
      tops.push((element as Element).getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    look();
    return tops;
  });
  const down = async () => (await moves?.evaluate(tops => tops.map((top, i) => top - (tops[i - 1] ?? top)))) ?? [];
  return Object.assign(down, { frames: async () => (await down()).length });
}

for (const answer of ['by one of those that are proposed', 'in their own words']) {
  test(`the text that is being read moves down by no more than a line while a visitor answers ${answer}`, async ({
    visitor,
  }) => {
    await visitor.arrive();
    for (const text of ['long', 'suggestions']) await visitor.say(text);
    const chips = visitor.log.getByRole('group', { name: 'Suggested replies' });
    // Waits until the greeting's suggestions have been replaced.
    await expect(chips).toContainText('Living room');
    const bubble = await visitor.log.locator('.bubble').last().elementHandle();
    const down = await watchMoves(bubble);
    // Not by the test's mouse, which would first scroll the suggestion into view.
    if (answer.startsWith('by'))
      await chips
        .getByRole('button')
        .first()
        .evaluate(chip => (chip as HTMLElement).click());
    else await visitor.say('markdown');
    const isRead = (last: Element, read: unknown) => last === read;
    await expect.poll(() => visitor.log.locator('.agent .bubble').last().evaluate(isRead, bubble)).toBe(false);
    await expect.poll(down.frames).toBeGreaterThan((await down.frames()) + 30);
    // The suggestions may disappear one frame before the visitor's message appears.
    expect(Math.max(...(await down()))).toBeLessThan(24);
  });
}

const REPLY = String.raw`Reply with <I agree> to go on, or <B or C>; x <i && y> 3.

- [Shop](shop.example.com/returns), [returns](/returns), [workshop](#workshop)
- [Text us](sms:+1 555 123-4567), [WhatsApp](whatsapp://send?phone=1555) or [call](tel:0800FLOWERS)
- [PDF](https://example.com/My File (1).pdf)
- https://example.com/a\_b\_c, https://example.com/f?w=A|B and https://example.com/{id}
- [Prize](java&#115;cript:alert(1)) for <Li Wei>`;

/** Sends the reply with a card and a suggestion. */
async function addressed(visitor: Visitor, stage: Stage) {
  await visitor.arrive();
  const payload = {
    message_id: 'addresses',
    text: REPLY,
    attachments: [
      {
        content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
        content_url: 'www.example.com/salt',
        title: 'Salt &amp; Pepper',
      },
    ],
    response_suggestions: [{ message_text: 'Salt &amp; Pepper' }],
  };
  await stage.control(`sessions/${await visitor.sessionId()}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  await expect(visitor.log).toContainText('Prize for <Li Wei>');
}

test('links lead to the whole address, other addresses are readable, and words in angle brackets are shown', async ({
  page,
  stage,
  visitor,
}) => {
  await addressed(visitor, stage);
  const hrefs = async (name: string) => visitor.log.getByRole('link', { name, exact: true }).getAttribute('href');
  const expected: Readonly<Record<string, string>> = {
    Shop: 'https://shop.example.com/returns',
    returns: `${stage.demo}/returns`,
    workshop: `${stage.demo}/?bench=off#workshop`,
    'Text us': 'sms:+15551234567',
    PDF: 'https://example.com/My%20File%20(1).pdf',
    'https://example.com/a_b_c': 'https://example.com/a_b_c',
    'https://example.com/f?w=A|B': 'https://example.com/f?w=A|B',
    'https://example.com/{id}': 'https://example.com/%7Bid%7D',
  };
  for (const [name, href] of Object.entries(expected)) expect(await hrefs(name), name).toBe(href);
  await expect(visitor.log).toContainText('Reply with <I agree> to go on, or <B or C>; x <i && y> 3.');
  await expect(visitor.log).toContainText('WhatsApp (whatsapp://send?phone=1555) or call (tel:0800FLOWERS)');
  const card = visitor.log.getByRole('link', { name: /Salt & Pepper/ });
  await expect(card).toHaveAttribute('href', 'https://www.example.com/salt');

  await visitor.log.getByRole('link', { name: 'workshop' }).click();
  await expect(page).toHaveURL(`${stage.demo}/?bench=off#workshop`);
  await expect(page.locator('#workshop')).toBeInViewport();
  await expect(visitor.panel).toBeVisible();

  await visitor.button('Salt & Pepper').click();
  await expect(visitor.log.locator('.user .bubble').last()).toContainText('Salt & Pepper');
  const id = await visitor.sessionId();
  await expect.poll(async () => messagesOf((await stage.session(id)).events)).toContain('Salt & Pepper');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 } });

  test('a link to a part of the page closes the chat that covers it', async ({ page, stage, visitor }) => {
    await addressed(visitor, stage);
    await visitor.log.getByRole('link', { name: 'workshop' }).click();
    await expect(visitor.panel).toBeHidden();
    await expect(page).toHaveURL(`${stage.demo}/?bench=off#workshop`);
    await expect(page.locator('#workshop')).toBeInViewport();
  });
});
