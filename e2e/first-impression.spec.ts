/** The first impression: launcher, first screen and wide windows, measured. */

import { expect, test } from './stage.ts';

test.describe('the launcher at rest', () => {
  test('the launcher has its shadow before the pointer is near', async ({ page, stage }) => {
    await page.goto(`${stage.demo}/?bench=off`);
    const launcher = page.locator('natter-chat').getByRole('button', { name: 'Open chat' });
    await expect(launcher).toHaveCSS('box-shadow', /32px/);
  });

  for (const [color, page, isSeen] of [
    ['#ffffff', 'white', true],
    ['#111111', 'black', true],
    ['#2456c7', 'white', false],
  ] as const) {
    test(`an edge shows a ${color} launcher on a ${page} page: ${isSeen}`, async ({ page: tab, stage }) => {
      await tab.goto(`${stage.demo}/?bench=off&color=${encodeURIComponent(color)}`);
      const launcher = tab.locator('natter-chat').getByRole('button', { name: 'Open chat' });
      const edge = await launcher.evaluate(element => getComputedStyle(element).borderTopColor);
      expect(/\/ 0\)|, 0\)/.test(edge), edge).toBe(!isSeen);
    });
  }
});

test('a tap that opens the chat opens no keyboard over the greeting', async ({ browser, stage }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(`${stage.demo}/?bench=off`);
  await page.locator('natter-chat').getByRole('button', { name: 'Open chat' }).tap();
  await expect(page.getByRole('log')).toContainText('Hello, I am Fern');
  const focused = await page.evaluate(() => document.querySelector('natter-chat')?.shadowRoot?.activeElement?.tagName);
  expect(focused).toBe('DIV');
  await context.close();
});

test('the header of a wide chat is aligned with the transcript', async ({ page, stage }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${stage.demo}/?bench=off&renderMode=fullscreen`);
  await page.getByRole('textbox', { name: 'Message' }).click();
  await expect(page.getByRole('log')).toContainText('Hello, I am Fern');
  const left = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(each => each.getBoundingClientRect().left);
  expect(await left('.header .avatar')).toBe(await left('.agent .bubble'));
  // Icons lie on whole pixels.
  const top = await page
    .locator('.header .icon')
    .first()
    .evaluate(each => each.getBoundingClientRect().top);
  expect(top).toBe(Math.round(top));
});

test('Escape on the page closes a chat that covers the focused link there, and no other', async ({ page, visitor }) => {
  await visitor.arrive();
  const { panel } = visitor;
  await page.evaluate(() => {
    for (const [id, left] of [
      ['covered', 'calc(100vw - 200px)'],
      ['clear', '8px'],
    ] as const) {
      const link = document.createElement('a');
      Object.assign(link, { id, href: '#', textContent: id });
      link.style.cssText = `position:fixed;top:50vh;left:${left}`;
      document.body.append(link);
    }
  });
  await page.locator('#clear').focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();
  await page.locator('#covered').focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.locator('#covered')).toBeFocused();
});

test('a reply that arrives while the panel is closed is previewed beside the launcher, with its author', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const id = await visitor.sessionId();
  const reply = (text: string) =>
    stage.control(`sessions/${id}/events`, {
      type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
      payload: { text, attachments: [], response_suggestions: [] },
    });
  await page.keyboard.press('Escape');
  await expect(visitor.panel).toBeHidden();
  await reply('**Your order** has left the workshop.');
  const preview = page.locator('natter-chat').getByRole('button', { name: /Your order has left the workshop\./ });
  await expect(preview).toBeVisible();
  await reply('It comes on Friday.');
  await expect(page.locator('natter-chat .prompt')).toContainText('It comes on Friday.');
  await expect(preview).toHaveCount(0);
  await page
    .locator('natter-chat')
    .getByRole('button', { name: /It comes on Friday/ })
    .click();
  await expect(visitor.panel).toBeVisible();
  await expect(page.locator('natter-chat .prompt')).not.toContainText('Friday');
});

test('each message is an article named by its author and time, and headings of a reply are below the title’s level', async ({
  visitor,
}) => {
  await visitor.arrive();
  await visitor.say('long');
  const { log } = visitor;
  await expect(log.getByRole('article', { name: /^You, \d+:\d\d/ })).toBeVisible();
  const answer = log.getByRole('article', { name: /^Fern, \d+:\d\d/ }).last();
  await expect(answer.getByRole('heading', { level: 3 }).first()).toBeAttached();
});

test('a tall picture keeps its proportions, with its title and an icon for enlarging', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="600"><rect width="300" height="600" fill="teal"/></svg>';
  const address = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  await stage.control(`sessions/${await visitor.sessionId()}/events`, {
    type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE',
    payload: {
      text: '',
      attachments: [
        {
          content_url: address,
          content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE',
          title: 'A tall lamp',
          preview_image_url: address,
          call_to_action_text: '',
        },
      ],
      response_suggestions: [],
    },
  });
  const card = visitor.log.getByRole('button', { name: /A tall lamp/ });
  const shape = () => card.locator('.picture').evaluate(each => each.clientWidth / each.clientHeight);
  // Taller than 3:4 is cut.
  await expect.poll(async () => Math.abs((await shape()) - 3 / 4)).toBeLessThan(0.01);
  await expect(card.getByText('A tall lamp')).toBeInViewport();
  await expect(card.locator('.icon-enlarge')).toBeVisible();
  await card.click();
  await expect(page.getByRole('dialog', { name: 'A tall lamp' })).toBeVisible();
});
