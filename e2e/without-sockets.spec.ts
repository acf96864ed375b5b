/** A network that lets no socket of the browser through: the conversation goes on over the broker's Chat. */

import { request as ask, createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { closeAll, siteWithBroker } from './site.ts';
import { createVisitor, expect, type Stage, test } from './stage.ts';

test.use({ stageOf: 'without-sockets' });

const proxies: Server[] = [];

test.afterEach(async () => {
  await closeAll();
  for (const proxy of proxies.splice(0)) {
    proxy.closeAllConnections();
    proxy.close();
  }
});

/** A proxy in front of the platform that refuses upgrades of browsers, which send an origin, and lets everything else pass. */
async function proxyWithoutSockets({ emulator }: Stage): Promise<string> {
  const { hostname, port } = new URL(emulator);
  const proxy = createServer((request, response) => {
    const { method, url, headers } = request;
    const onward = ask({ hostname, port, method, path: url, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  proxy.on('upgrade', (request, socket) => {
    if (request.headers.origin) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const onward = connect(Number(port), hostname);
    const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    onward.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onward.pipe(socket).pipe(onward);
    for (const each of [socket, onward]) each.on('error', () => {});
  });
  proxies.push(proxy);
  await new Promise<void>(resolve => void proxy.listen(0, 'localhost', () => resolve()));
  return `http://localhost:${(proxy.address() as AddressInfo).port}`;
}

function keysOf({ emulator }: Stage, canLookUp: boolean): Record<string, string> {
  return {
    NATTER_CHAT_URL: emulator,
    NATTER_CHAT_API_KEY: 'demo-chat',
    NATTER_ACCOUNT_ID: 'demo',
    NATTER_PROJECT_ID: 'shop',
    ...(canLookUp ? { NATTER_CONVERSATIONS_KEY: 'demo-conversations' } : {}),
  };
}

test('[R30] sockets are blocked: greeting, three messages and a hand-off over Chat, without a reload', async ({
  page,
  stage,
}) => {
  const visitor = createVisitor(page, stage);
  const platform = await proxyWithoutSockets(stage);
  await page.goto(await siteWithBroker(stage, { NATTER_PLATFORM_URL: platform, ...keysOf(stage, true) }));
  await page.evaluate(() => {
    Reflect.set(window, 'sameDocument', true);
    const { Natter } = window as unknown as { Natter: { on(name: string, handler: (detail: unknown) => void): void } };
    Natter.on('handoff-required', detail => document.body.setAttribute('data-handoff', JSON.stringify(detail)));
  });
  await visitor.open();
  // Written before any connection: what waits goes on over Chat.
  await visitor.say('echo the first');
  await expect(visitor.log).toContainText('Hello, I am Fern', { timeout: 20_000 });
  await expect(visitor.log.getByText('the first', { exact: true })).toBeVisible();
  await visitor.say('echo the second');
  await expect(visitor.log.getByText('the second', { exact: true })).toBeVisible();
  await visitor.say('handoff client');
  await expect(visitor.panel).toContainText('Our team will take over from here.');
  const detail = { reason: 'visitor_request', queueName: '', route: 'customer_care' };
  await expect(page.locator('body')).toHaveAttribute('data-handoff', JSON.stringify(detail));
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
});

for (const canLookUp of [true, false]) {
  const what = canLookUp
    ? 'the message is looked up, and its reply shown once'
    : 'the visitor decides, and nothing is sent twice';
  test(`[R30] an answer over Chat is lost ${canLookUp ? 'with' : 'without'} the key of Conversations: ${what}`, async ({
    page,
    stage,
  }) => {
    const visitor = createVisitor(page, stage);
    await page.goto(await siteWithBroker(stage, keysOf(stage, canLookUp), 'data-transport="chat"'));
    await visitor.open();
    await expect(visitor.log).toContainText('Hello, I am Fern');
    const posts: string[] = [];
    page.on('request', request => request.url().endsWith('/chat/respond') && posts.push(request.method()));
    await page.route(
      '**/chat/respond',
      async route => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await visitor.say('echo in the middle');
    const reply = visitor.log.getByText('in the middle', { exact: true });
    if (canLookUp) await expect(reply).toHaveCount(1);
    else {
      await expect(visitor.button('Retry')).toBeVisible();
      await expect(visitor.log).toContainText('This message may not have arrived.');
    }
    expect(posts).toEqual(['POST']);
    await visitor.say('echo after it');
    await expect(visitor.log.getByText('after it', { exact: true })).toBeVisible();
    await expect(reply).toHaveCount(canLookUp ? 1 : 0);
    expect(posts).toEqual(['POST', 'POST']);
  });
}
