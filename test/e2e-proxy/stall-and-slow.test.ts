import { describe, expect, it } from 'vitest';
import { closeAllAfterEach, dial, dialThrough, pattern, roundTrips, soon, start, startTarget } from './socket-ends.ts';

closeAllAfterEach();

describe('stalling', () => {
  it('nothing passes either way, the connection stays, and on resume everything comes in order', async () => {
    const { target, proxy } = await start({ echo: false });
    const client = await dial(proxy.port);
    client.socket.write('1');
    await soon(() => target.ends[0]?.text()).toBe('1');
    proxy.stall();
    const bytes = pattern(300_000);
    client.socket.write('2');
    client.socket.write(bytes);
    target.ends[0]?.socket.write('answer');
    await roundTrips(await startTarget());
    expect([target.ends[0]?.text(), client.text(), proxy.connections()]).toEqual(['1', '', 1]);
    proxy.resume();
    await soon(client.text).toBe('answer');
    await soon(() => target.ends[0]?.heard().length).toBe(300_002);
    expect(target.ends[0]?.heard().subarray(2).equals(bytes)).toBe(true);
  });

  it('new connections open and wait too', async () => {
    const { target, proxy } = await start();
    proxy.stall();
    const client = await dial(proxy.port);
    client.socket.write('hello');
    await roundTrips(await startTarget());
    expect([client.text(), target.ends.map(end => end.text()).join()]).toEqual(['', '']);
    proxy.resume();
    await soon(client.text).toBe('hello');
  });

  it.each([
    ['ends', 'end'],
    ['breaks off', 'resetAndDestroy'],
  ] as const)('a side that %s is noticed by the other after the resume only', async (_, leave) => {
    const { target, proxy } = await start();
    const client = await dialThrough(proxy.port);
    proxy.stall();
    client.socket[leave]();
    await roundTrips(await startTarget());
    expect(target.ends.map(end => [end.ended(), end.closed()])).toEqual([[false, false]]);
    expect(proxy.connections(), 'one side is open').toBe(1);
    proxy.resume();
    await soon(() => target.ends[0]?.closed()).toBe(true);
    await soon(proxy.connections).toBe(0);
  });

  it('a stalled connection can be cut, and later ones stay stalled', async () => {
    const { target, proxy } = await start();
    const client = await dialThrough(proxy.port);
    proxy.stall();
    client.socket.write('lost');
    await roundTrips(await startTarget());
    expect(proxy.cutAll()).toBe(1);
    await soon(client.closed).toBe(true);
    proxy.resume();
    await dialThrough(proxy.port);
    expect(target.ends.map(end => end.text())).toEqual(['hi', 'hi']);
  });
});

describe('slowing', () => {
  it('passes no faster than told, complete and in order', async () => {
    const { proxy } = await start({ echo: true });
    const client = await dialThrough(proxy.port);
    proxy.slow(20_000);
    const bytes = pattern(8_000);
    const startedAt = performance.now();
    client.socket.write(bytes);
    await soon(() => client.heard().length).toBe(8_002);
    // The proxy does not wait after the last portion, which would take 50 ms.
    expect(performance.now() - startedAt).toBeGreaterThan(330);
    expect(client.heard().subarray(2).equals(bytes)).toBe(true);
  });

  it('at full speed again, what waited passes at once', async () => {
    const { target, proxy } = await start({ echo: false });
    const client = await dial(proxy.port);
    // One byte, and then a pause that is longer than any test.
    proxy.slow(0.01);
    const bytes = pattern(1_000_000);
    client.socket.write(bytes);
    await soon(() => target.ends[0]?.heard().length).toBe(1);
    proxy.slow(null);
    await soon(() => target.ends[0]?.heard().length).toBe(bytes.length);
    expect(target.ends[0]?.heard().equals(bytes)).toBe(true);
  });

  it('a slow connection can be cut at an exact byte', async () => {
    const { target, proxy } = await start({ echo: false });
    const client = await dial(proxy.port);
    proxy.slow(10_000);
    proxy.cutAfterBytes(1_234, 'up');
    const bytes = pattern(5_000);
    client.socket.write(bytes);
    await soon(client.closed).toBe(true);
    await soon(() => target.ends[0]?.closed()).toBe(true);
    expect(target.ends[0]?.heard().equals(bytes.subarray(0, 1_234))).toBe(true);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('%d bytes a second are refused', async rate => {
    const { proxy } = await start();
    expect(() => proxy.slow(rate)).toThrow(RangeError);
  });
});
