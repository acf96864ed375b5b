/**
 * Conversations in the widget or over Chat, seen through the client of the platform's other interfaces; and changes made there that show in
 * the widget.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPlatform } from '../src/platform/create-platform.ts';
import type { Conversation } from '../src/platform/families/runtime-types.ts';
import { type VerifiedWebhook, verifyWebhook } from '../src/platform/verify-webhook.ts';
import { closeAll, siteWithBroker } from './site.ts';
import { test as base, createVisitor, expect, freePort, platformAt, run, type Stage, type Visitor } from './stage.ts';

const AGENT = 'PROJECT-shop';
const MINUTE_MS = 60_000;
const KEYS = {
  chat: 'demo-chat',
  connector: 'demo-connector',
  conversations: 'demo-conversations',
  events: 'demo-events',
  builder: 'demo-builder',
};

interface Platform {
  readonly stage: Stage;
  readonly client: ReturnType<typeof createPlatform>;
  /** The address of a page with the widget. */
  readonly site: string;
}

/** A platform of this test's own in another process, with both hosts; a client of it; and a shop's page that talks to it. */
const test = base.extend<{ readonly platform: Platform; readonly guest: Visitor }>({
  platform: async ({ stage }, use) => {
    const [port, builderPort] = [await freePort(), await freePort()];
    const running = await run(['emulator'], {
      NATTER_EMULATOR_PORT: `${port}`,
      NATTER_BUILDER_PORT: `${builderPort}`,
    });
    const own: Stage = { ...stage, ...platformAt(port) };
    await own.control('agent', { pace: 0.2 });
    const client = createPlatform({
      baseUrl: own.emulator,
      builderUrl: `http://localhost:${builderPort}`,
      keys: KEYS,
      accountId: 'demo',
      projectId: 'shop',
    });
    await use({ stage: own, client, site: await siteWithBroker(own) });
    await closeAll();
    await running.stop();
  },
  guest: async ({ page, platform }, use) => {
    const visitor = createVisitor(page, platform.stage);
    await page.goto(platform.site);
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    await use(visitor);
  },
});

/** The words of both sides, turn by turn. */
const wordsOf = ({ turns }: Pick<Conversation, 'turns'>) =>
  (turns ?? []).map(each => [each.user_input ?? '', each.agent_response]);

test('a chat in the widget is a record with the same turns in all versions of Conversations', async ({
  platform: { client, stage },
  guest,
}) => {
  for (const word of ['first', 'second']) {
    await guest.say(`echo ${word}`);
    await expect(guest.log.getByText(word, { exact: true })).toBeVisible();
  }
  const [v3, v2, v1] = await Promise.all([
    client.conversations.page(),
    client.conversations.pageV2(),
    client.conversations.pageV1(),
  ]);
  const [record] = v3.conversations;
  if (!record) throw new Error('The chat has left no record.');
  expect(record).toMatchObject({ id: await guest.sessionId(), channel: 'WEBCHAT', in_progress: true, num_turns: 3 });
  expect(wordsOf(record)).toEqual([
    ['', expect.stringContaining('Hello, I am Fern')],
    ['echo first', 'first'],
    ['echo second', 'second'],
  ]);
  for (const { conversations } of [v2, v1]) expect(conversations.map(wordsOf)).toEqual([wordsOf(record)]);
  expect(v1.conversations[0]?.from_number).toBeNull();
  await stage.control(`sessions/${record.id}/end`);
  expect((await client.conversations.page({ in_progress: false })).conversations.map(each => each.id)).toEqual([
    record.id,
  ]);
});

test('a Chat conversation that hands off leaves its state under its id and under the shared id', async ({
  platform: { client },
}) => {
  const created = await client.chat.create({ integration_attributes: { shared_id: 'crm-7', order: 'HP-1042' } });
  expect(created.response).toContain('Hello, I am Fern');
  const reply = await client.chat.respond({ conversation_id: created.conversation_id, message: 'handoff' });
  expect(reply).toMatchObject({
    end_conversation: true,
    handoff: { destination: 'customer_care', reason: 'visitor_request' },
  });
  const state = await client.handoffState.byId(created.conversation_id);
  expect(state).toEqual({
    id: created.conversation_id,
    shared_id: 'crm-7',
    data: { handoff_to: 'customer_care', handoff_reason: 'visitor_request', order: 'HP-1042' },
  });
  expect(await client.handoffState.bySharedId('crm-7')).toEqual(state);
});

/** A server that receives webhooks, verifies each, and answers with the next of these statuses. */
async function startReceiver(statuses: readonly number[], verify: (request: Request) => Promise<VerifiedWebhook>) {
  const received: VerifiedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, `${value}`]);
    const body = Buffer.concat(pieces);
    received.push(await verify(new Request('http://receiver/hook', { method: 'POST', headers, body })));
    response.writeHead(statuses[received.length - 1] ?? 200).end();
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>(resolve => void server.close(() => resolve()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, close };
}

test('an alert that fires and resolves posts two signed notices to a receiver that fails once', async ({
  platform: { client, stage },
}) => {
  let now = 0;
  let secret = '';
  const seen = new Set<string>();
  const store = { seen: (id: string) => seen.has(id) || !seen.add(id) };
  const receiver = await startReceiver([500], request => verifyWebhook(request, secret, { now: () => now, store }));
  const advance = async (advanceMs: number) => {
    const { now: instant } = (await stage.control('clock', { advanceMs })) as { now: string };
    now = Date.parse(instant);
  };
  await advance(0);
  const events = ['alerts.triggered', 'alerts.resolved'] as const;
  secret = (await client.webhooks.create({ name: 'Desk', url: receiver.url, event_types: [...events] })).signing_secret;
  const rule = await client.alerts.createRule({
    name: 'Crashes',
    metric: 'call_crashes',
    operator: '>=',
    threshold_value: 1,
    window_duration: '5m',
  });
  await stage.control('metrics', { metric: 'call_crashes', value: 2 });
  await advance(MINUTE_MS);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect((await client.alerts.firing()).map(each => each.name)).toEqual(['Crashes']);
  await expect.poll(() => statusesOf(stage)).toEqual([500]);

  await advance(MINUTE_MS);
  await expect.poll(() => statusesOf(stage)).toEqual([500, 200]);
  // A window without any event has no data, and the rule would not be evaluated.
  await advance(3 * MINUTE_MS);
  await stage.control('metrics', { metric: 'api_errors', value: 1 });
  await advance(2 * MINUTE_MS);
  await expect.poll(() => statusesOf(stage)).toEqual([500, 200, 200]);
  await receiver.close();

  const notices = receiver.received.map(each => (each.ok ? each.notice.event_type : each.reason));
  expect(notices).toEqual(['alerts.triggered', 'alerts.triggered', 'alerts.resolved']);
  expect(receiver.received.map(each => each.ok && each.repeated)).toEqual([false, true, false]);
  expect(receiver.received.map(each => each.ok && each.notice.alert.id)).toEqual([rule.id, rule.id, rule.id]);
  expect(await client.alerts.firing()).toEqual([]);
});

async function statusesOf(stage: Stage): Promise<unknown[]> {
  const answer = await fetch(`${stage.emulator}/_control/webhooks`);
  const { deliveries } = (await answer.json()) as { deliveries: { status?: number }[] };
  return deliveries.map(each => each.status);
}

test('opening hours changed by a real-time config are used from the next turn of an open chat', async ({
  platform: { client },
  guest,
}) => {
  await guest.say('opening hours');
  await expect(guest.log).toContainText('12 Quayside Lane');
  await client.agents.realTimeConfigs.setVariables(AGENT, 'live', { opening_hours: 'Closed for the fair until noon.' });
  await guest.say('opening hours');
  await expect(guest.log.getByText('Closed for the fair until noon.', { exact: true })).toBeVisible();
});

test("the agent's knowledge goes live step by step, and back again", async ({ platform: { client }, guest }) => {
  let asked = 0;
  const { deployments, topics } = client.agents;
  const ask = async (answer: string | RegExp) => {
    asked += 1;
    await guest.say('delivery fee');
    await expect(guest.log.getByText(answer)).toHaveCount(asked);
  };
  const unknown = /You wrote: delivery fee/;
  await ask(unknown);
  await topics.create(AGENT, 'main', { name: 'Delivery fee', content: 'Delivery costs 25 pounds.' });
  const published = await deployments.publish(AGENT);
  const staged = await deployments.promote(AGENT, published.deployment.id);
  await ask(unknown);
  const live = await deployments.promote(AGENT, staged.deployment.id);
  expect([published, staged, live].map(each => each.deployment.environment)).toEqual([
    'sandbox',
    'pre-release',
    'live',
  ]);
  await guest.say('delivery fee');
  await expect(guest.log.getByText('Delivery costs 25 pounds.', { exact: true })).toBeVisible();
  await deployments.rollback(AGENT, live.deployment.id);
  await ask(unknown);
});

test('a payment reported by an external event continues the chat that waits for it', async ({
  platform: { client },
  guest,
}) => {
  await guest.say('payment');
  await expect(guest.log).toContainText(/under the id/);
  const [id = ''] = /evt_[A-Za-z0-9]+/.exec((await guest.log.textContent()) ?? '') ?? [];
  await client.externalEvents.post({
    event_id_location: 'payload',
    event_id_path: 'payment.id',
    body: JSON.stringify({ payment: { id, amount: 120 } }),
    contentType: 'application/json',
  });
  await expect(guest.log).toContainText('Your payment has arrived');
});
