/**
 * Drawing differences of Safari's engine. It draws no ring of its own when an arrow key has moved the focus, or when a script has moved it
 * after a click. A rule with `:has() > …` is not always applied again when a matching element appears. And the background of selected text
 * shines through the selection's colour.
 */

import { expect, newestSession, type Stage } from '../stage.ts';
import { type Browser, DOWN, ENTER, RIGHT } from './driver.ts';
import { greet, test } from './visit.ts';

/** The name of the focused element, and if a ring surrounds it; runs in the page. */
function focus(): { name: string; ring: boolean } {
  const focused = document.querySelector('natter-chat')?.shadowRoot?.activeElement;
  const ring = [focused, focused?.parentElement].some(each => each && getComputedStyle(each).outlineStyle === 'solid');
  return { name: focused?.ariaLabel || (focused?.textContent ?? '').trim(), ring };
}

/** The top and height of an element in pixels, or null; runs in the page. */
function place(selector: string): { top: number; height: number } | null {
  const found = document.querySelector('natter-chat')?.shadowRoot?.querySelector(selector)?.getBoundingClientRect();
  return found ? { top: found.top, height: found.height } : null;
}

/** Resolves when all animations are over and their results have been drawn; runs in the page. */
async function drawn(): Promise<void> {
  const all = document.querySelector('natter-chat')?.shadowRoot?.getAnimations() ?? [];
  const passing = all.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(({ finished }) => finished));
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
}

/** Ends a chat that then asks for a rating. */
async function askForStars(webkit: Browser, stage: Stage): Promise<void> {
  await greet(webkit, stage, 'data-rating="on"');
  await webkit.run(() => (window as unknown as { Natter: { end(): void } }).Natter.end());
  await expect.poll(() => webkit.run(place, '.stars')).not.toBeNull();
}

test('in WebKit, too, whoever opens the menu by a click and goes on by keys sees where', async ({ stage, webkit }) => {
  const { run, click, type } = webkit;
  await greet(webkit, stage);
  await click('[part=menu-button]');
  await expect.poll(() => run(focus)).toEqual({ name: 'Download transcript', ring: false });
  await type(DOWN);
  await expect.poll(() => run(focus)).toEqual({ name: 'Message sounds', ring: true });
});

test('in WebKit, too, the focus is seen on each of the stars', async ({ stage, webkit }) => {
  const { run, type } = webkit;
  await askForStars(webkit, stage);
  await run(() =>
    document.querySelector('natter-chat')?.shadowRoot?.querySelector<HTMLElement>('[type=radio]')?.focus(),
  );
  for (const count of [2, 3]) {
    await type(RIGHT);
    await expect.poll(() => run(focus)).toEqual({ name: `${count} stars`, ring: true });
  }
});

test('in WebKit, too, a star that is pressed stays where it is', async ({ stage, webkit }) => {
  const { run, click } = webkit;
  await askForStars(webkit, stage);
  // Waits until the panel has made room for the question.
  await run(drawn);
  const before = await run(place, '.stars');
  await click('.stars label:nth-of-type(4)');
  await expect.poll(() => run(place, '.rating textarea')).not.toBeNull();
  await run(drawn);
  expect(await run(place, '.stars')).toEqual(before);
});

test('in WebKit, too, the counter comes and goes without moving anything', async ({ stage, webkit }) => {
  const { run } = webkit;
  await greet(webkit, stage);
  const write = (letters: number) =>
    run((count: number) => {
      const field = document.querySelector('natter-chat')?.shadowRoot?.querySelector('textarea');
      if (field) field.value = 'word '.repeat(count / 5);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    }, letters);
  const counter = () =>
    run(() => document.querySelector('natter-chat')?.shadowRoot?.querySelector('.counter')?.textContent ?? '');
  await write(60_000);
  await expect.poll(async () => (await run(place, '.field'))?.height).toBeGreaterThan(140);
  await run(drawn);
  const before = await run(place, '.log');
  for (const [letters, says] of [
    [125_000, /^125,/],
    [60_000, /^$/],
    [135_000, /too long/],
    [60_000, /^$/],
    [125_000, /^125,/],
  ] as const) {
    await write(letters);
    await expect.poll(counter).toMatch(says);
    await expect.poll(() => run(place, '.log'), `${letters}`).toEqual(before);
  }
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** For each box, its colours as red, green and blue, the most frequent first; runs in the page with a picture of it. */
async function painted(boxes: readonly Box[], picture: string): Promise<readonly (readonly number[])[][]> {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const { width, height } = image;
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  context?.drawImage(image, 0, 0);
  return boxes.map(box => {
    const data = context?.getImageData(box.x, box.y, box.width, box.height).data ?? [];
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const color = data.slice(at, at + 3).join();
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return [...counts].toSorted(([, a], [, b]) => b - a).map(([color]) => color.split(',').map(Number));
  });
}

/** The boxes in which list bullets belong: a column before the words, on the side where the list begins; runs in the page. */
function bulletColumns(): Box[] {
  const items = document.querySelector('natter-chat')?.shadowRoot?.querySelectorAll('.text li') ?? [];
  return [...items].map(item => {
    const { left, right, top } = item.getBoundingClientRect();
    const turned = getComputedStyle(item).direction === 'rtl';
    return { x: turned ? right + 2 : left - 22, y: top, width: 20, height: 20 };
  });
}

test("in WebKit, too, what is selected in the visitor's own bubble is read as well as the rest of it", async ({
  stage,
  webkit,
}) => {
  const { run, type, picture } = webkit;
  await greet(webkit, stage, 'data-color="#2456c8"');
  await type(`echo which words${ENTER}`);
  await expect.poll(() => run(place, '.user ~ .agent .text')).not.toBeNull();
  const color = async () => {
    const box = await run(() => {
      const words = document.querySelector('natter-chat')?.shadowRoot?.querySelector('.user .text p');
      return words?.getBoundingClientRect().toJSON() as Box;
    });
    const [[most = []] = []] = await run(painted, [box], await picture());
    return most;
  };
  await expect.poll(color).toEqual([36, 86, 200]);
  await run(() => {
    const words = document.querySelector('natter-chat')?.shadowRoot?.querySelector('.user .text p');
    if (words) getSelection()?.selectAllChildren(words);
  });
  // Text on the brand's colour is white. Selected, the colours are swapped, so that the contrast stays the same.
  await expect.poll(async () => Math.min(...(await color()))).toBeGreaterThan(250);
});

test('in WebKit, too, the bullet stands before the words of an item that is written the other way', async ({
  stage,
  webkit,
}) => {
  const { run, picture } = webkit;
  await greet(webkit, stage);
  const { id } = await newestSession(stage);
  const text = 'Towns:\n\n- Oslo\n- חיפה\n\nערים:\n\n- חיפה\n- Oslo\n- (a) Oslo, חיפה.';
  const payload = { message_id: 'towns', text, attachments: [], response_suggestions: [] };
  await stage.control(`sessions/${id}/events`, { type: 'SERVICE_AGENT_MESSAGE', payload });
  await expect.poll(async () => (await run(bulletColumns)).length).toBe(5);
  // Two colours: the bubble's and the bullet's.
  const colors = async () =>
    (await run(painted, await run(bulletColumns), await picture())).map(each => each.length > 1);
  await expect.poll(colors).toEqual([true, true, true, true, true]);
});
