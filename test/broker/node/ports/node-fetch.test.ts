import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeFetch } from '../../../../src/broker/node/ports/node-fetch.ts';

const open: { close(): unknown; closeAllConnections(): void }[] = [];

afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function platform(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  open.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const POST = { method: 'POST', body: '{}', headers: { 'X-Token': 'a', 'Content-Type': 'application/json' } };

function* repeat(text: string): Generator<string> {
  while (true) yield text;
}

describe('fetch through node:http', () => {
  it('fetch sends method, headers and body, and returns status, headers and body', async () => {
    let heard: IncomingMessage | undefined;
    let text = '';
    const url = await platform((incoming, outgoing) => {
      heard = incoming;
      incoming.on('data', data => {
        text += data;
      });
      incoming.on('end', () => outgoing.writeHead(429, { 'Retry-After': '7' }).end('{"error":"slow"}'));
    });
    const response = await createNodeFetch()(url, POST);
    expect([response.status, response.headers.get('Retry-After'), await response.text()]).toEqual([
      429,
      '7',
      '{"error":"slow"}',
    ]);
    expect([heard?.method, heard?.headers['x-token'], heard?.headers['content-length'], text]).toEqual([
      'POST',
      'a',
      '2',
      '{}',
    ]);
  });

  it('consecutive calls use one connection', async () => {
    const sockets = new Set<Socket>();
    const url = await platform((incoming, outgoing) => {
      sockets.add(incoming.socket);
      outgoing.end('{}');
    });
    const fetchPort = createNodeFetch();
    for (let nth = 0; nth < 3; nth += 1) await (await fetchPort(url, POST)).text();
    expect(sockets.size).toBe(1);
  });

  it('a call is repeated on a new connection if the platform has just closed the idle one', async () => {
    let requests = 0;
    const url = await platform((incoming, outgoing) => {
      requests += 1;
      if (requests === 2) incoming.socket.destroy();
      else outgoing.end('{}');
    });
    const fetchPort = createNodeFetch();
    await (await fetchPort(url, POST)).text();
    expect((await fetchPort(url, POST)).status).toBe(200);
    expect(requests).toBe(3);
  });

  it('a request that must arrive only once is sent once, whatever happens to its connection', async () => {
    let requests = 0;
    const url = await platform((incoming, outgoing) => {
      requests += 1;
      if (requests === 2) incoming.socket.destroy();
      else outgoing.end('{}');
    });
    const fetchPort = createNodeFetch();
    await (await fetchPort(url, POST)).text();
    await expect(fetchPort(url, { ...POST, once: true })).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(requests).toBe(2);
  });

  it('follows no redirect', async () => {
    const url = await platform((_, outgoing) => outgoing.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end());
    expect((await createNodeFetch()(url, POST)).status).toBe(302);
  });

  it.each([204, 304])('a %i without a body is returned', async status => {
    const url = await platform((_, outgoing) => outgoing.writeHead(status).end());
    expect((await createNodeFetch()(url, POST)).status).toBe(status);
  });

  it('a list of conversations is read whole, although no token is that long', async () => {
    const text = JSON.stringify({ conversations: ['x'.repeat(200_000)] });
    const url = await platform((_, outgoing) => outgoing.end(text));
    const response = await createNodeFetch()(url, { method: 'GET', maxBytes: 1_048_576 });
    expect(await response.text()).toBe(text);
  });

  it('an endless body is read only up to the broker’s limit', async () => {
    const url = await platform((_, outgoing) => {
      Readable.from(repeat('x'.repeat(10_000)))
        .on('error', () => {})
        .pipe(outgoing);
    });
    const text = await (await createNodeFetch()(url, POST)).text();
    expect(text.length).toBeGreaterThan(65_536);
    expect(text.length).toBeLessThan(1_000_000);
  });

  it('a call is rejected with the system code if nothing listens, and if the body breaks off', async () => {
    await expect(createNodeFetch()('http://127.0.0.1:1/', POST)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const url = await platform((incoming, outgoing) => {
      outgoing.writeHead(200, { 'Content-Length': '100' }).write('{');
      setImmediate(() => incoming.socket.destroy());
    });
    await expect(createNodeFetch()(url, POST)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('an aborted signal ends the connection', async () => {
    const leaving = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const url = await platform(incoming => {
      closed = new Promise(resolve => incoming.socket.once('close', resolve));
      leaving.abort();
    });
    await expect(createNodeFetch()(url, { ...POST, signal: leaving.signal })).rejects.toThrow();
    await closed;
  });
});
