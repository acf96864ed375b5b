/** The gallery of states for specs: the names of the states, and a function that opens some of them and waits until they stand still. */

import type { Page } from '@playwright/test';
import { STATES } from '../src/demo/gallery/states/all-states.ts';
import { atRest } from './rest.ts';
import type { Stage } from './stage.ts';

export const STATE_NAMES: readonly string[] = STATES.map(state => state.name);

/** Splits the names into batches, so that one page load serves many. */
export function batches(size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(STATE_NAMES.length / size) }, (_, batch) =>
    STATE_NAMES.slice(batch * size, (batch + 1) * size),
  );
}

/** `look` is the part of the address that chooses a look: `theme=dark`, `locale=ar`, `width=320`. */
export async function openGallery(page: Page, stage: Stage, names: readonly string[], look: string): Promise<void> {
  await page.goto(`${stage.demo}/gallery.html?only=${names}&${look}`);
  await page.locator('[data-gallery=ready]').waitFor();
  // Waits for animations: a colour in the middle of a fade is not one of the palette.
  await atRest(page);
}
