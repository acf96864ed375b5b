/** The script tag's journey in every browser: open, write, a streamed answer, a reload, close. In WebKit it is webkit/journey.spec.ts. */

import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, test } from './stage.ts';
import { inWhole } from './whole.ts';

test.use({
  pace: 1,
  launchOptions: ({ launchOptions, browserName }, use) =>
    use(browserName === 'chromium' ? inWhole(launchOptions) : launchOptions),
});

test.afterEach(closeAll);

test('the journey of the script tag: open, send, a streamed answer, continue after a reload, close', async ({
  page,
  stage,
}) => {
  const lines: string[] = [];
  page.on('console', message => lines.push(message.text()));
  page.on('pageerror', error => lines.push(`${error}`));
  const visitor = createVisitor(page, stage);
  await page.goto(await siteWithBroker(stage));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.composer).toBeFocused();
  await page.keyboard.type('opening hours');
  await page.keyboard.press('Enter');
  await expect(visitor.log).toContainText("We're closed on public holidays.");
  const id = await visitor.sessionId();
  const { events } = await stage.session(id);
  expect(events.filter(event => event.type.endsWith('MESSAGE_CHUNK')).length).toBeGreaterThan(5);
  await page.keyboard.type('half a thought');
  await expect(visitor.composer).toHaveValue('half a thought');

  await page.reload();
  await expect(visitor.log).toContainText("We're closed on public holidays.");
  await expect(visitor.composer).toHaveValue('half a thought');
  await visitor.composer.press('Enter');
  const said = async () => (await stage.session(id)).events.map(({ payload }) => payload.text);
  await expect.poll(said).toContain('half a thought');
  await visitor.panel.getByRole('button', { name: 'Close' }).click();
  await expect(visitor.panel).toBeHidden();
  // The agent may have written something more by then, which would become part of the button's name.
  await expect(visitor.button(/^Open chat/)).toBeFocused();
  expect(lines).toEqual([]);
});
