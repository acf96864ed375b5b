/** Questions before a conversation, by keyboard and on the wire. */

import AxeBuilder from '@axe-core/playwright';
import { atRest } from './rest.ts';
import { closeAll, openSite, startBroker, tag } from './site.ts';
import { createVisitor, expect, freePort, test } from './stage.ts';

test.afterEach(closeAll);

const SETTINGS = `<script>
  window.NatterSettings = {
    preChat: [
      { name: 'name', label: 'Your name', required: true, autocomplete: 'name' },
      { name: 'email', label: 'Email', type: 'email', required: true },
      { name: 'topic', label: 'Topic', type: 'choice', options: ['Delivery', { label: 'Repair', value: 'repair' }] },
    ],
  };
</script>`;

test('a visitor answers by keyboard, corrects a slip, and the platform gets the answers with the message', async ({
  page,
  stage,
}) => {
  const port = await freePort();
  const site = await openSite(SETTINGS + tag(stage, `http://localhost:${port}`));
  await startBroker(stage, port, site);
  const tokens: string[] = [];
  page.on('request', request => request.url().endsWith('/token') && tokens.push(request.url()));
  const visitor = createVisitor(page, stage);
  await page.goto(site);
  await page.evaluate(() => window.Natter?.identify({ plan: 'gold' }));
  await visitor.button('Open chat').focus();
  await page.keyboard.press('Enter');
  await expect(visitor.panel.getByRole('group', { name: 'Before you start' })).toBeFocused();
  await expect(visitor.composer).toHaveCount(0);

  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@example');
  await page.keyboard.press('Enter');
  const email = visitor.panel.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription('Please enter an email address, such as name@example.com.');
  await expect(email).toBeFocused();
  await atRest(page);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).include('natter-chat').analyze();
  expect(violations.map(each => each.id)).toEqual([]);
  expect(tokens).toEqual([]);

  await page.keyboard.type('.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('R');
  await page.keyboard.press('Tab');
  await expect(visitor.button('Start chat')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await expect(visitor.composer).toBeFocused();
  await page.keyboard.type('echo My chair is loose.');
  await page.keyboard.press('Enter');
  await expect(visitor.log).toContainText('My chair is loose.');
  const { events } = await stage.session(await visitor.sessionId());
  const sent = events.filter(each => each.type.endsWith('USER_MESSAGE'));
  expect(sent).toMatchObject([
    { metadata: { custom: { name: 'Ada', email: 'ada@example.com', topic: 'repair', plan: 'gold' } } },
  ]);

  await page.reload();
  await expect(visitor.log).toContainText('My chair is loose.');
  await expect(visitor.composer).toBeVisible();
  expect(visitor.warnings).toEqual([]);
});

test('the bench sets an example of the questions', async ({ page, stage }) => {
  await page.goto(stage.demo);
  await page.getByRole('tab', { name: 'Widget' }).click();
  const setting = page.getByRole('combobox', { name: 'preChat' });
  await setting.selectOption('example');
  await page.waitForURL(/preChat=/);
  const visitor = createVisitor(page, stage);
  await visitor.button('Open chat').click();
  await expect(visitor.panel.getByRole('textbox', { name: 'Your name' })).toBeVisible();
  await page.getByRole('tab', { name: 'Widget' }).click();
  await expect(setting).toHaveValue('example');
});
