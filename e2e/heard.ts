/** Records what a screen reader would read out, with the model of the demo's inspector. */

import type { Page } from '@playwright/test';
import { type Utterance, watchLiveRegions } from '../src/demo/log/heard.ts';

export type { Utterance } from '../src/demo/log/heard.ts';

interface Listening {
  natterHeard: Utterance[];
  natterWatch: typeof watchLiveRegions;
}

/** Listens from now on. */
export async function listen(page: Page): Promise<void> {
  // Passes the function as text, because it has to run in the page.
  await page.evaluate(`window.natterWatch = ${watchLiveRegions}`);
  await page.locator('natter-chat').evaluate(host => {
    const here = window as unknown as Listening;
    here.natterHeard = [];
    here.natterWatch(host.shadowRoot as ShadowRoot, each => here.natterHeard.push(each));
  });
}

/** Everything that has been read so far, in order. */
export const heard = (page: Page): Promise<readonly Utterance[]> =>
  page.evaluate(() => (window as unknown as Listening).natterHeard);
