/**
 * What Safari's engine draws otherwise than others. It has no ring of its own where an arrow key has moved the focus, nor where a script has
 * once something was clicked; and a rule about what is in something (`:has() > …`) is not always applied anew when what it asks for comes.
 */

import { expect, type Stage } from '../stage.ts';
import { type Browser, DOWN, RIGHT } from './driver.ts';
import { greet, test } from './visit.ts';

/** What has the focus, and whether it has a ring around it or is in one; run in the page. */
function focus(): { name: string; ring: boolean } {
  const focused = document.querySelector('natter-chat')?.shadowRoot?.activeElement;
  const ring = [focused, focused?.parentElement].some(each => each && getComputedStyle(each).outlineStyle === 'solid');
  return { name: focused?.ariaLabel || (focused?.textContent ?? '').trim(), ring };
}

/** Where it begins and how high it is, in pixels, or null; run in the page. */
function place(selector: string): { top: number; height: number } | null {
  const found = document.querySelector('natter-chat')?.shadowRoot?.querySelector(selector)?.getBoundingClientRect();
  return found ? { top: found.top, height: found.height } : null;
}

/** A chat that is over, and asks how it was. */
async function askForStars(webkit: Browser, stage: Stage): Promise<void> {
  await greet(webkit, stage, 'data-rating="on"');
  await webkit.run(() => (window as unknown as { Natter: { end(): void } }).Natter.end());
  await expect.poll(() => webkit.run(place, '.stars')).not.toBeNull();
}

test('[Q4] in WebKit, too, whoever opens the menu by a click and goes on by keys sees where', async ({
  stage,
  webkit,
}) => {
  const { run, click, type } = webkit;
  await greet(webkit, stage);
  await click('[part=menu-button]');
  await expect.poll(() => run(focus)).toEqual({ name: 'Download transcript', ring: false });
  await type(DOWN);
  await expect.poll(() => run(focus)).toEqual({ name: 'Save as web page', ring: true });
});

test('[Q4] in WebKit, too, the focus is seen on each of the stars', async ({ stage, webkit }) => {
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

test('[U158] in WebKit, too, a star that is pressed stays where it is', async ({ stage, webkit }) => {
  const { run, click } = webkit;
  await askForStars(webkit, stage);
  // The panel makes room for the question.
  let before = await run(place, '.stars');
  await expect
    .poll(async () => {
      const last = before;
      before = await run(place, '.stars');
      return before?.top === last?.top;
    })
    .toBe(true);
  await click('.stars label:nth-of-type(4)');
  await expect.poll(() => run(place, '.rating textarea')).not.toBeNull();
  expect(await run(place, '.stars')).toEqual(before);
});

test('[U14] in WebKit, too, the counter comes and goes without moving anything', async ({ stage, webkit }) => {
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
