/** Attachments of a site that takes them, by keyboard and on the wire. */

import AxeBuilder from '@axe-core/playwright';
import { atRest } from './rest.ts';
import { closeAll, openSite, startBroker, tag } from './site.ts';
import { createVisitor, expect, freePort, test, userMessages } from './stage.ts';

test.afterEach(closeAll);

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from('abc') });

/** The site's hook, which fails the first time. */
const HOOK = `<script>
  let calls = 0;
  window.NatterSettings = {
    attachLimits: { files: 2 },
    async onAttach(files) {
      calls += 1;
      if (calls === 1) throw new Error('No room');
      return files.map(({ name }) => ({ url: 'https://files.example.com/' + name }));
    },
  };
</script>`;

test('a visitor attaches pictures by keyboard, tries again, and the agent gets links', async ({ page, stage }) => {
  const port = await freePort();
  const site = await openSite(HOOK + tag(stage, `http://localhost:${port}`));
  await startBroker(stage, port, site);
  const files: string[] = [];
  page.on('request', request => request.url().includes('natter-optional') && files.push(request.url()));
  page.on('filechooser', chooser => chooser.setFiles(['chair.png', 'leg.png', 'more.png'].map(picture)));
  const visitor = createVisitor(page, stage);
  await page.goto(site);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect(files).toHaveLength(1);
  await visitor.composer.fill('echo The leg is loose.');

  await page.keyboard.press('Tab');
  await expect(visitor.button('Attach files')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.panel.getByText('You can attach up to 2 files.')).toBeVisible();
  await expect(visitor.panel.getByText('Upload failed.').first()).toBeVisible();
  await atRest(page);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include('natter-chat').analyze();
  expect(violations.map(each => each.id)).toEqual([]);

  await page.keyboard.press('Tab');
  await expect(visitor.button('Try again')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.button('Remove leg.png')).toBeVisible();
  await expect(visitor.composer).toBeFocused();
  await visitor.button('Remove chair.png').press('Enter');
  await expect(visitor.composer).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.log.getByRole('link', { name: 'leg.png' }).first()).toBeVisible();
  await expect(visitor.composer).toHaveValue('');
  expect(await userMessages(stage, await visitor.sessionId())).toEqual([
    'echo The leg is loose.\n\n[leg.png](https://files.example.com/leg.png)',
  ]);
  expect(visitor.warnings).toEqual(['invalid_setting', 'handler_failed']);
});
