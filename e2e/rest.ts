/** Waiting until a page is at rest. A busy machine may draw no frame for seconds, so standing still for a while is not enough. */

import type { Locator, Page } from '@playwright/test';
import type { Stage } from './stage.ts';

/** Resolves when all animations and scrolls are over and their results have been drawn. */
export function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const roots = () => [...document.querySelectorAll('natter-chat')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const places = () => roots().flatMap(root => [...root.querySelectorAll('.log')].map(log => log.scrollTop));
    // Endless animations do not count.
    const passing = () =>
      roots()
        .flatMap(root => root.getAnimations())
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    for (let before = ''; ; ) {
      // After three frames, any scroll that a frame has started shows.
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      const moving = passing();
      await Promise.allSettled(moving.map(animation => animation.finished));
      const now = places().join();
      if (moving.length === 0 && now === before) return;
      before = now;
    }
  });
}

/** Distance of a transcript from its end, once a frame has been drawn. New rows are in the page before the view scrolls to them. */
export const toEnd = (log: Locator): Promise<number> =>
  log.evaluate(async element => {
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return Math.round(element.scrollHeight - element.clientHeight - element.scrollTop);
  });

/** Turns the wheel over a transcript, and waits until it has stopped at another position. Not every browser fires an event for that. */
export async function turnWheel(page: Page, log: Locator, deltaY: number): Promise<void> {
  await log.hover();
  const turned = await log.evaluateHandle(element => {
    const from = element.scrollTop;
    const over = new Promise<void>(done => {
      let [last, frames] = [from, 0];
      const look = () => {
        const { scrollTop } = element;
        frames = scrollTop !== from && scrollTop === last ? frames + 1 : 0;
        last = scrollTop;
        if (frames === 10) done();
        else requestAnimationFrame(look);
      };
      look();
    });
    return { over };
  });
  await page.mouse.wheel(0, deltaY);
  await turned.evaluate(({ over }) => over);
}

export interface Hesitation {
  /** Moves the platform's clock on until the condition holds, a little after each look: two frames are drawn between two steps. */
  until(isThere: () => Promise<boolean>): Promise<void>;
  /** Lets everything that is still to come arrive as fast as it may. */
  goOn(): Promise<void>;
}

/** Makes the agent twenty times as slow as a person, so that each step can be observed, however slow the machine is. */
export async function hesitate(stage: Stage, page: Page): Promise<Hesitation> {
  await stage.control('agent', { pace: 20 });
  return {
    async until(isThere) {
      while (!(await isThere())) {
        await stage.control('clock', { advanceMs: 4_000 });
        await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      }
    },
    async goOn() {
      await stage.control('agent', { pace: 0.2 });
      await stage.control('clock', { advanceMs: 120_000 });
    },
  };
}
