/** `emulator.platform.control` and the clock of a running emulator: the control API without HTTP. */

import { describe, expect, it } from 'vitest';
import type { PlatformControl } from '../../../src/emulator/control/actions.ts';
import { EmulatorError } from '../../../src/emulator/model/emulator-error.ts';
import { createSeededRandom } from '../../../src/emulator/model/seeded-random.ts';
import { createPlatform } from '../../../src/emulator/platform.ts';
import { closeEmulatorsAfterEach, connect, conversation, emulator, look, visitor } from '../real-client.ts';

describe('the control of a running emulator', () => {
  closeEmulatorsAfterEach();

  it('injected events reach the sockets, and are given back', async () => {
    const at = await emulator();
    const who = await visitor(at);
    const peer = await connect(at, who);
    const done = at.platform.control.inject(at.now(), who.session, { type: 'EVENT_TYPE_FROM_TOMORROW' });
    const live = await peer.untilType('FROM_TOMORROW');
    expect(done).toMatchObject({ event: live, stored: true, outputs: [{ kind: 'send' }] });
  });

  it('drop ends the sockets, without a close frame or with a code', async () => {
    const at = await emulator();
    const who = await visitor(at);
    const cut = await connect(at, who);
    expect(at.platform.control.drop(at.now(), who.session)).toMatchObject({ dropped: 1, outputs: [{ kind: 'cut' }] });
    expect((await cut.closed).code).toBe(1006);
    const closed = await connect(at, who);
    at.platform.control.drop(at.now(), who.session, 1012);
    expect((await closed.closed).code).toBe(1012);
  });

  it.each(['end', 'expire'] as const)('%s tells the sockets and closes them, once', async act => {
    const at = await emulator();
    const who = await visitor(at);
    const peer = await connect(at, who);
    const finish = () => at.platform.control[act](at.now(), who.session, 'natural-end');
    expect(finish()).toMatchObject({ done: true });
    expect((await peer.closed).code).toBe(1000);
    expect(peer.events.at(-1)?.type).toBe('EVENT_TYPE_SESSION_END');
    expect(finish()).toMatchObject({ done: false });
  });

  it('the clock moves on, and what has become due is done', async () => {
    const at = await emulator({ clock: () => Date.UTC(2026, 0, 1) });
    const who = await visitor(at);
    const peer = await connect(at, who);
    expect(at.now()).toBe(Date.UTC(2026, 0, 1));
    expect(at.advance(8 * 60_000)).toBe(Date.UTC(2026, 0, 1, 0, 8));
    await peer.untilType('SESSION_IDLE_WARNING');
    at.advance(2 * 60_000);
    expect((await peer.closed).code).toBe(1000);
    expect(at.platform.control.session(who.session)?.state).toBe('expired');
  });

  it('after a clock of the caller’s own has moved, sessions are shown as they are then', async () => {
    let time = Date.UTC(2026, 0, 1);
    const at = await emulator({ clock: () => time });
    const who = await visitor(at);
    const peer = await connect(at, who);
    time += 10 * 60_000;
    expect(at.platform.control.sessions().map(each => each.state)).toEqual(['expired']);
    expect((await peer.closed).code).toBe(1000);
  });

  it('goes by the emulator’s clock, whatever the time in the call', async () => {
    const at = await emulator({ clock: () => Date.UTC(2026, 0, 1) });
    const who = await visitor(at);
    const peer = await connect(at, who);
    at.advance(60_000);
    for (const time of [0, Date.UTC(2026, 0, 2)]) at.platform.control.inject(time, who.session, { type: 'X' });
    await peer.until(event => event.type === 'X');
    await peer.settle();
    const times = peer.events.filter(event => event.type === 'X').map(event => event.timestamp);
    expect(times).toEqual(['2026-01-01T00:01:00.000Z', '2026-01-01T00:01:00.000Z']);
  });

  it('faults and agents hold for what comes over the network, and the control API shows them', async () => {
    const at = await emulator();
    at.platform.control.addFault({ kind: 'duplicate', times: 2 });
    at.platform.control.useAgent({ script: 'echo' });
    expect((await look(at, 'faults')).body).toEqual({ faults: [{ kind: 'duplicate', times: 2 }] });
    expect((await look(at, 'agent')).body).toEqual({ script: 'echo', pace: 0, live: 'script' });
    const { peer } = await conversation(at);
    expect(peer.frames[0]).toBe(peer.frames[1]);
  });

  it.each([-1, Number.NaN, '5', undefined])('the clock is not moved on by %j', async ms => {
    const at = await emulator({ clock: () => 0 });
    expect(() => Reflect.apply(at.advance, undefined, [ms])).toThrow(/^emulator\.advance: "ms" .*a number from 0 to/);
    expect(at.now()).toBe(0);
  });
});

const EVENT = { type: 'X' };

/** `ID` stands for the id of an existing session. */
const WRONG: readonly (readonly [keyof PlatformControl, readonly unknown[], RegExp])[] = [
  ['addFault', [{ kind: 'duplicat' }], /^control\.addFault: "kind" must be one of refuse-handshake, /],
  ['addFault', [{ kind: 'delay' }], /^control\.addFault: "ms" is missing: it must be a number from 0 to/],
  ['addFault', [{ kind: 'delay', ms: '5' }], /^control\.addFault: "ms" must be a number from 0 to/],
  ['addFault', ['duplicate'], /^control\.addFault: the fault must be an object/],
  ['addFault', [{ kind: 'duplicate', sessionId: 'nobody' }], /^control\.addFault: there is no session "nobody"/],
  ['useAgent', [{ script: 'zzz' }], /^control\.useAgent: "script" must be one of shop, echo, silent/],
  ['useAgent', [{ pace: -3 }], /^control\.useAgent: "pace" must be a number from 0 to 1000/],
  ['useAgent', [{ speed: 3 }], /^control\.useAgent: "speed" is not a field/],
  ['useAgent', [{ live: 'nobody' }], /^control\.useAgent: "live" must be one of script, desk/],
  ['desk', [0, 'ID', { act: 'sleep' }], /^control\.desk: "act" must be one of accept, typing, message, /],
  ['desk', [0, 'ID', { act: 'message' }], /^control\.desk: "text" is missing/],
  ['desk', [0, 'ID', 'accept'], /^control\.desk: the act must be an object, { act: 'accept' }/],
  ['drop', ['ID'], /^control\.drop: "at" must be a number/],
  ['drop', [0], /^control\.drop: "id" is missing/],
  ['drop', [0, 'ID', 1006], /^control\.drop: "code" must be a WebSocket close code/],
  ['inject', [0, 'ID', { payload: {} }], /^control\.inject: the event must be .* in wire form/],
  ['inject', [0, 'ID', { type: 'EVENT_BATCH' }], /^control\.inject: EVENT_BATCH is a frame, not an event/],
  ['inject', ['now', 'ID', EVENT], /^control\.inject: "at" must be a number/],
  ['expire', ['ID'], /^control\.expire: "at" must be a number/],
  ['end', [0, 'ID', 'USER_END'], /^control\.end: "reason" must be one of natural-end, /],
];

describe('a wrong call of control', () => {
  closeEmulatorsAfterEach();

  const tryAll = (control: PlatformControl, id: string) => {
    for (const [name, given, message] of WRONG) {
      const call = () =>
        Reflect.apply(
          control[name],
          control,
          given.map(each => (each === 'ID' ? id : each)),
        );
      expect(call).toThrow(message);
      expect(call).toThrow(EmulatorError);
      expect(call).toThrow(expect.objectContaining({ code: 'invalid_call' }));
    }
  };

  it('a wrong call is refused by a running emulator with a reason, and changes nothing', async () => {
    const at = await emulator({ clock: () => 0 });
    const { session } = await visitor(at);
    const { control } = at.platform;
    const before = control.session(session);
    tryAll(control, session);
    expect(control.faults()).toEqual([]);
    expect(control.useAgent({})).toEqual({ script: 'shop', pace: 0, live: 'script' });
    expect(control.session(session)).toEqual(before);
  });

  it('a wrong call is refused by a brain of the caller’s own in the same words', () => {
    tryAll(createPlatform({ random: createSeededRandom(1) }).control, 'ID');
  });

  it('a session that there is none of is null, as before', async () => {
    const { platform, now } = await emulator();
    expect(platform.control.session('nobody')).toBeNull();
    expect(platform.control.drop(now(), 'nobody')).toBeNull();
    expect(platform.control.inject(now(), 'nobody', EVENT)).toBeNull();
  });
});
