import { describe, expect, it } from 'vitest';
import { idleEndsAt } from '../../../src/session/machine/inactivity.ts';
import { agentMessage, at, attempt, chunk, END, event, type Machine, machine } from '../fixtures/machine.ts';

describe('idle', () => {
  const MINUTE = 60_000;
  /** Lets time pass with a heartbeat, answered, whenever one is due. */
  function beat(m: Machine, minutes: number): number {
    let beats = 0;
    for (let i = 0; i < minutes * 2; i++) {
      m.now += MINUTE / 2;
      if (!m.timers.has('heartbeat')) continue;
      m.fire('heartbeat');
      beats += m.sent('HEARTBEAT');
      m.pong();
    }
    return beats;
  }

  it('[I1] after eight quiet minutes the visitor is asked, once', () => {
    const m = at.active();
    expect(m.timers.get('idle')).toBe(8 * MINUTE);
    m.now += 8 * MINUTE;
    m.fire('idle');
    expect(m.emitted.filter(each => each.name === 'idle')).toEqual([{ name: 'idle', detail: { secondsLeft: 120 } }]);
    m.hear(event(20, { type: 'SESSION_IDLE_WARNING' }));
    expect(m.emitted.filter(each => each.name === 'idle')).toHaveLength(1);
  });

  it('[I2] unanswered, the heartbeats stop after ten minutes', () => {
    const m = at.active();
    expect(beat(m, 9)).toBe(18);
    expect(beat(m, 20)).toBe(1);
  });

  it('[I2] a keystroke, a message of either side or the button gives another ten', () => {
    const answers: ((m: Machine) => void)[] = [
      m => m.feed({ type: 'draftChanged', text: 'h' }),
      m => m.feed({ type: 'sendRequested', id: 'a', text: 'hi' }),
      m => m.feed({ type: 'stayRequested' }),
      m => m.hear(agentMessage(9, 'Are you there?')),
    ];
    for (const answer of answers) {
      const m = at.active();
      m.now += 8 * MINUTE;
      m.fire('heartbeat').pong();
      m.fire('idle');
      m.now += 5 * MINUTE;
      m.fire('heartbeat');
      expect(m.sent('HEARTBEAT')).toBe(0);
      answer(m);
      expect(m.timers.has('heartbeat')).toBe(true);
      expect(m.state.idle.askedAt).toBe(null);
      m.pong();
      expect(beat(m, 9)).toBe(18);
    }
  });

  it('[I3] nobody is asked while the connection has failed, because no answer would keep anything alive', () => {
    const m = at.active();
    m.feed({ type: 'socketClosed', ...attempt(m), code: 4000, opened: true });
    m.now += 8 * MINUTE;
    m.fire('idle');
    expect(m.emitted.filter(each => each.name === 'idle')).toEqual([]);
    // No timer wakes the page for it.
    expect(m.timers.has('idle')).toBe(false);
  });

  it('[I3] once the network has brought it back they are asked soon, before the heartbeats stop', () => {
    const failed = { name: 'failed', code: 'connection_lost', step: 'connect' } as const;
    const m = machine({ ...at.active().state, phase: failed });
    m.now += 9 * MINUTE;
    m.feed({ type: 'timerFired', key: 'idle' }, { type: 'online' });
    expect(m.timers.get('idle')).toBe(30_000);
    m.fire('idle');
    expect(m.emitted.filter(each => each.name === 'idle')).toHaveLength(1);
  });

  it('[I3] … and no sooner than after eight quiet minutes', () => {
    const failed = { name: 'failed', code: 'connection_lost', step: 'connect' } as const;
    const m = machine({ ...at.active().state, phase: failed });
    m.now += 3 * MINUTE;
    m.feed({ type: 'online' });
    expect(m.timers.get('idle')).toBe(5 * MINUTE);
  });

  it('[I2] a visitor who was asked before the connection failed can still answer', () => {
    const m = at.active();
    m.now += 8 * MINUTE;
    m.fire('idle').feed({ type: 'socketClosed', ...attempt(m), code: 4000, opened: true });
    expect(idleEndsAt(m.state)).not.toBeNull();
    m.feed({ type: 'stayRequested' });
    expect(idleEndsAt(m.state)).toBeNull();
  });

  it('[I5] an end that did not get through is found out: nothing was heard for longer than a session lives', () => {
    const m = at.active();
    m.now += 11 * MINUTE;
    m.fire('heartbeat');
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'expired' });
    expect(m.of('closeSocket')).not.toHaveLength(0);
    expect(m.of('openSocket')).toHaveLength(0);
  });

  it('[I5] an end that did not get through is found out even if no heartbeat has gone out since', () => {
    const m = at.active();
    beat(m, 9);
    m.now += 2 * MINUTE;
    m.hear(event(null, { type: 'HEARTBEAT' })).fire('heartbeat');
    expect([m.sent('HEARTBEAT'), m.timers.get('heartbeat')]).toEqual([0, 10 * MINUTE]);
    m.now += 10 * MINUTE + 1;
    expect(m.fire('heartbeat').state.phase).toMatchObject({ name: 'ended', reason: 'expired' });
  });

  it('[I3] nobody is asked, and heartbeats go on, while a person is awaited or talked to', () => {
    const m = at.active().hear(event(5, { type: 'HANDOFF_ACCEPTED' }));
    m.now += 8 * MINUTE;
    m.fire('idle');
    expect(m.emitted.some(each => each.name === 'idle')).toBe(false);
    expect(beat(m, 30)).toBe(60);
  });

  it.each([
    ['the queue gave up', 'HANDOFF_ACCEPTED', 'HANDOFF_TIMEOUT'],
    ['nobody could be found', 'HANDOFF_ACCEPTED', 'HANDOFF_FAILED'],
    ['the person has left', 'LIVE_AGENT_JOINED', 'LIVE_AGENT_LEFT'],
  ] as const)('[I3] quiet counts from the end of such a wait: %s', (_, begin, end) => {
    const m = at.active().hear(event(5, { type: begin }));
    m.now += 8 * MINUTE;
    m.fire('idle');
    expect(beat(m, 15)).toBe(30);
    m.hear(event(6, { type: end }));
    expect(m.timers.get('idle')).toBe(8 * MINUTE);
    expect(beat(m, 9)).toBe(18);
    m.fire('idle');
    expect(m.emitted.at(-1)).toEqual({ name: 'idle', detail: { secondsLeft: 120 } });
  });

  it.each([
    ['is being thought about', (m: Machine) => m.hear(event(null, { type: 'AGENT_THINKING' } as never))],
    ['is being written', (m: Machine) => m.hear(chunk(4, 'r', 1, 'Let me '))],
    [
      'cannot come before the message has got through',
      (m: Machine) => m.feed({ type: 'sendRequested', id: 'a', text: 'a' }),
    ],
  ])('[I3] nobody is asked while a reply %s, and the next time is in eight minutes', (_, begin) => {
    const m = begin(at.active()).fire('idle');
    expect(m.state.idle.askedAt).toBe(null);
    expect(m.timers.get('idle')).toBe(8 * MINUTE);
  });

  it('[I3] a reply is waited for, but not for ever: broken off, it keeps nothing alive', () => {
    const m = at.active().hear(chunk(4, 'r', 1, 'Let me '));
    m.now += 20 * MINUTE;
    m.fire('heartbeat');
    expect(m.sent('HEARTBEAT')).toBe(1);
    m.pong().fire('silence').fire('heartbeat');
    expect(m.sent('HEARTBEAT')).toBe(0);
    m.fire('idle');
    expect(m.emitted.filter(each => each.name === 'idle')).toHaveLength(1);
  });

  it('[I3] [I4] a warning of the platform asks nobody where a person is talked to, or nobody is ever asked', () => {
    const warning = event(20, { type: 'SESSION_IDLE_WARNING' });
    const live = at.active().hear(event(5, { type: 'LIVE_AGENT_JOINED', agentName: 'Maya' }));
    const always = machine({ ...at.active().state, keepAlive: 'always' });
    for (const m of [live, always]) {
      m.hear(warning);
      expect(m.emitted.some(each => each.name === 'idle')).toBe(false);
      expect(m.state.idle.askedAt).toBeNull();
      // The heartbeat keeps the session alive.
      expect(m.sent('HEARTBEAT')).toBe(1);
    }
    const never = machine({ ...live.state, keepAlive: 'never' }).hear({ ...warning, id: 'w2', sequence: 21 });
    expect(never.sent('HEARTBEAT')).toBe(0);
    expect(never.emitted.at(-1)?.name).toBe('idle');
  });

  it('[I2] heartbeats stop in time though the clock was set back', () => {
    const m = at.active();
    m.now -= 60 * MINUTE;
    m.feed({ type: 'visible' }).pong();
    m.now += 11 * MINUTE;
    m.hear(event(30, { type: 'SYSTEM_MESSAGE', level: 'info', message: 'We are moving' })).fire('heartbeat');
    expect(m.sent('HEARTBEAT')).toBe(0);
  });

  it('[I2] [I5] a visitor who was asked gets no more time because the clock was set back', () => {
    const m = at.active();
    m.now += 8 * MINUTE;
    m.fire('heartbeat').pong().fire('idle');
    m.now -= 60 * MINUTE;
    m.feed({ type: 'visible' });
    expect((idleEndsAt(m.state) ?? 0) - m.now).toBe(2 * MINUTE);
    m.now += 2 * MINUTE + 1;
    m.pong().fire('heartbeat');
    expect(m.sent('HEARTBEAT')).toBe(0);
  });

  it('[I1] nobody is asked any more once the conversation has ended', () => {
    const m = at.active().fire('idle');
    expect(m.state.idle.askedAt).toBe(m.now);
    expect(m.hear(END(9)).state.idle.askedAt).toBe(null);
  });

  it('[I1] a warning that words have followed is over', () => {
    const m = at.active().hear(event(20, { type: 'SESSION_IDLE_WARNING' }), agentMessage(21, 'Here I am'));
    expect(m.emitted.some(each => each.name === 'idle')).toBe(false);
    expect(m.state.idle.askedAt).toBeNull();
  });

  it('[I4] `always` never stops and never asks; `never` sends none but the ones that find out', () => {
    const always = at.active();
    const eternal = machine({ ...always.state, keepAlive: 'always' });
    eternal.feed({ type: 'timerFired', key: 'idle' });
    expect(eternal.emitted).toEqual([]);
    eternal.now += 60 * MINUTE;
    eternal.feed({ type: 'timerFired', key: 'heartbeat' });
    expect(eternal.sent('HEARTBEAT')).toBe(1);
    const silent = machine({ ...at.active().state, keepAlive: 'never' });
    silent.feed({ type: 'timerFired', key: 'heartbeat' });
    expect(silent.sent('HEARTBEAT')).toBe(0);
    silent.feed({ type: 'visible' });
    expect(silent.sent('HEARTBEAT')).toBe(1);
  });

  it('[I1] the platform warning is passed on, also when it comes first', () => {
    const m = at.active().hear(event(20, { type: 'SESSION_IDLE_WARNING' }));
    expect(m.emitted.at(-1)).toEqual({ name: 'idle', detail: { secondsLeft: 120 } });
    m.feed({ type: 'stayRequested' });
    expect(m.sent('HEARTBEAT')).toBe(1);
  });
});
