/** A page's calls and event listeners, with the files of the script tag. */

import type { Page } from '@playwright/test';
import { closeAll, openSite, startBroker, tag } from './site.ts';
import { expect, freePort, type Stage, test, type Visitor, type WireEvent } from './stage.ts';

test.afterEach(closeAll);

declare global {
  interface Window {
    heard: [name: string, detail: Record<string, unknown>][];
  }
}

/** The stub from the README. */
const STUB = `(n => {
  if (window.Natter) return;
  window.Natter = n;
  n.ready = new Promise(r => (n.r = r));
  for (const m of ['identify','open','close','toggle','show','hide','send','end','startNew','setLocale','setTheme','prompt','forget','on','destroy'])
    n[m] = (...a) => { n.q.push([m, ...a]); };
})({ q: [] });`;

/** Records every kind of event, from before the script has loaded. */
const LISTEN = `window.heard = [];
for (const name of ['ready','open','close','state','message','delivery','handoff','handoff-required','ended','error','unread','language',
  'link','idle','consent','rating'])
  Natter.on(name, detail => {
    heard.push([name, { ...detail }]);
    if (name === 'link') detail.preventDefault();
  });`;

/** Opens a customer's page whose own script runs before the tag, which may even come late. */
async function visit(page: Page, stage: Stage, script: string, attributes = ''): Promise<void> {
  const port = await freePort();
  const before = `<script>${STUB}${script}</script>`;
  const site = await openSite(before + tag(stage, `http://localhost:${port}`, attributes));
  await startBroker(stage, port, site);
  await page.goto(site);
}

const heard = async (page: Page, name: string): Promise<Record<string, unknown>[]> =>
  (await page.evaluate(() => window.heard)).flatMap(([each, detail]) => (each === name ? [detail] : []));

const run = (page: Page, code: string): Promise<unknown> => page.evaluate(code);

async function sent(stage: Stage, visitor: Visitor): Promise<{ text: unknown; custom: Record<string, string> }[]> {
  const { events } = await stage.session(await visitor.sessionId());
  return (events as readonly (WireEvent & { metadata?: { custom: Record<string, string> } })[])
    .filter(event => event.type === 'EVENT_TYPE_USER_MESSAGE')
    .map(({ payload, metadata }) => ({ text: payload.text, custom: metadata?.custom ?? {} }));
}

const inject = async (stage: Stage, visitor: Visitor, type: string, payload: object = {}): Promise<void> =>
  void (await stage.control(`sessions/${await visitor.sessionId()}/events`, { type, payload }));

test('[O10] calls before the script are made in their order, and each message carries what was identified before it', async ({
  page,
  stage,
  visitor,
}) => {
  const script = `${LISTEN}
    Natter.identify({ customer: '4711', plan: 'gold' }); Natter.send('echo one'); Natter.identify({ customer: '4712' });
    Natter.send('echo two'); Natter.identify({ customer: 5, page: '/cart' }); Natter.open();`;
  await visit(page, stage, script);
  await expect(visitor.log.getByText('two', { exact: true })).toBeVisible();
  await visitor.say('echo three');
  await expect(visitor.log.getByText('three', { exact: true })).toBeVisible();
  await run(page, 'Natter.identify(null)');
  await visitor.say('echo four');
  await expect(visitor.log.getByText('four', { exact: true })).toBeVisible();
  const id = expect.stringMatching(/^[\w-]{36}$/);
  expect(await sent(stage, visitor)).toEqual([
    { text: 'echo one', custom: { customer: '4711', plan: 'gold', client_event_id: id } },
    { text: 'echo two', custom: { customer: '4712', client_event_id: id } },
    { text: 'echo three', custom: { page: '/cart', client_event_id: id } },
    { text: 'echo four', custom: { client_event_id: id } },
  ]);
  expect(await heard(page, 'ready')).toEqual([{}]);
  expect(visitor.warnings).toEqual(['invalid_call']);
});

test('[O1] a whole conversation emits every event, with its detail', async ({ page, stage, visitor }) => {
  await visit(page, stage, `${LISTEN} Natter.setLocale('en');`, 'data-consent="required" data-rating="on"');
  await visitor.open();
  await visitor.button('Agree and start').click();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say('echo hi');
  await expect(visitor.log.getByText('hi', { exact: true })).toBeVisible();
  await inject(stage, visitor, 'EVENT_TYPE_SERVICE_AGENT_MESSAGE', {
    message_id: 'a-link',
    text: 'See [the shop](https://example.com/shop)',
  });
  await visitor.log.getByRole('link', { name: /the shop/ }).click();
  await inject(stage, visitor, 'EVENT_TYPE_LANGUAGE_CHANGED', { language_code: 'es' });
  await inject(stage, visitor, 'EVENT_TYPE_SYSTEM_MESSAGE', {
    level: 'SYSTEM_MESSAGE_LEVEL_ERROR',
    message: 'Error: Unable to retrieve session',
  });
  await inject(stage, visitor, 'EVENT_TYPE_SESSION_IDLE_WARNING');
  await expect.poll(() => heard(page, 'idle')).toHaveLength(1);
  await run(page, 'Natter.close()');
  await inject(stage, visitor, 'EVENT_TYPE_SERVICE_AGENT_MESSAGE', { message_id: 'unseen', text: 'Are you there?' });
  await expect.poll(() => heard(page, 'unread')).toEqual([{ count: 1 }]);
  await run(page, 'Natter.open()');
  await visitor.say('handoff client');
  await expect.poll(() => heard(page, 'handoff-required')).toHaveLength(1);
  await run(page, 'Natter.end()');
  await page.getByRole('radio', { name: '4 stars' }).click();
  await visitor.button('Send rating').click();
  await expect.poll(() => heard(page, 'rating')).toEqual([{ stars: 4, text: '' }]);

  const messages = await heard(page, 'message');
  const own = messages.find(({ from }) => from === 'user');
  expect(own).toEqual({ id: expect.any(String), from: 'user', text: 'echo hi' });
  expect(messages).toContainEqual({ id: 'unseen', from: 'agent', text: 'Are you there?' });
  expect(messages).toContainEqual({
    id: expect.any(String),
    from: 'system',
    text: 'Error: Unable to retrieve session',
  });
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  expect((await heard(page, 'delivery')).filter(({ id }) => id === own?.id)).toEqual([
    { id: own?.id, status: 'sending' },
    { id: own?.id, status: 'sent' },
  ]);
  expect(await heard(page, 'ready')).toEqual([{}]);
  expect(await heard(page, 'consent')).toEqual([{ version: '1', at: expect.any(Number) }]);
  expect((await heard(page, 'state')).map(({ phase }) => phase)).toEqual(
    expect.arrayContaining(['authorizing', 'creating', 'connecting', 'replaying', 'joining', 'active', 'ended']),
  );
  expect(await heard(page, 'link')).toMatchObject([{ href: 'https://example.com/shop' }]);
  expect(page.context().pages()).toHaveLength(1);
  expect(await heard(page, 'language')).toEqual([{ code: 'es' }]);
  expect(await heard(page, 'error')).toContainEqual({
    code: 'session_unavailable',
    message: 'Error: Unable to retrieve session',
  });
  expect(await heard(page, 'idle')).toEqual([{ secondsLeft: expect.any(Number) }]);
  expect(await heard(page, 'close')).toEqual([{}]);
  expect(await heard(page, 'open')).toEqual([{}, {}]);
  expect(await heard(page, 'unread')).toEqual([{ count: 1 }, { count: 0 }]);
  expect((await heard(page, 'handoff')).map(({ stage: each }) => each)).toEqual(['asked', 'client']);
  expect(await heard(page, 'handoff-required')).toEqual([
    { reason: expect.any(String), queueName: expect.any(String), route: expect.any(String) },
  ]);
  expect(await heard(page, 'ended')).toEqual([{ reason: 'user-end' }]);
});

test('[O2] [O3] failing handlers break nothing, and removed ones are not called', async ({ page, stage, visitor }) => {
  await visit(
    page,
    stage,
    `${LISTEN}
    Natter.on('message', () => { throw Symbol('mine'); });
    Natter.on('message', async () => { throw Object.create(null); });
    Natter.ready.then(() => {
      window.undo = Natter.on('delivery', detail => heard.push(['undone', detail]));
      Natter.on('mesage', () => {});
    });`,
  );
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say('echo one');
  await expect(visitor.log.getByText('one', { exact: true })).toBeVisible();
  const before = await heard(page, 'undone');
  expect(before.map(({ status }) => status)).toEqual(['sending', 'sent']);
  await run(page, 'undo()');
  await visitor.say('echo two');
  await expect(visitor.log.getByText('two', { exact: true })).toBeVisible();
  expect(await heard(page, 'undone')).toEqual(before);
  expect((await heard(page, 'message')).map(({ text }) => text)).toContain('two');
  expect(new Set(visitor.warnings)).toEqual(new Set(['handler_failed', 'unknown_event']));
});

test('[O15] [O16] beforeSend changes the message that is shown and sent', async ({ page, stage, visitor }) => {
  await visit(
    page,
    stage,
    `window.NatterSettings = {
      beforeSend: ({ text, metadata }) =>
        text === '/secret' ? null : { text: text.replace(/\\d{4}/g, '****'), metadata: { ...metadata, page: location.pathname } },
    };
    Natter.identify({ customer: 'Ada' }); Natter.send('echo 1234 early'); Natter.open();`,
  );
  await expect(visitor.log.getByText('**** early', { exact: true })).toBeVisible();
  await visitor.say('/secret');
  await expect(visitor.composer).toHaveValue('');
  await visitor.say('echo 5678 late');
  await expect(visitor.log.getByText('**** late', { exact: true })).toBeVisible();
  await expect(visitor.log).not.toContainText(/secret|\d{4}/);
  const custom = { customer: 'Ada', page: '/', client_event_id: expect.any(String) };
  expect(await sent(stage, visitor)).toEqual([
    { text: 'echo **** early', custom },
    { text: 'echo **** late', custom },
  ]);
  expect(visitor.warnings).toEqual([]);
});

test('[O17] [O18] beforeShow changes the message that is shown and announced, and a failing hook hides nothing', async ({
  page,
  stage,
  visitor,
}) => {
  await visit(
    page,
    stage,
    `${LISTEN} window.NatterSettings = {
      beforeShow: message => message.text.includes('hidden') ? null : { ...message, text: message.text.replace('tea', 'coffee') },
      beforeSend: async message => message,
    };`,
  );
  await visitor.open();
  await expect(visitor.log).toContainText('Hello, I am Fern');
  await visitor.say('echo tea');
  await expect(visitor.log.getByText('coffee', { exact: true })).toBeVisible();
  await visitor.say('echo hidden');
  await visitor.say('echo the end');
  await expect(visitor.log.getByText('the end', { exact: true })).toBeVisible();
  await expect(visitor.log).not.toContainText('hidden');
  await expect(visitor.log).not.toContainText('tea');
  const told = (await heard(page, 'message')).map(({ text }) => text);
  expect(told).toEqual(expect.arrayContaining(['echo coffee', 'coffee', 'echo the end', 'the end']));
  expect(told.join()).not.toMatch(/tea|hidden/);
  expect((await sent(stage, visitor)).map(({ text }) => text)).toEqual(['echo tea', 'echo hidden', 'echo the end']);
  expect(visitor.warnings).toEqual(['handler_failed']);
});
