/** Telephone calls from the chat: the platform calls the visitor, or the visitor calls a number that knows the chat. */

import { createPlatform } from '../src/platform/create-platform.ts';
import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, newestSession, type Stage, test } from './stage.ts';

test.afterEach(closeAll);

const brokerWithCalls = ({ emulator }: Stage) => ({
  NATTER_OUTBOUND_URL: emulator,
  NATTER_OUTBOUND_TOKEN: 'demo-outbound',
  NATTER_CALL_COUNTRIES: 'GB,IE',
  NATTER_DNI_URL: emulator,
  NATTER_DNI_API_KEY: 'demo-dni',
});

/** Opens a chat whose hand-off fails. */
async function strand(visitor: ReturnType<typeof createVisitor>, stage: Stage, site: string): Promise<string> {
  await visitor.page.goto(site);
  await visitor.page.evaluate(() => window.Natter?.identify({ plan: 'gold' }));
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  const { id } = await newestSession(stage);
  await expect(visitor.button('Call me')).toHaveCount(0);
  await visitor.say('handoff failed');
  await expect(visitor.button('Call me')).toBeVisible();
  return id;
}

test('a visitor whose hand-off failed is called, until the call is connected', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  await strand(visitor, stage, await siteWithBroker(stage, brokerWithCalls(stage)));
  await visitor.button('Call me').click();
  const card = page.getByRole('group', { name: 'Call me' });
  const number = card.getByRole('textbox', { name: 'Phone number' });
  await expect(number).toBeFocused();
  await number.fill('12 34 56');
  await card.getByRole('button', { name: 'Call me' }).click();
  await expect(card.getByRole('status')).toHaveText("This number doesn't look right. Please check it.", {
    timeout: 15_000,
  });
  await card.getByRole('combobox', { name: 'Country' }).selectOption('GB');
  await number.fill('020 7946 0123');
  await number.press('Enter');
  await expect(card.getByRole('status')).toContainText('in line', { timeout: 15_000 });
  await stage.control('clock', { advanceMs: 3_000 });
  await expect(card.getByRole('status')).toHaveText("We're calling you now.", { timeout: 15_000 });
  await stage.control('clock', { advanceMs: 10_000 });
  await expect(card.getByRole('status')).toHaveText('The call was connected.', { timeout: 15_000 });
});

test('a call to the number that the card shows brings what the page and the chat know', async ({ page, stage }) => {
  const visitor = createVisitor(page, stage);
  const id = await strand(visitor, stage, await siteWithBroker(stage, brokerWithCalls(stage)));
  await visitor.button('Call us').click();
  const card = page.getByRole('group', { name: 'Call us' });
  const link = card.getByRole('link');
  await expect(link).toHaveText(/^\+44 1632 9600\d\d$/);
  await expect(card.getByRole('img', { name: 'Or scan this code with your phone' })).toBeVisible();
  const to = (await link.getAttribute('href'))?.replace('tel:', '');
  const { conversation_id } = (await stage.control('calls', { to })) as { readonly conversation_id: string };
  const platform = createPlatform({
    baseUrl: stage.emulator,
    keys: { conversations: 'demo-conversations' },
    accountId: 'demo',
    projectId: 'shop',
  });
  const { conversations } = await platform.conversations.page();
  const call = conversations.find(each => each.id === conversation_id);
  expect(call?.state).toMatchObject({ plan: 'gold', conversation_id: id });
});
