import { describe, expect, it } from 'vitest';
import {
  closeEmulatorsAfterEach,
  control,
  conversation,
  emulator,
  look,
  refusedHandshake,
  visitor,
} from '../real-client.ts';
import { bareType, createBrain, joinedBrain, START } from '../virtual-brain.ts';

const MINUTE = 60_000;

describe('idle time', () => {
  closeEmulatorsAfterEach();

  it('warns after eight minutes without a client event, ends after ten, and is not found after that', async () => {
    const at = await emulator();
    const { who, peer } = await conversation(at);
    const before = peer.events.length;
    await control(at, 'clock', { advanceMs: 8 * MINUTE });
    await peer.untilType('SESSION_IDLE_WARNING');
    await control(at, 'clock', { advanceMs: 2 * MINUTE });
    expect(await peer.closed).toMatchObject({ code: 1000 });
    expect(peer.events.slice(before).map(bareType)).toEqual(['SESSION_IDLE_WARNING', 'SESSION_END']);
    expect(peer.events.at(-1)?.payload).toEqual({ reason: 'REASON_USER_ABANDONED' });
    expect((await look(at, `sessions/${who.session}`)).body).toMatchObject({ state: 'expired', sockets: [] });
    expect(await refusedHandshake(at, { access_token: who.token, session_id: who.session })).toMatchObject({
      status: 404,
      body: { error: 'session not found' },
    });
  });

  it('dates what it did not see pass: warning and end at their own instants', () => {
    const brain = createBrain();
    brain.platform.wake(START + 60 * MINUTE);
    expect(brain.stored().map(({ type, timestamp = '' }) => [type, Date.parse(timestamp) - START])).toEqual([
      ['EVENT_TYPE_SESSION_START', 0],
      ['EVENT_TYPE_SESSION_IDLE_WARNING', 8 * MINUTE],
      ['EVENT_TYPE_SESSION_END', 10 * MINUTE],
    ]);
  });

  it('an end that is set before the warning comes without one, in its time', () => {
    const brain = createBrain({ idleExpiryMs: MINUTE });
    brain.platform.wake(START + 60 * MINUTE);
    expect(brain.stored().map(({ type, timestamp = '' }) => [type, Date.parse(timestamp) - START])).toEqual([
      ['EVENT_TYPE_SESSION_START', 0],
      ['EVENT_TYPE_SESSION_END', MINUTE],
    ]);
  });

  it('counts from the last client event of any kind, and warns once per silence', () => {
    const brain = joinedBrain();
    const mark = brain.mark();
    brain.pass(7 * MINUTE - 1);
    brain.send('a', 'EVENT_TYPE_HEARTBEAT');
    brain.pass(8 * MINUTE - 1);
    expect(brain.typesSince(mark)).toEqual(['HEARTBEAT']);
    brain.pass(1);
    brain.pass(MINUTE);
    brain.send('a', 'EVENT_TYPE_USER_TYPING', { state: 'TYPING_STATE_STARTED' });
    brain.pass(8 * MINUTE);
    const types = brain.typesSince(mark);
    expect(types).toEqual(['HEARTBEAT', 'SESSION_IDLE_WARNING', 'SESSION_IDLE_WARNING']);
    brain.pass(2 * MINUTE);
    expect(brain.typesSince(mark).at(-1)).toBe('SESSION_END');
  });

  it('a session is not kept alive by the agent, by a socket that opens, or by a frame that is no event', () => {
    const brain = joinedBrain();
    brain.pass(9 * MINUTE - 1);
    brain.open('b');
    brain.raw('b', 'nonsense');
    const mark = brain.mark();
    brain.pass(1);
    expect(brain.typesSince(mark)).toEqual(['SESSION_END', 'SESSION_END']);
    expect(brain.closes('b')).toMatchObject([{ kind: 'close', code: 1000 }]);
  });

  it('shows a session as expired as soon as its time is over, whoever looked last', async () => {
    let now = START;
    const at = await emulator({ clock: () => now });
    const { session } = await visitor(at);
    now += 10 * MINUTE;
    expect((await look(at, 'sessions')).body.sessions).toMatchObject([{ id: session, state: 'expired' }]);
  });

  it('ends a session that never had a socket, on the real clock', async () => {
    const at = await emulator({ idleWarningMs: 10, idleExpiryMs: 20 });
    const { session } = await visitor(at);
    await expect.poll(() => at.platform.control.session(session)?.state).toBe('expired');
  });

  it('has nothing left to wake for when its sessions are over', () => {
    const brain = joinedBrain();
    brain.pass(11 * MINUTE);
    expect(brain.platform.nextWakeAt()).toBeNull();
  });
});
