import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { startTcpProxy } from '../../e2e/tcp-proxy.ts';
import {
  closeAllAfterEach,
  dial,
  dialThrough,
  pattern,
  roundTrips,
  soon,
  start,
  startProxy,
  startTarget,
} from './socket-ends.ts';

closeAllAfterEach();

describe('in fair weather', () => {
  it('four megabytes pass both ways, complete and in order', async () => {
    const { target, proxy } = await start();
    const client = await dial(proxy.port);
    const bytes = pattern(4 * 1024 * 1024);
    client.socket.write(bytes);
    await soon(() => client.heard().length).toBe(bytes.length);
    expect(client.heard().equals(bytes)).toBe(true);
    expect(target.ends[0]?.heard().equals(bytes)).toBe(true);
  });

  it('connections do not mix', async () => {
    const { proxy } = await start();
    const clients = await Promise.all(Array.from({ length: 8 }, () => dial(proxy.port)));
    for (let round = 0; round < 50; round += 1) for (const [at, { socket }] of clients.entries()) socket.write(`${at}`);
    for (const [at, client] of clients.entries()) await soon(client.text).toBe(`${at}`.repeat(50));
    expect(proxy.connections()).toBe(8);
  });

  it('a receiver that does not read holds the sender back', async () => {
    const { target, proxy } = await start({ echo: false });
    const client = await dial(proxy.port);
    await soon(() => target.ends.length).toBe(1);
    const receiver = target.ends[0]?.socket;
    receiver?.pause();
    const chunk = pattern(1024 * 1024);
    const sent = { chunks: 0 };
    const pour = async () => {
      for (; sent.chunks < 64; sent.chunks += 1) {
        if (!client.socket.write(chunk)) await once(client.socket, 'drain');
      }
    };
    const poured = pour();
    const other = await startTarget();
    let before = -1;
    while (before !== sent.chunks) {
      before = sent.chunks;
      await roundTrips(other, 200);
    }
    expect(sent.chunks).toBeLessThan(40);
    receiver?.resume();
    await poured;
    await soon(() => target.ends[0]?.heard().length).toBe(64 * chunk.length);
  }, 20_000);

  it('the end of one direction passes, and the other goes on', async () => {
    const { target, proxy } = await start({ echo: false, allowHalfOpen: true });
    const client = await dial(proxy.port, { allowHalfOpen: true });
    client.socket.end('question');
    await soon(() => target.ends[0]?.ended()).toBe(true);
    expect(target.ends[0]?.text()).toBe('question');
    expect(client.ended()).toBe(false);
    target.ends[0]?.socket.end('answer');
    await soon(client.ended).toBe(true);
    expect(client.text()).toBe('answer');
    await soon(proxy.connections).toBe(0);
  });

  it('last words on their way arrive although their speaker is gone, and the connection counts until then', async () => {
    const { target, proxy } = await start({ echo: false, allowHalfOpen: true });
    const client = await dial(proxy.port, { allowHalfOpen: true });
    await soon(() => target.ends.length).toBe(1);
    target.ends[0]?.socket.end('goodbye');
    await soon(client.ended).toBe(true);
    proxy.slow(0.01);
    client.socket.end('last words');
    await soon(client.closed).toBe(true);
    await roundTrips(await startTarget());
    expect([target.ends[0]?.ended(), proxy.connections()]).toEqual([false, 1]);
    proxy.slow(null);
    await soon(() => target.ends[0]?.closed()).toBe(true);
    expect(target.ends[0]?.text()).toBe('last words');
    await soon(proxy.connections).toBe(0);
  });

  it('a side that breaks off ends the other', async () => {
    const { target, proxy } = await start();
    const client = await dialThrough(proxy.port);
    const other = await dialThrough(proxy.port);
    client.socket.resetAndDestroy();
    await soon(() => target.ends[0]?.closed()).toBe(true);
    target.ends[1]?.socket.resetAndDestroy();
    await soon(other.closed).toBe(true);
    await soon(proxy.connections).toBe(0);
  });

  it('nobody at the target: the connection ends, and the proxy lives on', async () => {
    const { target, proxy } = await start();
    await target.close();
    const client = await dial(proxy.port);
    await soon(client.closed).toBe(true);
    await soon(proxy.connections).toBe(0);
    expect((await dial(proxy.port)).socket.remotePort).toBe(proxy.port);
  });

  it('a side that breaks off after it has said all does it no harm', async () => {
    const { target, proxy } = await start({ echo: false, allowHalfOpen: true });
    const client = await dial(proxy.port, { allowHalfOpen: true });
    client.socket.end('question');
    await soon(() => target.ends[0]?.ended()).toBe(true);
    client.socket.resetAndDestroy();
    // The other half has ended already, so a client only notices when it writes.
    await soon(() => {
      target.ends[0]?.socket.write('answer');
      return target.ends[0]?.closed();
    }).toBe(true);
    await soon(proxy.connections).toBe(0);
  });

  it('clients that come and break off at once do it no harm', async () => {
    const { proxy } = await start();
    for (let round = 0; round < 50; round += 1) {
      const hasty = connect(proxy.port, '127.0.0.1', () => {
        hasty.write('x');
        if (round % 2) hasty.resetAndDestroy();
        else hasty.destroy();
      });
      hasty.on('error', () => {});
      await once(hasty, 'close');
    }
    await soon(proxy.connections).toBe(0);
    expect((await dialThrough(proxy.port)).text()).toBe('hi');
  });
});

describe('cutting', () => {
  it.each([1, 2, 4, 6])(
    'every byte of %d megabytes that have passed arrives, however late it is read',
    async megabytes => {
      const { target, proxy } = await start({ echo: false });
      const client = await dial(proxy.port);
      await soon(() => target.ends.length).toBe(1);
      const receiver = target.ends[0]?.socket;
      receiver?.pause();
      const bytes = pattern(8 * 1024 * 1024);
      proxy.cutAfterBytes(megabytes * 1_000_000, 'up');
      client.socket.write(bytes);
      await roundTrips(await startTarget(), 200);
      receiver?.resume();
      await soon(() => target.ends[0]?.closed()).toBe(true);
      expect(target.ends[0]?.heard().equals(bytes.subarray(0, megabytes * 1_000_000))).toBe(true);
    },
  );

  it('cutAll ends every connection on both sides and says how many; new ones pass', async () => {
    const { target, proxy } = await start();
    const clients = [await dialThrough(proxy.port), await dialThrough(proxy.port)];
    expect(proxy.cutAll()).toBe(2);
    expect(proxy.connections()).toBe(0);
    expect(proxy.cutAll()).toBe(0);
    for (const each of [...clients, ...target.ends]) await soon(each.closed).toBe(true);
    await dialThrough(proxy.port);
    expect(proxy.connections()).toBe(1);
  });

  it.each([
    ['up', 1],
    ['up', 70_000],
    ['down', 1],
    ['down', 70_000],
  ] as const)('%s: after exactly %d more bytes the connection is cut', async (direction, bytes) => {
    const { target, proxy } = await start({ echo: false });
    const client = await dial(proxy.port);
    await soon(() => target.ends.length).toBe(1);
    const [server] = target.ends;
    if (!server) throw new Error('the target has no connection');
    const [sender, receiver] = direction === 'up' ? [client, server] : [server, client];
    sender.socket.write('before');
    await soon(receiver.text).toBe('before');
    proxy.cutAfterBytes(bytes, direction);
    const sent = pattern(200_000);
    sender.socket.write(sent);
    await soon(() => sender.closed() && receiver.closed()).toBe(true);
    expect(receiver.heard().subarray('before'.length).equals(sent.subarray(0, bytes))).toBe(true);
    expect(proxy.connections()).toBe(0);
  });

  it('the other direction does not count, and the cut happens once', async () => {
    const { target, proxy } = await start({ echo: false });
    const client = await dial(proxy.port);
    await soon(() => target.ends.length).toBe(1);
    proxy.cutAfterBytes(3, 'down');
    client.socket.write('a long question');
    await soon(() => target.ends[0]?.text()).toBe('a long question');
    target.ends[0]?.socket.write('answer');
    await soon(client.closed).toBe(true);
    expect(client.text()).toBe('ans');
    const again = await dial(proxy.port);
    await soon(() => target.ends.length).toBe(2);
    target.ends[1]?.socket.write('answer');
    await soon(again.text).toBe('answer');
  });

  it('bytes are counted over all connections, and the one that carries the last is cut', async () => {
    const { target, proxy } = await start();
    const first = await dialThrough(proxy.port);
    const second = await dialThrough(proxy.port);
    proxy.cutAfterBytes(5, 'up');
    first.socket.write('abc');
    await soon(first.text).toBe('hiabc');
    second.socket.write('defg');
    await soon(second.closed).toBe(true);
    expect(target.ends.map(end => end.text())).toEqual(['hiabc', 'hide']);
    expect(first.closed()).toBe(false);
  });

  it('0 cuts before the next byte', async () => {
    const { target, proxy } = await start();
    const client = await dialThrough(proxy.port);
    proxy.cutAfterBytes(0, 'up');
    client.socket.write('lost');
    await soon(client.closed).toBe(true);
    await soon(() => target.ends[0]?.closed()).toBe(true);
    expect(target.ends[0]?.text()).toBe('hi');
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d bytes are refused', async bytes => {
    const { proxy } = await start();
    expect(() => proxy.cutAfterBytes(bytes, 'up')).toThrow(RangeError);
  });
});

describe('refusing and ending', () => {
  it('new connections are reset, open ones go on, and it can be taken back', async () => {
    const { target, proxy } = await start();
    const client = await dialThrough(proxy.port);
    proxy.refuseNew(true);
    const refused = connect(proxy.port, '127.0.0.1');
    const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
    client.socket.write(' there');
    await soon(client.text).toBe('hi there');
    expect([proxy.connections(), target.ends.length]).toEqual([1, 1]);
    proxy.refuseNew(false);
    await dialThrough(proxy.port);
  });

  it('connections from before may go on later than new ones, and deliver their data even if the client has ended', async () => {
    const { target, proxy } = await start();
    const old = await dialThrough(proxy.port);
    proxy.stall();
    old.socket.end('late');
    proxy.resume(1_000);
    let before: string | undefined;
    target.ends[0]?.socket.once('data', () => {
      before = target.ends[1]?.text();
    });
    const next = await dial(proxy.port);
    next.socket.write('soon');
    await soon(() => target.ends[0]?.text()).toBe('hilate');
    expect(before).toBe('soon');
  });

  it('close cuts everything, stalled ones too, frees the port, and may be called twice', async () => {
    const { proxy } = await start();
    const client = await dialThrough(proxy.port);
    proxy.stall();
    client.socket.write('x');
    await Promise.all([proxy.close(), proxy.close()]);
    await soon(client.closed).toBe(true);
    expect(proxy.connections()).toBe(0);
    await expect(dial(proxy.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('two proxies stand side by side', async () => {
    const target = await startTarget();
    const [one, other] = [await startProxy(target.port), await startTcpProxy({ targetPort: target.port })];
    const client = await dialThrough(one.port);
    await dialThrough(other.port);
    await other.close();
    client.socket.write('!');
    await soon(client.text).toBe('hi!');
  });
});

describe('with WebSockets', () => {
  it('a frame cut in the middle never arrives, and both sides see 1006', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const address = server.address();
    const proxy = await startProxy(typeof address === 'object' && address ? address.port : 0);
    const codes: number[] = [];
    const texts: string[] = [];
    const accepted = once(server, 'connection') as Promise<[WebSocket]>;
    const client = new WebSocket(`ws://127.0.0.1:${proxy.port}`);
    client.on('message', data => texts.push(String(data)));
    client.on('close', code => codes.push(code));
    client.on('error', () => {});
    const [socket] = await accepted;
    socket.on('close', code => codes.push(code));
    socket.on('error', () => {});
    socket.send('whole');
    await soon(() => texts).toEqual(['whole']);
    proxy.cutAfterBytes(40, 'down');
    socket.send('x'.repeat(100));
    await soon(() => codes).toEqual([1006, 1006]);
    expect(texts).toEqual(['whole']);
    await new Promise(resolve => server.close(resolve));
  });
});
