import { describe, expect, it } from 'vitest';
import type { Fact, Intent } from '../../src/session/state/inputs.ts';
import type { PhaseName } from '../../src/session/state/state.ts';
import { agentMessage, at, attempt, type Machine, machine, TOKEN } from './fixtures/machine.ts';

type Row = readonly [
  from: keyof typeof at,
  what: string,
  input: (m: Machine) => Intent | Fact,
  to: PhaseName,
  effect?: string,
];

const ROWS: readonly Row[] = [
  ['idle', 'open', () => ({ type: 'openRequested' }), 'authorizing', 'fetchToken'],
  ['idle', 'send', () => ({ type: 'sendRequested', id: 'a', text: 'hi' }), 'authorizing', 'fetchToken'],
  ['idle', 'online', () => ({ type: 'online' }), 'idle'],
  ['idle', 'end', () => ({ type: 'endRequested' }), 'idle'],
  ['idle', 'close', () => ({ type: 'closeRequested' }), 'idle'],
  ['idle', 'retry of what has not failed', () => ({ type: 'retryRequested', id: 'none' }), 'idle'],
  ['ended', 'retry of what has not failed', () => ({ type: 'retryRequested', id: 'none' }), 'ended'],
  ['authorizing', 'token', m => ({ ...TOKEN, ...attempt(m) }), 'creating', 'createSession'],
  [
    'authorizing',
    'network failure',
    m => ({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'network' } }),
    'waiting',
    'setTimer',
  ],
  [
    'authorizing',
    'broker overloaded',
    m => ({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'unavailable' } }),
    'waiting',
    'setTimer',
  ],
  [
    'authorizing',
    'rate limit',
    m => ({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'rate_limited', retryAfterMs: 9_000 } }),
    'waiting',
    'setTimer',
  ],
  [
    'authorizing',
    'origin refused',
    m => ({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'origin_not_allowed' } }),
    'failed',
    'emit',
  ],
  [
    'authorizing',
    'token refused',
    m => ({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'rejected' } }),
    'failed',
    'emit',
  ],
  [
    'authorizing',
    'unsafe platform',
    m => ({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'unsafe_address' } }),
    'failed',
    'emit',
  ],
  [
    'authorizing',
    'unreadable answer',
    m => ({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'bad_answer' } }),
    'failed',
    'emit',
  ],
  ['authorizing', 'end', () => ({ type: 'endRequested' }), 'ended', 'closeSocket'],
  ['creating', 'session', m => ({ type: 'sessionCreated', ...attempt(m), sessionId: 's' }), 'connecting', 'openSocket'],
  [
    'creating',
    'token no longer good',
    m => ({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } }),
    'waiting',
    'dropToken',
  ],
  [
    'creating',
    'platform trouble',
    m => ({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unavailable' } }),
    'waiting',
    'setTimer',
  ],
  [
    'creating',
    'refused',
    m => ({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'rejected' } }),
    'failed',
    'emit',
  ],
  ['connecting', 'open', m => ({ type: 'socketOpened', ...attempt(m) }), 'replaying', 'sendFrame'],
  [
    'connecting',
    'handshake refused',
    m => ({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false }),
    'waiting',
    'setTimer',
  ],
  [
    'connecting',
    'handshake refused with a masked code',
    m => ({ type: 'socketClosed', ...attempt(m), code: 1000, opened: false }),
    'waiting',
    'setTimer',
  ],
  [
    'replaying',
    'drop',
    m => ({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }),
    'waiting',
    'setTimer',
  ],
  ['replaying', 'dead socket', () => ({ type: 'timerFired', key: 'pong' }), 'waiting', 'closeSocket'],
  ['joining', 'drop', m => ({ type: 'socketClosed', ...attempt(m), code: 1011, opened: true }), 'waiting', 'setTimer'],
  ['joining', 'no receipt', () => ({ type: 'timerFired', key: 'receipt' }), 'connecting', 'openSocket'],
  ['joining', 'end', () => ({ type: 'endRequested' }), 'joining', 'sendFrame'],
  ['active', 'drop', m => ({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }), 'waiting', 'setTimer'],
  [
    'active',
    'restart of the server',
    m => ({ type: 'socketClosed', ...attempt(m), code: 1012, opened: true }),
    'waiting',
    'setTimer',
  ],
  [
    'active',
    'keep-alive timeout',
    m => ({ type: 'socketClosed', ...attempt(m), code: 4002, opened: true }),
    'waiting',
    'setTimer',
  ],
  ['active', 'clean close', m => ({ type: 'socketClosed', ...attempt(m), code: 1000, opened: true }), 'ended', 'emit'],
  ['active', 'replaced', m => ({ type: 'socketClosed', ...attempt(m), code: 4000, opened: true }), 'failed', 'emit'],
  [
    'active',
    'session rejected',
    m => ({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true }),
    'creating',
    'createSession',
  ],
  ['active', 'heartbeat due', () => ({ type: 'timerFired', key: 'heartbeat' }), 'active', 'sendFrame'],
  ['active', 'heartbeat unanswered', () => ({ type: 'timerFired', key: 'pong' }), 'waiting', 'closeSocket'],
  ['active', 'back in the foreground', () => ({ type: 'visible' }), 'active', 'sendFrame'],
  ['active', 'awake again', () => ({ type: 'resumed' }), 'active', 'sendFrame'],
  ['active', 'network changed', () => ({ type: 'online' }), 'active', 'sendFrame'],
  ['active', 'offline', () => ({ type: 'offline' }), 'active', 'sendFrame'],
  ['active', 'end', () => ({ type: 'endRequested' }), 'active', 'sendFrame'],
  ['active', 'new conversation', () => ({ type: 'startNewRequested' }), 'creating', 'createSession'],
  ['waiting', 'time is up', () => ({ type: 'timerFired', key: 'retry' }), 'connecting', 'openSocket'],
  ['waiting', 'try again', () => ({ type: 'reconnectRequested' }), 'connecting', 'openSocket'],
  ['waiting', 'online', () => ({ type: 'online' }), 'connecting', 'openSocket'],
  ['waiting', 'visible', () => ({ type: 'visible' }), 'connecting', 'openSocket'],
  ['waiting', 'offline', () => ({ type: 'offline' }), 'waiting', 'setTimer'],
  ['waiting', 'end', () => ({ type: 'endRequested' }), 'ended', 'emit'],
  ['ended', 'new conversation', () => ({ type: 'startNewRequested' }), 'authorizing', 'fetchToken'],
  ['ended', 'send', () => ({ type: 'sendRequested', id: 'a', text: 'hi' }), 'authorizing', 'fetchToken'],
  ['ended', 'online', () => ({ type: 'online' }), 'ended'],
  ['ended', 'open', () => ({ type: 'openRequested' }), 'ended'],
  ['ended', 'try again', () => ({ type: 'reconnectRequested' }), 'ended'],
  ['failed', 'try again', () => ({ type: 'reconnectRequested' }), 'authorizing', 'fetchToken'],
  ['failed', 'online', () => ({ type: 'online' }), 'failed'],
  ['failed', 'end', () => ({ type: 'endRequested' }), 'ended', 'emit'],
  ['failed', 'new conversation', () => ({ type: 'startNewRequested' }), 'authorizing', 'fetchToken'],
];

describe('phases', () => {
  for (const [from, what, input, to, effect] of ROWS) {
    it(`[S1] ${from} + ${what} → ${to}`, () => {
      const m = at[from]();
      m.feed(input(m));
      expect(m.state.phase.name).toBe(to);
      if (effect) expect(m.effects.map(each => each.type)).toContain(effect);
      else expect(m.effects.filter(each => each.type !== 'emit')).toEqual([]);
    });
  }

  it('[S2] answers to an older attempt change nothing, in any phase', () => {
    for (const [name, make] of Object.entries(at)) {
      const m = make();
      const before = m.state;
      const old = before.link.attempt - 1;
      m.feed(
        { ...TOKEN, attempt: old },
        { type: 'tokenFailed', attempt: old, failure: { kind: 'rejected' } },
        { type: 'sessionCreated', attempt: old, sessionId: 'other' },
        { type: 'sessionFailed', attempt: old, failure: { kind: 'rejected' } },
        { type: 'socketOpened', attempt: old },
        { type: 'socketClosed', attempt: old, code: 4001, opened: true },
        { type: 'eventsReceived', attempt: old, events: [agentMessage(50, 'late')] },
      );
      expect(m.state, name).toBe(before);
    }
  });

  it('[S3] nothing is asked of anyone before the visitor opens or sends', () => {
    const m = machine().feed({ type: 'online' }, { type: 'visible' }, { type: 'hidden' }, { type: 'resumed' });
    m.feed({ type: 'closeRequested' }, { type: 'reconnectRequested' }, { type: 'draftChanged', text: 'hm' });
    expect(m.state.phase.name).toBe('idle');
    expect(m.timers.size).toBe(0);
    expect(m.effects).toEqual([]);
  });

  it('[S4] every change of phase is told once', () => {
    const m = at.active();
    const told = m.emitted.flatMap(each => (each.name === 'state' ? [each.detail.phase] : []));
    expect(told).toEqual(['authorizing', 'creating', 'connecting', 'replaying', 'joining', 'active']);
  });
});
