/** When what is seen of the chat has come to rest. A starved browser may draw nothing for a second: two looks in a row that are alike tell nothing of that. */

import type { Page } from '@playwright/test';

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
