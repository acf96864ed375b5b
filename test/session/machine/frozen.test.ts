/** A page that is frozen or put into the back/forward cache, and comes back; and pauses that stay in force, whatever wakes the page. */

import { describe, expect, it } from 'vitest';
import { selectStatus } from '../../../src/session/selectors.ts';
import type { Fact, Intent } from '../../../src/session/state/inputs.ts';
import { agentMessage, at, attempt, echo, JOINED, type Machine, reconnected, TOKEN } from '../fixtures/machine.ts';

const ATTEMPTS = ['fetchToken', 'createSession', 'openSocket', 'probe', 'renewTicket', 'sendFrame'] as const;
const attempts = (m: Machine) => ATTEMPTS.reduce((sum, type) => sum + m.count(type), 0);

const STATIONS = Object.entries(at);
/** Phases in which there is something to suspend. */
const UNDER_WAY = STATIONS.filter(([name]) => !['idle', 'ended', 'failed'].includes(name));

const WAKERS: readonly (Intent | Fact)[] = [
  { type: 'visible' },
  { type: 'hidden' },
  { type: 'offline' },
  { type: 'online' },
  { type: 'reconnectRequested' },
  { type: 'draftChanged', text: 'hm' },
  { type: 'sendRequested', id: 'z', text: 'anyone?' },
  { type: 'stayRequested' },
];

/** Every answer that may be on its way, to the attempt from before the freeze. */
function lateAnswers(attempt: number): Fact[] {
  const failure = { kind: 'rejected' } as const;
  return [
    { ...TOKEN, attempt },
    { type: 'tokenFailed', attempt, failure },
    { type: 'sessionCreated', attempt, sessionId: 'late' },
    { type: 'sessionFailed', attempt, failure },
    { type: 'socketOpened', attempt },
    { type: 'eventsReceived', attempt, events: [agentMessage(50, 'late')] },
    { type: 'socketClosed', attempt, code: 4001, opened: true },
    { type: 'probed', attempt, status: 404 },
    { type: 'probeFailed', attempt, failure },
  ];
}

describe('a page that sleeps', () => {
  it.each(UNDER_WAY)('[R25] %s: its socket is closed and nothing is tried, whatever wakes or fires', (_, make) => {
    const m = make().feed({ type: 'frozen' });
    expect(m.of('closeSocket')).toHaveLength(1);
    expect(m.state.phase).toMatchObject({ name: 'waiting', until: null });
    expect(m.timers.has('retry')).toBe(false);
    const before = attempts(m);
    m.feed(...WAKERS);
    for (const key of [...m.timers.keys()]) m.fire(key);
    expect(attempts(m)).toBe(before);
  });

  it.each(UNDER_WAY)('[R25] %s: answers from before the sleep change nothing', (_, make) => {
    const m = make();
    const old = m.state.link.attempt;
    m.feed({ type: 'frozen' });
    const before = m.state;
    m.feed(...lateAnswers(old));
    expect(m.state).toBe(before);
  });

  it.each(['idle', 'ended', 'failed'] as const)('[R25] %s: nothing to put away, and nothing begins on waking', name => {
    const m = at[name]();
    const before = m.state.phase;
    m.feed({ type: 'frozen' }, { type: 'visible' }, { type: 'resumed' });
    expect(m.state.phase).toEqual(before);
    expect(m.state.frozen).toBe(false);
    expect(m.of('fetchToken').length + m.of('openSocket').length).toBe(0);
  });

  it('[R25] opened while it sleeps, it begins when it is back', () => {
    const m = at.idle().feed({ type: 'frozen' }, { type: 'openRequested' });
    expect(m.count('fetchToken')).toBe(0);
    m.feed({ type: 'resumed' });
    expect(m.of('fetchToken')).toHaveLength(1);
  });

  it.each([
    ['authorizing', 'fetchToken'],
    ['creating', 'createSession'],
    ['connecting', 'openSocket'],
    ['replaying', 'openSocket'],
    ['joining', 'openSocket'],
    ['active', 'openSocket'],
    ['waiting', 'openSocket'],
  ] as const)('[R26] %s: back again, it goes on at once where it stands (%s)', (name, effect) => {
    const m = at[name]().feed({ type: 'frozen' }, { type: 'resumed' });
    expect(m.of(effect)).toHaveLength(1);
    expect(m.timers.has('retry')).toBe(false);
  });

  it('[R26] offline when it is back, it tries all the same', () => {
    const m = at.active().feed({ type: 'frozen' }, { type: 'offline' });
    expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'offline', until: null });
    expect(m.timers.has('retry')).toBe(false);
    m.feed({ type: 'resumed' });
    expect(m.of('openSocket')).toHaveLength(1);
    expect(selectStatus(m.state)).toBe('offline');
  });

  it('[R26] a message in flight is looked up in the history, not sent again', () => {
    const m = at.active().feed({ type: 'sendRequested', id: 'a', text: 'hi' }, { type: 'frozen' }, { type: 'resumed' });
    expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1', cursor: 3 }]);
    reconnected(m, echo(4, 'a', 'hi'));
    expect(m.sent('USER_MESSAGE')).toBe(0);
    expect(m.state.phase.name).toBe('active');
    expect(m.state.outbox).toEqual([]);
  });

  it('[R26] after ten minutes the session is over', () => {
    const m = at.active().feed({ type: 'frozen' });
    m.now += 10 * 60_000 + 1;
    m.feed({ type: 'resumed' });
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'expired' });
  });

  it('[R25] signs of typing end with it, and the last one is not told to a socket that is gone', () => {
    const m = at.active().feed({ type: 'draftChanged', text: 'h' }, { type: 'frozen' });
    expect(m.state.typing.told).toBe(false);
    m.feed({ type: 'sendRequested', id: 'a', text: 'h' });
    expect(m.of('sendFrame')).toEqual([]);
  });

  it('[R25] an end that was asked for is not forgotten over it', () => {
    const m = at.active().feed({ type: 'endRequested' }, { type: 'frozen' }).fire('ending');
    expect(selectStatus(m.state)).toBe('ended');
    m.feed({ type: 'resumed' });
    m.feed({ type: 'socketOpened', ...attempt(m) });
    expect(m.sent('USER_END_SESSION')).toBe(1);
    m.fire('ending');
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
  });
});

describe('a pause that was asked for', () => {
  const failures = {
    'rate limit': { kind: 'rate_limited', retryAfterMs: 60_000 },
    overload: { kind: 'unavailable', retryAfterMs: 60_000 },
  } as const;
  /** Ten seconds into the pause. */
  function pausing(failure: (typeof failures)[keyof typeof failures]): Machine {
    const m = at.authorizing();
    m.feed({ type: 'tokenFailed', ...attempt(m), failure });
    m.now += 10_000;
    return m;
  }

  const wakers: readonly (readonly [string, readonly Fact[]])[] = [
    ['visible', [{ type: 'visible' }]],
    ['online', [{ type: 'online' }]],
    ['offline and online', [{ type: 'offline' }, { type: 'online' }]],
    ['asleep and awake', [{ type: 'frozen' }, { type: 'resumed' }]],
    [
      'asleep, offline, online, awake',
      [{ type: 'frozen' }, { type: 'offline' }, { type: 'online' }, { type: 'resumed' }],
    ],
  ];

  for (const [name, failure] of Object.entries(failures)) {
    it.each(wakers)(`[R3] ${name}: kept in full through %s`, (_, inputs) => {
      const m = pausing(failure).feed(...inputs);
      expect(m.count('fetchToken')).toBe(1);
      expect(m.state.phase).toMatchObject({ name: 'waiting', until: 1_060_000 });
      expect(m.timers.get('retry')).toBe(50_000);
      m.now += 50_000;
      m.fire('retry');
      expect(m.of('fetchToken')).toHaveLength(1);
    });
  }

  it('[R3] over while the page was away, it is over', () => {
    const m = pausing(failures['rate limit']).feed({ type: 'frozen' });
    m.now += 50_000;
    m.feed({ type: 'resumed' });
    expect(m.of('fetchToken')).toHaveLength(1);
    // It stays over, even if the clock is set back later.
    m.feed({ type: 'frozen' });
    m.now -= 20_000;
    m.feed({ type: 'resumed' });
    expect(m.of('fetchToken')).toHaveLength(1);
  });

  it("[R3] the visitor's Try again cuts it short", () => {
    const m = pausing(failures['rate limit']).feed(
      { type: 'offline' },
      { type: 'online' },
      { type: 'reconnectRequested' },
    );
    expect(m.of('fetchToken')).toHaveLength(1);
    expect(m.timers.has('retry')).toBe(false);
  });

  it('[R3] one that is shorter than our own pause is not undercut by chance', () => {
    const m = at.authorizing();
    for (let i = 0; i < 3; i++) {
      m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'network' } }).fire('retry');
    }
    m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'unavailable', retryAfterMs: 7_000 } });
    expect(m.of('setTimer')).toEqual([{ type: 'setTimer', key: 'retry', ms: 8_000 }]);
  });

  it('[R3] a conversation that goes on is not held up by a pause that is over', () => {
    const m = pausing(failures.overload);
    m.now += 50_000;
    m.fire('retry').feed({ ...TOKEN, ...attempt(m) });
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's1' });
    reconnected(m).hear(JOINED);
    expect(m.state.phase.name).toBe('active');
    m.feed({ type: 'frozen' }, { type: 'resumed' });
    expect(m.of('openSocket')).toHaveLength(1);
  });
});
