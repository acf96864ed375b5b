import { describe, expect, it } from 'vitest';
import { batchFrame, parseCursor } from '../../../src/emulator/model/journal.ts';
import { decodeServerFrame } from '../../../src/protocol/decode.ts';
import {
  closeEmulatorsAfterEach,
  connect,
  control,
  conversation,
  emulator,
  refusedHandshake,
  tokenOf,
  visitor,
} from '../real-client.ts';
import { createBrain, joinedBrain } from '../virtual-brain.ts';

describe('socket handshake', () => {
  closeEmulatorsAfterEach();

  it('refuses a handshake without a token or without a session with 400', async () => {
    const at = await emulator();
    const { token, session } = await visitor(at);
    const refusal = { status: 400, body: { error: 'invalid connection parameters' } };
    expect(await refusedHandshake(at, { session_id: session })).toMatchObject(refusal);
    expect(await refusedHandshake(at, { access_token: token })).toMatchObject(refusal);
  });

  it('refuses an invalid token, and a good one of another user, with 401', async () => {
    const at = await emulator();
    const { session } = await visitor(at);
    const refusal = { status: 401, body: { error: 'authentication failed' } };
    expect(await refusedHandshake(at, { access_token: 'a.b.c', session_id: session })).toMatchObject(refusal);
    const other = await tokenOf(at);
    expect(await refusedHandshake(at, { access_token: other, session_id: session })).toMatchObject(refusal);
  });

  it('refuses an expired token with 401', async () => {
    const at = await emulator({ tokenLifetimeSeconds: 60 });
    const { token, session } = await visitor(at);
    await control(at, 'clock', { advanceMs: 60_000 });
    expect(await refusedHandshake(at, { access_token: token, session_id: session })).toMatchObject({
      status: 401,
      body: { error: 'authentication failed' },
    });
  });

  it('refuses a session that is unknown, ended or expired with 404', async () => {
    const at = await emulator();
    const refusal = { status: 404, body: { error: 'session not found' } };
    const ended = await visitor(at);
    const expired = await visitor(at);
    await control(at, `sessions/${ended.session}/end`);
    await control(at, `sessions/${expired.session}/expire`);
    const asked = [{ token: ended.token, session: '8d1f6a5e-0000-4000-8000-000000000000' }, ended, expired];
    for (const { token, session } of asked) {
      expect(await refusedHandshake(at, { access_token: token, session_id: session })).toMatchObject(refusal);
    }
  });

  it('takes ten sockets and refuses the eleventh with 429 until one of them is gone', async () => {
    const at = await emulator();
    const who = await visitor(at);
    const peers = await Promise.all(Array.from({ length: 10 }, () => connect(at, who)));
    const query = { access_token: who.token, session_id: who.session };
    expect(await refusedHandshake(at, query)).toMatchObject({
      status: 429,
      body: { error: 'connection limit exceeded for session' },
    });
    peers[0]?.close();
    await peers[0]?.closed;
    const again = await connect(at, who);
    await again.untilType('SESSION_START');
    expect(again.events).toHaveLength(1);
  });

  it('answers a socket on any other path with 404', async () => {
    const at = await emulator();
    const { token, session } = await visitor(at);
    const query = { access_token: token, session_id: session };
    expect(await refusedHandshake(at, query, '/elsewhere')).toMatchObject({
      status: 404,
      body: { error: 'not found' },
    });
  });
});

describe('replay', () => {
  closeEmulatorsAfterEach();

  it('sends what is newer than the cursor, as an integer or as seq:n', async () => {
    const at = await emulator();
    const { who, peer } = await conversation(at);
    const stored = peer.events.filter(event => event.sequence !== null);
    for (const cursor of ['2', 'seq:2']) {
      const again = await connect(at, who, cursor);
      await again.untilFrames(1);
      expect(again.events).toEqual(stored.filter(event => Number(event.sequence) > 2));
      expect(again.events.length).toBeGreaterThan(0);
    }
  });

  it.each(['', 'abc', '-1', '1.5', 'seq:', 'seq:x', '1e3', '99999999999999999999'])(
    'reads the cursor %j as the beginning, and refuses nothing',
    async cursor => {
      const at = await emulator();
      const who = await visitor(at);
      const peer = await connect(at, who, cursor);
      await peer.untilType('SESSION_START');
      expect(peer.events[0]?.sequence).toBe(1);
    },
  );

  it('sends an empty batch when nothing is newer, or none when it is told so', () => {
    const withBatch = createBrain();
    withBatch.open('a', '1');
    expect(withBatch.log).toMatchObject([{ kind: 'send', frame: batchFrame([], 'service') }]);
    const without = createBrain({ emptyBatch: false });
    without.open('a', '1');
    expect(without.log).toEqual([]);
  });

  it('sends at most a hundred events in one batch, all of them, in order', () => {
    const brain = joinedBrain({ script: 'silent', socketRate: { perSecond: 1000, burst: 1000 } });
    for (let index = 0; index < 250; index += 1) brain.say(`message ${index}`);
    const mark = brain.mark();
    brain.open('b');
    const frames = brain.log.slice(mark).map(output => (output.kind === 'send' ? output.frame : ''));
    const batches = frames.map(decodeServerFrame);
    expect(batches.map(each => each.batch)).toEqual([true, true, true]);
    expect(batches.map(each => each.events.length)).toEqual([100, 100, 52]);
    const sequences = batches.flatMap(each => each.events.map(event => event.sequence));
    expect(sequences).toEqual(Array.from({ length: 252 }, (_, index) => index + 1));
  });

  it('replays an event exactly as it was sent live', async () => {
    const at = await emulator();
    const { who, peer } = await conversation(at, { streaming_enabled: true });
    const again = await connect(at, who);
    await again.untilFrames(1);
    expect(again.events).toEqual(peer.events.filter(event => event.sequence !== null));
  });

  it('knows both forms of a cursor', () => {
    expect(['7', 'seq:7', null, '7 '].map(parseCursor)).toEqual([7, 7, 0, 0]);
  });
});
