/**
 * Measurements of the gallery's states: everything shares one edge, avatars and words stand where they belong, nothing jumps, and nothing
 * floats in empty space.
 */

import type { Locator, Page } from '@playwright/test';
import { openGallery } from './gallery.ts';
import { expect, test } from './stage.ts';

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly height: number;
}

const frame = (page: Page, name: string): Locator => page.locator(`#${name}`);

/** The size of an element, and the distances of its sides from the panel's, once the latest change has been drawn. */
async function place(state: Locator, selector: string): Promise<Box> {
  return state
    .locator(selector)
    .last()
    .evaluate(async element => {
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
      const panel = (element.closest('[part=panel]') as Element).getBoundingClientRect();
      return {
        top: top - panel.top,
        bottom: panel.bottom - bottom,
        left: left - panel.left,
        right: panel.right - right,
        width,
        height,
      };
    });
}

const EMPTY = ['blocked', 'load-failed', 'broker-down-first', 'blocked-ways'] as const;

for (const look of ['', 'width=320&locale=de', 'theme=dark&locale=ar']) {
  test(`an error is alone in the middle of a panel without messages: ${look}`, async ({ page, stage }) => {
    await openGallery(page, stage, EMPTY, look);
    for (const name of EMPTY) {
      const state = frame(page, name);
      const [header, words, button, composer] = await Promise.all([
        place(state, '[part=header]'),
        place(state, '[part=banner] p:first-child'),
        place(state, '[part=banner] button'),
        place(state, '[part=composer]'),
      ]);
      for (const { left, right } of [words, button]) expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
      await expect(state.getByRole('log')).toBeHidden();
      const ways = state.locator('[part=channels]');
      await expect(ways).toHaveCount(name === 'blocked-ways' ? 1 : 0);
      // The space above the icon equals the space below the last element.
      const icon = await place(state, '[part=banner] svg');
      const above = icon.top - header.top - header.height;
      const last = (await ways.count()) > 0 ? await place(state, '[part=channels]') : button;
      const below = composer.top - last.top - last.height;
      expect(above).toBeGreaterThan(24);
      expect(Math.abs(above - below)).toBeLessThanOrEqual(28);
    }
  });
}

test('an error is in the middle of a fullscreen panel as well', async ({ page, stage }) => {
  await page.route(`${stage.broker}/**`, route => route.fulfill({ status: 403, body: '{}' }));
  await page.goto(`${stage.demo}/?renderMode=fullscreen`);
  await page.getByRole('textbox', { name: 'Message' }).click();
  const panel = page.locator('[part=panel]');
  await expect(panel.locator('[part=banner] button')).toBeVisible();
  const [header, icon, button, composer] = await Promise.all([
    place(panel, '[part=header]'),
    place(panel, '[part=banner] svg'),
    place(panel, '[part=banner] button'),
    place(panel, '[part=composer]'),
  ]);
  const above = icon.top - header.top - header.height;
  const below = composer.top - button.top - button.height;
  expect(above).toBeGreaterThan(24);
  expect(Math.abs(above - below)).toBeLessThanOrEqual(28);
});

test('lines keep a readable length if the page gives the chat much width', async ({ page, stage }) => {
  await page.setViewportSize({ width: 1300, height: 900 });
  const things = {
    'long-answer': ['.items', '[part=composer]'],
    'other-ways': ['[part=channels]', '[part=composer]'],
    'ended-by-agent': ['[part=ended]'],
    'blocked-ways': ['[part=banner]', '[part=channels]'],
    consent: ['[part=consent]'],
  };
  await openGallery(page, stage, Object.keys(things), '');
  await page.addStyleTag({ content: '.frame { width: 1200px !important; }' });
  for (const [name, selectors] of Object.entries(things))
    for (const selector of selectors) {
      const { width, left, right } = await place(frame(page, name), selector);
      expect(width, `${name}: ${selector}`).toBeLessThanOrEqual(720);
      // A scroll bar may take some room beside the transcript.
      expect(Math.abs(left - right), `${name}: ${selector}`).toBeLessThanOrEqual(16);
    }
});

test('an error is a line above the conversation if there is one', async ({ page, stage }) => {
  const names = ['refused', 'replaced', 'broker-down', 'other-ways'];
  await openGallery(page, stage, names, '');
  for (const name of names) {
    const state = frame(page, name);
    const { height } = await place(state, '[part=banner]');
    expect(height).toBeLessThanOrEqual(72);
    await expect(state.getByRole('log')).toBeVisible();
  }
});

test.describe('on a page that is not high', () => {
  test.use({ viewport: { width: 480, height: 560 } });

  test('the content in the middle of a low panel can be reached, all of it', async ({ page, stage }) => {
    await openGallery(page, stage, ['blocked-ways'], 'width=320&locale=de');
    await page.addStyleTag({ content: '.stage { height: 490px !important }' });
    const state = frame(page, 'blocked-ways');
    for (const one of ['[part=banner] svg', '[part=banner] button', '[part=channels] a >> nth=-1', '[part=input]']) {
      const element = state.locator(one);
      await element.scrollIntoViewIfNeeded();
      await expect(element).toBeInViewport({ ratio: 1 });
    }
  });
});

for (const look of ['', 'width=320', 'width=320&locale=ar', 'width=320&theme=dark&locale=de']) {
  test(`bubbles, text field and the elements around them share one edge: ${look}`, async ({ page, stage }) => {
    await openGallery(page, stage, ['other-ways', 'handoff-ways', 'ended-by-agent', 'blocked-ways'], look);
    const start = look.includes('locale=ar') ? 'right' : 'left';
    const things = {
      'other-ways': ['.agent .bubble', '[part=field]', '[part=channels]', '[part=banner] svg', '[part=header] .avatar'],
      'handoff-ways': ['.agent .bubble', '[part=field]', '[part=channels]', '.notice'],
      'ended-by-agent': ['.agent .bubble', '[part=ended] button'],
      'blocked-ways': ['[part=field]', '[part=channels]'],
    };
    for (const [name, selectors] of Object.entries(things))
      for (const selector of selectors) {
        const box = await place(frame(page, name), selector);
        expect([name, selector, Math.round(box[start])]).toEqual([name, selector, 16]);
      }
    for (const selector of ['[part=field]', '[part=channels]']) {
      const { left, right } = await place(frame(page, 'other-ways'), selector);
      expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
    }
  });
}

for (const look of ['', 'width=320&locale=de', 'width=320&locale=ar', 'width=320&locale=vi']) {
  test(`the header has the same space above and below its words, however many lines they take: ${look}`, async ({
    page,
    stage,
  }) => {
    const names = ['conversation', 'reconnecting', 'long-words', 'conversation', 'handoff-queue'];
    await openGallery(page, stage, names, look);
    for (const name of new Set(names)) {
      const state = frame(page, name);
      const header = await place(state, '[part=header]');
      const words = await place(state, '.identity');
      const under = header.height - words.top - words.height;
      // The rule below the words belongs to the header.
      expect(Math.abs(words.top - under)).toBeLessThanOrEqual(1.5);
      expect(words.top).toBeGreaterThanOrEqual(8);
      for (const part of ['[part=header] .avatar', '[part=menu-button]']) {
        const box = await place(state, part);
        expect(box.width).toBeGreaterThanOrEqual(40);
        expect(Math.abs(box.top + box.height / 2 - (words.top + words.height / 2))).toBeLessThanOrEqual(1);
      }
      const line = state.locator('[part=state]');
      expect(await line.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(
        1,
      );
    }
  });
}

for (const locale of ['de', 'tr', 'he', 'ar']) {
  test(`a header without room for name and state wraps between them, and leaves no separator alone: ${locale}`, async ({
    page,
    stage,
  }) => {
    await openGallery(page, stage, ['handoff-joined'], `locale=${locale}&width=320`);
    await page.addStyleTag({ content: '.frame { width: 290px !important }' });
    const lines = await frame(page, 'handoff-joined')
      .locator('[part=state]')
      .evaluate(line => {
        const found: Record<number, string> = {};
        const room = line.getBoundingClientRect();
        const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
          for (let place = 0; place < node.length; place += 1) {
            const letter = new Range();
            letter.setStart(node, place);
            letter.setEnd(node, place + 1);
            const { left, right, bottom } = letter.getBoundingClientRect();
            const seen = right > room.left + 1 && left < room.right - 1;
            // A letter without width is not on a line.
            if (bottom && seen) found[Math.round(bottom)] = (found[Math.round(bottom)] ?? '') + node.data[place];
          }
        }
        return Object.values(found).map(each => each.replace(/[\u2066-\u2069]/g, '').trim());
      });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('Maria Lindqvist');
    expect(lines[1]).not.toMatch(/·/);
  });
}

for (const locale of ['de', 'fr']) {
  test(`the state is shown in full even if it does not fit on one line: ${locale}`, async ({ page, stage }) => {
    await openGallery(page, stage, ['conversation'], `locale=${locale}&width=320`);
    await page.addStyleTag({ content: '.frame { width: 210px !important }' });
    const { lines, cut } = await frame(page, 'conversation')
      .locator('[part=state]')
      .evaluate(line => {
        const room = line.getBoundingClientRect();
        const words = new Range();
        words.selectNodeContents(line.querySelector('i')?.nextSibling as Node);
        const boxes = [...words.getClientRects()];
        return { lines: boxes.length, cut: boxes.map(({ left, right }) => [room.left - left, right - room.right]) };
      });
    expect(lines).toBeGreaterThan(1);
    expect(Math.max(...cut.flat())).toBeLessThanOrEqual(0);
  });
}

test('an avatar in the header that shrinks for the words stays round', async ({ page, stage }) => {
  await openGallery(page, stage, ['conversation', 'handoff-joined'], 'width=320');
  // The width that a small phone leaves for an enlarged panel without its close button.
  await page.addStyleTag({ content: '.frame { width: 180px !important }' });
  for (const name of ['conversation', 'handoff-joined']) {
    const { width, height } = await place(frame(page, name), '[part=header] .avatar');
    expect(width).toBeGreaterThan(0);
    expect(width).toBeLessThan(40);
    expect(Math.abs(width - height)).toBeLessThanOrEqual(1);
  }
});

test('a person who continues writing has one avatar, at the end of the group', async ({ page, stage }) => {
  await openGallery(page, stage, ['handoff-typing'], '');
  const state = frame(page, 'handoff-typing');
  await expect(state.locator('.live > .avatar:visible, .live .bubble-column > .avatar:visible')).toHaveCount(1);
  const face = await place(state, '[part=typing] .avatar');
  const dots = await place(state, '[part=typing] .bubble');
  const before = await place(state, '.rows .live .bubble');
  expect(Math.abs(face.bottom - dots.bottom)).toBeLessThanOrEqual(1);
  expect(dots.left).toBe(before.left);
  expect(Math.round(dots.top - before.top - before.height)).toBe(2);
});

for (const look of ['', 'width=320&locale=de']) {
  test(`the counter and its words appear without moving anything: ${look}`, async ({ page, stage }) => {
    await openGallery(page, stage, ['nearly-too-long'], look);
    const state = frame(page, 'nearly-too-long');
    const field = state.getByRole('textbox');
    const counter = state.locator('[part=counter]');
    const top = async () => (await place(state, '[part=composer]')).top;
    await field.fill('x\n'.repeat(20));
    await expect(counter).toBeEmpty();
    const before = await top();
    await field.fill('As I said before, '.repeat(21));
    await expect(counter).toHaveText('378 / 400');
    expect(await top()).toBe(before);
    const box = await place(state, '[part=field]');
    const count = await place(state, '[part=counter] span');
    // The counter is as far from the field's end as the text from its beginning.
    expect(Math.round(count.right - box.right)).toBe(17);
    expect(count.top).toBeGreaterThan(box.top + box.height);
    await field.fill('As I said before, '.repeat(23));
    await expect(counter).toContainText('414 / 400');
    expect(await top()).toBe(before);
    const words = await place(state, '[part=counter] p');
    expect(Math.round(words.left - box.left)).toBe(17);
    expect(Math.abs(words.top - (await place(state, '[part=counter] span')).top)).toBeLessThanOrEqual(1);
  });
}

test('a table ends with its lines; one that scrolls, as far from the edge as the text', async ({ page, stage }) => {
  await openGallery(page, stage, ['long-answer', 'wide-table'], '');
  const ends = (name: string) =>
    frame(page, name)
      .locator('.scroller:has(table)')
      .evaluate(view => {
        view.scrollLeft = view.scrollWidth;
        const words = document.createRange();
        words.selectNodeContents(view.querySelector('tr:last-child > :last-child') as Element);
        const bubble = (view.closest('.bubble') as Element).getBoundingClientRect();
        const text = ((view.closest('.text') as Element).querySelector('p') as Element).getBoundingClientRect();
        return {
          scrolls: view.scrollWidth > view.clientWidth,
          words: bubble.right - words.getBoundingClientRect().right,
          text: bubble.right - text.right,
        };
      });
  for (const [name, scrolls] of [
    ['long-answer', false],
    ['wide-table', true],
  ] as const) {
    const found = await ends(name);
    expect(found.scrolls).toBe(scrolls);
    expect(Math.abs(found.words - found.text)).toBeLessThanOrEqual(1);
  }
});

for (const [dir, side] of [
  ['ltr', 'right'],
  ['rtl', 'left'],
] as const) {
  test(`a wide table fades at the side with more content, but not its focus ring: ${dir}`, async ({ page, stage }) => {
    await openGallery(page, stage, ['wide-table'], '');
    const table = frame(page, 'wide-table').locator('.scroller:has(table)');
    await table.evaluate((view, to) => view.closest('.text')?.setAttribute('dir', to), dir);
    /** The direction of the gradient, and how many pixels fade at its beginning and its end. */
    const fades = () =>
      table.evaluate(view => {
        const { maskImage } = getComputedStyle(view);
        const [, way, begin, end = 0] =
          /to (\w+), .*rgb\(0, 0, 0\) (\d+)px, rgb\(0, 0, 0\) (?:calc\()?100%(?: - (\d+)px)?/.exec(maskImage) ?? [];
        return `${way} ${begin} ${end}`;
      });
    await expect.poll(fades).toBe(`${side} 0 28`);
    const scroll = (by: number) => table.evaluate((view, x) => view.scrollBy(x, 0), side === 'left' ? -by : by);
    await scroll(40);
    await expect.poll(fades).toBe(`${side} 28 28`);
    await scroll(10_000);
    await expect.poll(fades).toBe(`${side} 28 0`);
    await page.keyboard.press('Tab');
    await table.focus();
    expect(await table.evaluate(view => getComputedStyle(view).maskImage)).toBe('none');
  });
}

test('the transcript fades at the end if there is more below, but its focus ring does not', async ({ page, stage }) => {
  await openGallery(page, stage, ['scrolled-up'], '');
  const log = frame(page, 'scrolled-up').getByRole('log');
  const mask = () => log.evaluate(view => getComputedStyle(view).maskImage);
  await expect.poll(mask).toContain('gradient');
  await page.keyboard.press('Tab');
  await log.focus();
  expect(await mask()).toBe('none');
});

test('a control changes under the pointer, and when it is pressed', async ({ page, stage }) => {
  const things = {
    // Comes first, because a press elsewhere closes the menu.
    menu: '.item',
    greeting: '.chip',
    'link-card': 'a.card',
    image: 'button.card',
    call: 'a.card',
    'scrolled-up': '.jump',
    'other-ways': '.contact-link',
    'long-answer': '.copy',
    consent: '.link',
    rating: '.stars label',
    draft: '.send',
    'ended-by-visitor': '.primary',
  };
  await openGallery(page, stage, Object.keys(things), '');
  for (const [name, selector] of Object.entries(things)) {
    const thing = frame(page, name).locator(selector).first();
    await thing.scrollIntoViewIfNeeded();
    const look = () =>
      thing.evaluate(each => {
        const { backgroundColor, borderTopColor, color, opacity, textDecoration } = getComputedStyle(each);
        return [backgroundColor, borderTopColor, color, opacity, textDecoration].join();
      });
    const rest = await look();
    await thing.hover();
    await expect.poll(look, name).not.toBe(rest);
    const hovered = await look();
    await page.mouse.down();
    await expect.poll(async () => [rest, hovered].includes(await look()), name).toBe(false);
    // Releases the button elsewhere, so that nothing is activated.
    await page.mouse.move(0, 0);
    await page.mouse.up();
  }
});

test('a focus ring does not cover neighbouring elements', async ({ page, stage }) => {
  const things = [
    ['not-sent', '[part=delivery] button', '.user .bubble >> nth=-1'],
    ['other-ways', '[part=channels] a', '[part=channels] b'],
    ['copy-message', '.agent .copy-message', '.agent .bubble'],
  ] as const;
  await openGallery(
    page,
    stage,
    things.map(([name]) => name),
    '',
  );
  // Focus rings appear only for keyboard users.
  await page.keyboard.press('Tab');
  for (const [name, button, neighbour] of things) {
    const state = frame(page, name);
    const focused = state.locator(button).first();
    await focused.focus();
    const reach = await focused.evaluate(element => {
      const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(element);
      return outlineStyle === 'none' ? Number.NaN : Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    });
    const [own, other] = [await focused.boundingBox(), await state.locator(neighbour).first().boundingBox()];
    if (!own || !other) throw new Error(`${name}: nothing to measure`);
    const apart = Math.max(
      own.x - (other.x + other.width),
      other.x - (own.x + own.width),
      own.y - (other.y + other.height),
      other.y - (own.y + own.height),
    );
    expect(reach, name).toBeLessThanOrEqual(apart);
  }
});

for (const look of ['', 'locale=ar']) {
  test(`words in the composer have the same distance from the edge in both directions: ${look}`, async ({
    page,
    stage,
  }) => {
    await openGallery(page, stage, ['greeting'], look);
    const field = frame(page, 'greeting').locator('[part=input]');
    const outer = look ? 'right' : 'left';
    const distance = async (words: string): Promise<number> => {
      await field.fill(words);
      return field.evaluate(
        (element, side) => Number.parseFloat(getComputedStyle(element).getPropertyValue(`padding-${side}`)),
        outer,
      );
    };
    expect(await distance('When are you open?')).toBe(await distance('متى تفتحون؟'));
  });
}

test('on Send the focus has one ring', async ({ page, stage }) => {
  await openGallery(page, stage, ['draft'], '');
  const state = frame(page, 'draft');
  const field = state.locator('[part=field]');
  await state.getByRole('textbox').focus();
  await expect(field).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Tab');
  await expect(state.getByRole('button', { name: 'Send' })).toBeFocused();
  await expect(state.getByRole('button', { name: 'Send' })).toHaveCSS('outline-style', 'solid');
  await expect(field).toHaveCSS('outline-style', 'none');
});

test('in a low panel the button is visible beside the other channels, however high the window is', async ({
  page,
  stage,
}) => {
  await page.setViewportSize({ width: 1300, height: 1000 });
  await openGallery(page, stage, ['blocked-ways'], 'locale=de');
  const state = frame(page, 'blocked-ways');
  await state.locator('.stage').evaluate(each => (each as HTMLElement).style.setProperty('height', '440px'));
  const met = () =>
    state.locator('natter-chat').evaluate(({ shadowRoot }) => {
      const button = shadowRoot?.querySelector('[part=banner] button') as Element;
      const { left, top, width, height } = button.getBoundingClientRect();
      return shadowRoot?.elementFromPoint(left + width / 2, top + height / 2) === button;
    });
  await expect.poll(met).toBe(true);
});

test('the line about a person who joins is shown in full at 320 px', async ({ page, stage }) => {
  for (const locale of ['fr', 'pt-br', 'vi']) {
    await openGallery(page, stage, ['handoff-joined'], `locale=${locale}&width=320`);
    const words = frame(page, 'handoff-joined').locator('.live-joined > span').last();
    await expect(words).toContainText('Maria Lindqvist');
    expect(await words.evaluate(each => each.scrollHeight - each.clientHeight), locale).toBeLessThanOrEqual(1);
  }
});

test('in the narrowest panel the stars are on one line, and the placeholder of the comment is shown in full', async ({
  page,
  stage,
}) => {
  await openGallery(page, stage, ['rating-words'], 'width=320&locale=it');
  await page.addStyleTag({ content: 'natter-chat { --natter-size: 1.3 }' });
  const state = frame(page, 'rating-words');
  const tops = () =>
    state.locator('.stars label').evaluateAll(labels => labels.map(label => label.getBoundingClientRect().top));
  await expect.poll(async () => new Set(await tops()).size).toBe(1);
  const room = await state.locator('.rating textarea').evaluate((area: HTMLTextAreaElement) => {
    const { font, lineHeight, paddingTop, paddingLeft } = getComputedStyle(area);
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    pen.font = font;
    const lines = Math.floor((area.clientHeight - 2 * Number.parseFloat(paddingTop)) / Number.parseFloat(lineHeight));
    const line = area.clientWidth - 2 * Number.parseFloat(paddingLeft);
    return { needed: pen.measureText(area.placeholder).width, given: lines * line };
  });
  expect(room.given).toBeGreaterThanOrEqual(room.needed);
});

for (const look of ['width=320&locale=de', 'width=320&locale=it']) {
  test(`the words in place of a picture are centred, away from its edges: ${look}`, async ({ page, stage }) => {
    await openGallery(page, stage, ['image-failed'], look);
    // The width of a live agent's picture on a small phone.
    await page.addStyleTag({ content: '.frame { width: 300px !important }' });
    const sides = await frame(page, 'image-failed')
      .locator('.picture')
      .evaluate(picture => {
        const words = new Range();
        words.selectNodeContents(picture.lastChild as Node);
        const room = picture.getBoundingClientRect();
        return [...words.getClientRects()].map(({ left, right }) => [left - room.left, room.right - right]);
      });
    for (const [left = 0, right = 0] of sides) {
      expect(Math.min(left, right)).toBeGreaterThanOrEqual(12);
      expect(Math.abs(left - right)).toBeLessThanOrEqual(6);
    }
  });
}

test('both buttons below a failed message are shown in full, however narrow the panel and long their words', async ({
  page,
  stage,
}) => {
  await openGallery(page, stage, ['not-sent'], 'width=320&locale=nl');
  await page.addStyleTag({ content: '.frame { width: 230px !important }' });
  const shown = frame(page, 'not-sent');
  const room = await shown.locator('.log').evaluate(log => log.getBoundingClientRect().right);
  for (const name of ['Opnieuw', 'Verwijderen']) {
    const right = await shown.getByRole('button', { name }).evaluate(button => button.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(room);
  }
});

test('centred words, questions and the words below a bubble never end with a single word on a line', async ({
  page,
  stage,
}) => {
  const things = { blocked: '[part=banner] p', 'end-question': '.question b', queued: '.user [part=delivery]' };
  await openGallery(page, stage, Object.keys(things), '');
  for (const [name, selector] of Object.entries(things)) {
    const lines = await frame(page, name)
      .locator(selector)
      .first()
      .evaluate(element => {
        const words = new Range();
        const widths = () => {
          words.selectNodeContents(element);
          return [...words.getClientRects()].map(({ width }) => width);
        };
        // Adds short words until one no longer fits into the first line.
        element.textContent = 'Words';
        while (widths().length < 2) element.textContent += ' more';
        return widths();
      });
    expect(lines, name).toHaveLength(2);
    expect(Math.min(...lines) / Math.max(...lines), name).toBeGreaterThan(0.5);
  }
});

test('a state that usually lasts less than a second is not shown earlier', async ({ page, stage }) => {
  const things = { sending: '[part=delivery]', reconnecting: '[part=banner]', connecting: '.skeleton' };
  await openGallery(page, stage, Object.keys(things), '');
  for (const [name, selector] of Object.entries(things)) {
    const { animationName, animationDelay } = await frame(page, name)
      .locator(selector)
      .evaluate(element => {
        const { animationName, animationDelay } = getComputedStyle(element);
        return { animationName, animationDelay };
      });
    expect([name, animationName]).toEqual([name, expect.stringContaining('late')]);
    expect(Number.parseFloat(animationDelay)).toBeGreaterThanOrEqual(0.3);
  }
});
