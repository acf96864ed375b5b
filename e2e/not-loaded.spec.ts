/** A page that goes, or a network that fails, before the widget is all there: what was written and wished then is neither lost nor doubled. */

import { atRest } from './rest.ts';
import { expect, test } from './stage.ts';

const APPLICATION = /\/natter-app-[\w-]+\.js/;

test('[W62] a panel that cannot be fetched is told in an alert beside the launcher', async ({
  page,
  stage,
  visitor,
}) => {
  await page.route(APPLICATION, route => route.abort());
  await page.goto(stage.demo);
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await launcher.click();
  const words = page.getByRole('alert').filter({ hasText: 'Try again' });
  await expect(words).toBeVisible();
  // They rise as they come.
  await atRest(page);
  const [above, below] = [await words.boundingBox(), await launcher.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.unroute(APPLICATION);
  await visitor.open();
  await expect(words).toHaveCount(0);
});
