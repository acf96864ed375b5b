import { hesitate } from './rest.ts';
import { expect, test } from './stage.ts';

test('[H1] hand-off from trigger to live reply to end', async ({ page, stage, visitor }) => {
  await visitor.arrive();
  const { until, goOn } = await hesitate(stage, page);
  await visitor.say('handoff');
  for (const words of ["You're number 3 in line", "You're next", 'Hello, this is Maya from the shop.'])
    await until(async () => ((await visitor.panel.textContent()) ?? '').includes(words));
  await expect(visitor.panel).toContainText('Support team');
  await goOn();
  await visitor.say('Can you change my delivery date?');
  await expect(visitor.log).toContainText('"Can you change my delivery date?"');
  await visitor.say('bye');
  await expect(visitor.log).toContainText('Take care');
  await expect(visitor.button('Start a new conversation')).toBeVisible();
});

test('[H2] a hand-off that fails or times out says so and the chat goes on', async ({ visitor }) => {
  await visitor.arrive();
  await visitor.say('handoff failed');
  await expect(visitor.panel).toContainText("Sorry, we couldn't connect you to our team.");
  await visitor.say('handoff timeout');
  await expect(visitor.panel).toContainText('Sorry, no one is available right now.');
  await visitor.say('echo still with Fern');
  await expect(visitor.log.getByText('still with Fern', { exact: true })).toBeVisible();
});

test('[H5] a client hand-off is passed to the page', async ({ page, visitor }) => {
  await page.goto('about:blank');
  await visitor.arrive();
  await page.evaluate(() => {
    const { Natter } = window as unknown as { Natter: { on(name: string, handler: (detail: unknown) => void): void } };
    Natter.on('handoff-required', detail => document.body.setAttribute('data-handoff', JSON.stringify(detail)));
  });
  await visitor.say('handoff client');
  await expect(page.locator('body')).toHaveAttribute(
    'data-handoff',
    JSON.stringify({ reason: 'COMPLEX_QUERY', queueName: 'Customer care', route: 'furniture-advice' }),
  );
  await expect(visitor.panel).toContainText('Our team will take over from here.');
});

test('[J6] a visitor who writes again after the page took over gets an answer, without an error', async ({
  page,
  visitor,
}) => {
  await page.goto('about:blank');
  await visitor.arrive();
  await visitor.say('handoff client');
  await expect(visitor.panel).toContainText('Our team will take over from here.');
  await visitor.say('echo still there');
  await expect(visitor.log.getByText('still there', { exact: true })).toBeVisible();
  await expect(visitor.panel).not.toContainText('Conversation not found');
});
