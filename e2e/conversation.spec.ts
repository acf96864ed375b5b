import { hesitate } from './rest.ts';
import { expect, messagesOf, test, userMessages } from './stage.ts';

test('[S3] nothing is stored, requested or opened before the visitor opens the chat', async ({
  page,
  stage,
  visitor,
}) => {
  const calls: string[] = [];
  page.on('request', request => {
    if (!request.url().startsWith(stage.demo) && !request.url().includes('/_control/')) calls.push(request.url());
  });
  page.on('websocket', socket => {
    if (!socket.url().startsWith(stage.demo.replace('http', 'ws'))) calls.push(socket.url());
  });
  await page.goto(stage.demo);
  await expect(visitor.button('Open chat')).toBeVisible();
  await visitor.button('Open chat').hover();
  expect(calls).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  expect(calls.some(url => url.startsWith(stage.broker))).toBe(true);
});

test('greeting → message → streamed answer', async ({ stage, visitor }) => {
  await visitor.arrive();
  await expect(visitor.composer).toBeFocused();
  await visitor.say('Opening hours');
  await expect(visitor.log).toContainText('12 Quayside Lane');
  await expect(visitor.log).toContainText("We're closed on public holidays.");
  const { events } = await stage.session(await visitor.sessionId());
  expect(events.filter(event => event.type.endsWith('MESSAGE_CHUNK')).length).toBeGreaterThan(5);
  expect(visitor.warnings).toEqual([]);
});

test('[D1] two messages typed during a stream are both answered, in order', async ({ stage, visitor }) => {
  await visitor.arrive();
  await visitor.say('stream');
  await expect.poll(async () => ((await visitor.log.textContent()) ?? '').length).toBeGreaterThan(400);
  await visitor.say('echo first');
  await visitor.say('echo second');
  const id = await visitor.sessionId();
  const said = async () => messagesOf((await stage.session(id)).events);
  await expect
    .poll(async () => (await said()).filter(text => /^(first|second)$/.test(text)), { timeout: 40_000 })
    .toEqual(['first', 'second']);
  await expect(visitor.log.getByText('echo first', { exact: true })).toHaveCount(1);
  await expect(visitor.log.getByText('echo second', { exact: true })).toHaveCount(1);
  await expect(visitor.log.getByText('second', { exact: true })).toHaveCount(1);
});

test('a chosen suggestion is sent once, and the others disappear', async ({ stage, visitor }) => {
  await visitor.arrive();
  await visitor.button('Opening hours').dblclick();
  await expect(visitor.log).toContainText('12 Quayside Lane');
  expect(await userMessages(stage, await visitor.sessionId())).toHaveLength(1);
});

test('Shift+Enter breaks the line, Enter sends, blank text is not sent', async ({ stage, visitor }) => {
  await visitor.arrive();
  await visitor.composer.press('Enter');
  await visitor.composer.fill('echo one');
  await visitor.composer.press('Shift+Enter');
  await visitor.composer.pressSequentially('two');
  await visitor.composer.press('Enter');
  await expect(visitor.composer).toHaveValue('');
  await expect(visitor.log.getByText('echo one', { exact: false })).toBeVisible();
  const id = await visitor.sessionId();
  await expect.poll(() => userMessages(stage, id)).toEqual(['echo one\ntwo']);
});

test('[V1] replies that arrive while the panel is closed are counted on the launcher', async ({
  page,
  stage,
  visitor,
}) => {
  await visitor.arrive();
  const { goOn } = await hesitate(stage, page);
  await visitor.say('slow');
  await page.keyboard.press('Escape');
  await expect(visitor.panel).toBeHidden();
  await expect(page.getByRole('button', { name: /Open chat/ })).toBeFocused();
  await goOn();
  await expect(page.getByRole('button', { name: /Open chat/ })).toContainText('1');
  await page.getByRole('button', { name: /Open chat/ }).click();
  await expect(visitor.composer).toBeFocused();
});

test('[N1] the agent ends → Start a new conversation → a fresh greeting', async ({ stage, visitor }) => {
  await visitor.arrive();
  await visitor.say('end');
  await visitor.button('Start a new conversation').click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say('echo anew');
  await expect(visitor.log.getByText('anew', { exact: true })).toBeVisible();
  const open = (await stage.sessions()).filter(each => each.state === 'open');
  expect(open.length).toBeGreaterThan(0);
});

test('[N2] the visitor ends → the platform knows → a new conversation', async ({ stage, visitor }) => {
  await visitor.arrive();
  const id = await visitor.sessionId();
  await visitor.button('More options').click();
  await visitor.page.getByRole('menuitem', { name: 'End conversation' }).click();
  await visitor.button('End conversation').click();
  await expect(visitor.button('Start a new conversation')).toBeVisible();
  await expect.poll(async () => (await stage.session(id)).state).toBe('ended');
  await visitor.button('Start a new conversation').click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
});

test('a card, an image and a number to call', async ({ visitor }) => {
  await visitor.arrive();
  await visitor.say('image');
  await expect(visitor.log.getByRole('button', { name: /The showroom/ })).toBeVisible();
  await visitor.say('call');
  await expect(visitor.log.getByRole('link', { name: /Call/ }).last()).toHaveAttribute('href', /^tel:\+?[\d]+$/);
  await visitor.say('card');
  await expect(visitor.log.getByRole('link').last()).toHaveAttribute('rel', 'noopener noreferrer');
});
