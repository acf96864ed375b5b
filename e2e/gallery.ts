/** The gallery of states for specs: which states there are, and opening some of them as soon as they stand still. */

import type { Page } from '@playwright/test';
import { STATES } from '../src/demo/gallery/states/all-states.ts';
import { atRest } from './rest.ts';
import type { Stage } from './stage.ts';

export const STATE_NAMES: readonly string[] = STATES.map(state => state.name);

/** The names in batches, so that one page load serves many. */
export function batches(size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(STATE_NAMES.length / size) }, (_, batch) =>
    STATE_NAMES.slice(batch * size, (batch + 1) * size),
  );
}

/** `look` is what the address may choose: `theme=dark`, `locale=ar`, `width=320`. */
export async function openGallery(page: Page, stage: Stage, names: readonly string[], look: string): Promise<void> {
  await page.goto(`${stage.demo}/gallery.html?only=${names}&${look}`);
  await page.locator('[data-gallery=ready]').waitFor();
  // What comes late or moves into place has arrived; a colour in the middle of a fade is nobody's choice.
  await atRest(page);
}
