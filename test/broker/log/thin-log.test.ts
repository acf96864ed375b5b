import { describe, expect, it } from 'vitest';
import type { LogFields } from '../../../src/broker/log/log.ts';
import { createThinLog } from '../../../src/broker/log/thin-log.ts';
import { createWorld, SHOP } from '../fixtures/fake-world.ts';

function setUp() {
  const clock = { now: 1_900_000_000_000 };
  const lines: [string, LogFields | undefined][] = [];
  const write = (event: string, fields?: LogFields) => void lines.push([event, fields]);
  return { clock, lines, log: createThinLog({ info: write, warn: write, error: write }, () => clock.now) };
}

describe('lines that strangers cause', () => {
  it('a line is written once a minute, and the next line of its kind says how many were omitted', () => {
    const { clock, lines, log } = setUp();
    for (let nth = 0; nth < 500; nth += 1) log.warn('origin_refused', { origin: 'https://evil.test' });
    log.warn('origin_refused', { origin: 'https://other.test' });
    log.warn('origin_refused', { origin: 'https://other.test' });
    clock.now += 60_000;
    log.warn('origin_refused', { origin: 'https://evil.test' });
    expect(lines).toEqual([
      ['origin_refused', { origin: 'https://evil.test' }],
      ['origin_refused', { origin: 'https://other.test', leftOut: 499 }],
      ['origin_refused', { origin: 'https://evil.test', leftOut: 1 }],
    ]);
  });

  it('a refusal of the same client is the same line, however long it must wait', () => {
    const { lines, log } = setUp();
    for (const retryAfter of [60, 59, 58]) log.warn('rate_limited', { client: 'a', retryAfter });
    expect(lines).toEqual([['rate_limited', { client: 'a', retryAfter: 60 }]]);
  });

  it('a stranger with a thousand names cannot fill the disk', () => {
    const { lines, log } = setUp();
    for (let nth = 0; nth < 5_000; nth += 1) log.warn('origin_refused', { origin: `https://${nth}.test` });
    expect(lines.length).toBe(1_000);
  });

  it('trouble of the platform is never omitted', () => {
    const { lines, log } = setUp();
    for (let nth = 0; nth < 3; nth += 1) log.warn('upstream_unavailable', { cause: 'timeout' });
    for (let nth = 0; nth < 3; nth += 1) log.error('upstream_rejected', { status: 401 });
    expect(lines.length).toBe(6);
  });
});

describe('the client in the log', () => {
  it('a refused client has a pseudonym that distinguishes it from others and changes daily', async () => {
    const world = createWorld({ rateLimit: 1 });
    const refuse = async (address: string) => {
      await world.post({}, { address });
      await world.post({}, { address });
      return world.lines.findLast(({ event }) => event === 'rate_limited')?.names.client;
    };
    const first = await refuse('203.0.113.7');
    expect(first).toMatch(/^[\w-]{8}$/);
    expect(await refuse('203.0.113.8')).not.toBe(first);
    expect(JSON.stringify(world.lines)).not.toContain('203.0.113');
    world.clock.now += 61_000;
    expect(await refuse('203.0.113.7')).toBe(first);
    world.clock.now += 86_400_000;
    expect(await refuse('203.0.113.7')).not.toBe(first);
  });

  it('repeated requests of a foreign page are one line', async () => {
    const world = createWorld();
    for (let nth = 0; nth < 3; nth += 1) await world.post({}, { origin: 'https://evil.test' });
    await world.post({}, { origin: SHOP });
    expect(world.lines.filter(({ event }) => event === 'origin_refused').length).toBe(1);
  });
});
