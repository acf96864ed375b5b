/** What is to be read only when nothing is on its way any more: a busy machine draws no frame for seconds, and what stands still meanwhile is not at rest. */

import type { Locator, Page } from '@playwright/test';
import type { Stage } from './stage.ts';

/** What comes, grows, fades or scrolls has arrived, and what that led to has been drawn. */
export function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const roots = () => [...document.querySelectorAll('natter-chat')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const places = () => roots().flatMap(root => [...root.querySelectorAll('.log')].map(log => log.scrollTop));
    // What runs without end is at rest.
    const passing = () =>
      roots()
        .flatMap(root => root.getAnimations())
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    for (let before = ''; ; ) {
      // What frames scroll has moved by the third of them.
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      const moving = passing();
      await Promise.allSettled(moving.map(animation => animation.finished));
      const now = places().join();
      if (moving.length === 0 && now === before) return;
      before = now;
    }
  });
}

/** How far a transcript is scrolled from its end, once a frame has been drawn: what comes in is there before it is scrolled to. */
export const toEnd = (log: Locator): Promise<number> =>
  log.evaluate(async element => {
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return Math.round(element.scrollHeight - element.clientHeight - element.scrollTop);
  });

/** Turns the wheel over a transcript, and waits until it has come to rest elsewhere: not every browser says so after one turn. */
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
  /** Moves the platform's clock on, a little after each look and never by more than what two frames have shown, until there is what is looked for. */
  until(isThere: () => Promise<boolean>): Promise<void>;
  /** No longer: all that is still to come comes as fast as it may. */
  goOn(): Promise<void>;
}

/** An agent who takes twenty times as long for everything as a person would, so that each step of it can be looked at, however slow the machine is. */
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
