/** Answers that come too late: after sleep, after everything was forgotten, after the page was disposed of. */

import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { agentMessage, END, JOIN_ECHO, JOINED, START } from '../session/fixtures/machine.ts';
import { type FakeWorld, fakePorts, GRANT, settled } from './fixtures/fake-ports.ts';

const OPTIONS = { streaming: true, platform: 'web' } as const;
const grant = (name: string) =>
  ({ ok: true, value: { ...GRANT, accessToken: name, resumeTicket: `${name}-ticket` } }) as const;

async function opened() {
  const world = fakePorts({ storage: true });
  const chat = createClient(OPTIONS, world.ports);
  chat.open();
  await world.pass();
  return { world, chat };
}

async function active() {
  const { world, chat } = await opened();
  await world.answerToken(grant('first'));
  await world.answerSession();
  join(world);
  await world.pass(1_000);
  return { world, chat };
}

function join(world: FakeWorld): void {
  world.latest().accept();
  world.latest().say(START);
  world.latest().pong();
  world.latest().say(JOIN_ECHO, JOINED);
}

async function nap(world: FakeWorld): Promise<void> {
  world.signal('frozen');
  await world.pass();
  world.signal('resumed');
  await world.pass();
}

describe('after sleep', () => {
  it('[R25] a token that was asked for before is not taken for the one that was asked for after', async () => {
    const { world } = await opened();
    const before = world.tokens.splice(0);
    await nap(world);
    expect(world.tokens).toHaveLength(1);
    before[0]?.(grant('before'));
    await settled();
    expect(world.sessions).toHaveLength(0);
    await world.answerToken(grant('after'));
    await world.answerSession();
    expect(world.latest().url).toContain('access_token=after');
  });

  it('[R25] a token that was requested before the sleep is not taken even if it comes after the new one', async () => {
    const { world } = await opened();
    const before = world.tokens.splice(0);
    await nap(world);
    await world.answerToken(grant('after'));
    before[0]?.(grant('before'));
    await settled();
    await world.answerSession();
    expect(world.latest().url).toContain('access_token=after');
    await world.pass(1_000);
    expect(world.kept.peek().head).toContain('after-ticket');
  });

  it('[R25] a session that was asked for before is not taken, for it belongs to another token', async () => {
    const { world } = await opened();
    await world.answerToken(grant('before'));
    const before = world.sessions.splice(0);
    await nap(world);
    await world.answerToken(grant('after'));
    before[0]?.({ ok: true, value: 'session-of-before' });
    await settled();
    expect(world.sockets).toHaveLength(0);
    await world.answerSession({ ok: true, value: 'session-of-after' });
    expect(world.latest().url).toContain('session-of-after');
  });

  it('[R26] the conversation goes on with its token, its session and its cursor', async () => {
    const { world, chat } = await active();
    world.latest().say(agentMessage(4, 'hello'));
    await nap(world);
    expect(world.sockets[0]?.closed).toBe(true);
    expect(world.latest().url).toContain('session_id=session-1&cursor=4');
    world.latest().accept();
    world.latest().pong();
    expect(chat.connection.value.status).toBe('online');
  });

  it('[R26] without a storage and other tabs it does the same, with the token it has', async () => {
    const world = fakePorts();
    const chat = createClient(OPTIONS, world.ports);
    chat.open();
    await world.answerToken();
    await world.answerSession();
    join(world);
    world.signal('frozen');
    expect(world.sockets[0]?.closed).toBe(true);
    world.signal('visible');
    world.clock.advance(60_000);
    expect(world.sockets).toHaveLength(1);
    world.signal('resumed');
    expect(world.sockets).toHaveLength(2);
    expect(world.tickets).toHaveLength(1);
  });

  it('[R3] a pause that was asked for is not cut short by it', async () => {
    const { world } = await opened();
    await world.answerToken({ ok: false, failure: { kind: 'rate_limited', retryAfterMs: 60_000 } });
    await world.pass(10_000);
    await nap(world);
    expect(world.tokens).toHaveLength(0);
    await world.pass(49_000);
    expect(world.tokens).toHaveLength(0);
    await world.pass(1_000);
    expect(world.tokens).toHaveLength(1);
  });
});

describe('after everything was forgotten', () => {
  it('[M30] a token that comes then leaves nothing behind', async () => {
    const { world, chat } = await opened();
    chat.forget();
    await world.answerToken(grant('late'));
    await world.pass(10_000);
    expect(world.kept.peek()).toEqual({});
    chat.open();
    await world.pass();
    expect(world.tickets.at(-1)).toBe(undefined);
  });

  it('[M30] a renewed ticket that comes then leaves nothing behind', async () => {
    const { world, chat } = await active();
    await world.pass(4 * 60_000);
    expect(world.tickets).toEqual([undefined, 'first-ticket']);
    chat.forget();
    await world.answerToken(grant('late'));
    await world.pass(10_000);
    expect(world.kept.peek()).toEqual({});
  });

  it('[M30] nothing is written when the page is hidden, asleep or closed, until the visitor begins anew', async () => {
    const { world, chat } = await active();
    chat.forget();
    await world.pass();
    expect(world.kept.peek()).toEqual({});
    world.signal('hidden');
    await world.pass();
    expect(world.kept.peek()).toEqual({});
    await nap(world);
    world.clock.advance(60_000);
    await world.pass();
    expect(world.kept.peek()).toEqual({});
    chat.setDraft('again');
    await world.pass(1_000);
    expect(world.kept.peekOwn().join()).toContain('again');
    chat.forget();
    await world.pass();
    chat.dispose();
    await world.pass();
    expect(world.kept.peek()).toEqual({});
  });

  it('[M30] a chat that was forgotten starts nothing: no token, no session, no socket', async () => {
    const { world, chat } = await active();
    const calls = world.tickets.length;
    chat.forget();
    await world.pass(10 * 60_000);
    expect(world.latest().types().at(-1)).toBe('EVENT_TYPE_USER_END_SESSION');
    expect(world.latest().closed).toBe(true);
    expect([world.tickets.length, world.sockets.length]).toEqual([calls, 1]);
    expect(chat.state.value).toMatchObject({ messages: [], outbox: [], draft: '', open: false, ended: null });
    expect(chat.connection.value.status).toBe('idle');
    expect(world.clock.size).toBe(0);
  });
});

describe('after the end of the chat', () => {
  it.each(['token', 'session'] as const)('[X1] a %s that comes then is dropped, and nothing is written', async what => {
    const { world, chat } = await opened();
    if (what === 'session') await world.answerToken();
    chat.dispose();
    await world.pass(10_000);
    const { head } = world.kept.peek();
    if (what === 'session') await world.answerSession();
    else await world.answerToken(grant('late'));
    await world.pass(10_000);
    expect(world.sockets).toHaveLength(0);
    expect(world.kept.peek().head).toBe(head);
    expect(world.clock.size).toBe(0);
  });

  it('[M31] changes that are not written yet are written at the end of the chat, and nothing after', async () => {
    const { world, chat } = await active();
    world.latest().say(agentMessage(4, 'last words'));
    chat.dispose();
    await world.pass(2_000);
    expect(world.kept.peek().transcript).toContain('last words');
    expect(world.clock.size).toBe(0);
    expect(world.listeners.size).toBe(0);
  });
});

describe('a handler that disposes of the chat', () => {
  it("[M31] finds the visitor's message written, which is what it hears of", async () => {
    const { world, chat } = await active();
    chat.on('message', ({ from }) => from === 'user' && chat.dispose());
    chat.send('my last words');
    await world.pass(2_000);
    expect(world.kept.peekOwn().join()).toContain('my last words');
  });

  it('[M31] a handler that disposes of the chat finds the end written', async () => {
    const { world, chat } = await active();
    chat.on('ended', () => chat.dispose());
    world.latest().say(END(4));
    await world.pass(2_000);
    expect(world.kept.peek().head).toContain('natural-end');
  });
});

describe('a broker that gives no ticket', () => {
  it('[R22] a broker that gives no ticket is not asked to renew it: the ticket of a new token would lead away from the session', async () => {
    const { world } = await opened();
    await world.answerToken({ ok: true, value: { ...GRANT, resumeTicket: '' } });
    await world.answerSession();
    join(world);
    await world.pass(9 * 60_000);
    expect(world.tickets).toEqual([undefined]);
  });

  it('[R15] a broker that gives no ticket is not asked to probe, which needs a ticket', async () => {
    const { world } = await opened();
    await world.answerToken({ ok: true, value: { ...GRANT, resumeTicket: '', features: ['probe'] } });
    await world.answerSession();
    world.latest().drop();
    await world.pass(5_000);
    world.latest().drop();
    await world.pass(5_000);
    expect(world.sockets.length).toBeGreaterThan(1);
    expect(world.probes).toHaveLength(0);
  });
});

describe('a broker that looks', () => {
  /** Refuses the socket twice in a row, after which the broker is asked to look. */
  async function looking() {
    const { world, chat } = await opened();
    await world.answerToken({ ok: true, value: { ...GRANT, features: ['probe'] } });
    await world.answerSession();
    world.latest().drop();
    await world.pass(1_000);
    world.latest().drop();
    await world.pass();
    expect(world.probes).toHaveLength(1);
    return { world, chat };
  }

  it("[R19] a broker's Retry-After is in seconds, and kept in full", async () => {
    const { world } = await looking();
    world.probes.shift()?.({ ok: true, value: { status: 429, retryAfter: 60 } });
    await world.pass(59_900);
    expect(world.sockets).toHaveLength(2);
    await world.pass(200);
    expect(world.sockets).toHaveLength(3);
  });

  it('[R25] a probe that ends after the page has slept says nothing about the new token', async () => {
    const { world, chat } = await looking();
    await nap(world);
    await world.answerToken({ ok: true, value: { ...GRANT, features: ['probe'] } });
    for (let refusals = 1; refusals <= 2; refusals += 1) {
      world.latest().drop();
      await world.pass(1_000);
    }
    expect(world.probes).toHaveLength(2);
    world.probes.shift()?.({ ok: true, value: { status: 404 } });
    await settled();
    expect(chat.state.value.connection.phase).toBe('connecting');
    world.probes.shift()?.({ ok: true, value: { status: 404 } });
    await settled();
    expect(chat.state.value.connection.phase).toBe('creating');
  });
});

describe('a chat that was made offline', () => {
  it('[R4] connects when it is opened after the network has come', async () => {
    const world = fakePorts({ storage: true, online: false });
    const chat = createClient(OPTIONS, world.ports);
    world.network.online = true;
    world.signal('online');
    chat.open();
    await world.pass();
    expect(world.tokens).toHaveLength(1);
  });

  it('[R4] tries when it is opened before, and again as soon as the network comes', async () => {
    const world = fakePorts({ storage: true });
    const chat = createClient(OPTIONS, world.ports);
    world.network.online = false;
    world.signal('offline');
    chat.open();
    await world.pass();
    expect(world.tokens).toHaveLength(1);
    await world.answerToken({ ok: false, failure: { kind: 'network' } });
    expect(chat.connection.value.status).toBe('offline');
    world.network.online = true;
    world.signal('online');
    expect(world.tokens).toHaveLength(1);
  });
});
