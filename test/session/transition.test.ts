import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../src/protocol/events.ts';
import { idleEndsAt } from '../../src/session/machine/inactivity.ts';
import { selectStatus } from '../../src/session/selectors.ts';
import type { Fact, Intent } from '../../src/session/state/inputs.ts';
import { initialState, type PhaseName } from '../../src/session/state/state.ts';
import {
  agentMessage,
  at,
  CAPABILITIES,
  chunk,
  END,
  echo,
  event,
  JOIN_ECHO,
  JOINED,
  type Machine,
  machine,
  reconnected,
  START,
  systemError,
  TOKEN,
} from './fixtures/machine.ts';

type Row = readonly [
  from: keyof typeof at,
  what: string,
  input: (m: Machine) => Intent | Fact,
  to: PhaseName,
  effect?: string,
];

const attempt = (m: Machine) => ({ attempt: m.state.link.attempt });

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
  ['ended', 'new conversation', () => ({ type: 'startNewRequested' }), 'creating', 'createSession'],
  ['ended', 'send', () => ({ type: 'sendRequested', id: 'a', text: 'hi' }), 'creating', 'createSession'],
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

describe('the state of the connection for the visitor', () => {
  const lost = (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });
  const listening = () =>
    reconnected(lost(at.active().feed({ type: 'sendRequested', id: 'a', text: 'hi' })).fire('retry'));

  it.each([
    ['nothing has begun', 'idle', at.idle],
    ['a token is fetched', 'connecting', at.authorizing],
    ['a session is made', 'connecting', at.creating],
    ['a socket is opened', 'connecting', at.connecting],
    ['the history is read', 'connecting', at.replaying],
    ['an agent is asked', 'connecting', at.joining],
    ['an agent is there', 'online', at.active],
    ['the socket is lost', 'reconnecting', at.waiting],
    ['the next one is opened', 'reconnecting', () => at.waiting().fire('retry')],
    [
      'the history is read again',
      'reconnecting',
      () => {
        const m = at.waiting().fire('retry');
        return m.feed({ type: 'socketOpened', ...attempt(m) });
      },
    ],
    ['the first one was refused and the next is opened', 'reconnecting', () => lost(at.connecting()).fire('retry')],
    ['what may arrive twice is listened for', 'online', listening],
    ['there is no network for it', 'offline', () => listening().feed({ type: 'offline' })],
    ['the browser says that there is no network', 'offline', () => at.active().feed({ type: 'offline' })],
    ['the next attempt is made after a long pause', 'offline', () => at.waiting().feed({ type: 'offline' })],
    ['it is made', 'offline', () => at.waiting().feed({ type: 'offline' }).fire('retry')],
    ['the first attempt is made without a network', 'connecting', () => offline().feed({ type: 'openRequested' })],
    ['the second one is made without a network', 'offline', () => unreached(opened(offline())).fire('retry')],
    ['there is a network after all', 'connecting', () => opened(offline()).feed(TOKEN_OF_FIRST)],
    ['the agent got lost', 'reconnecting', () => at.active().hear(systemError(4, 'Error: Conversation not found'))],
    [
      'the agent has left the rest to the page',
      'online',
      () => at.active().hear(event(4, { type: 'CLIENT_HANDOFF_REQUIRED' }), event(5, { type: 'AGENT_LEFT' })),
    ],
    ['it is over', 'ended', at.ended],
    ['it was given up', 'failed', at.failed],
  ] as const)('[W158] %s: %s', (_, status, reach) => {
    expect(selectStatus(reach().state)).toBe(status);
  });
});

/** The browser reports that it is offline, and nothing has begun. */
function offline(): Machine {
  return machine({ ...initialState('conversation', false), online: false });
}

const opened = (m: Machine) => m.feed({ type: 'openRequested' });
const unreached = (m: Machine) => m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'network' } });
const TOKEN_OF_FIRST = { ...TOKEN, attempt: 1 } as const;

describe('reconnecting', () => {
  it('[R1] a drop comes back with the same session and the cursor', () => {
    const m = at.active().hear(agentMessage(4, 'hello'));
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1', cursor: 4 }]);
    expect(m.of('fetchToken')).toEqual([]);
  });

  it('[R2] pauses double from one second to thirty, and the tenth failure is the last attempt', () => {
    const m = at.connecting();
    const pauses: number[] = [];
    for (let i = 0; i < 10; i++) {
      m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });
      pauses.push(m.timers.get('retry') ?? Number.NaN);
      expect(m.of('setTimer')).toMatchObject([{ key: 'retry', jitter: true }]);
      m.fire('retry');
      if (m.state.phase.name === 'creating') m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: `s${i}` });
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30, 30].map(s => s * 1000));
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });
    expect(m.state.phase).toMatchObject({ name: 'failed', code: 'socket_refused' });
    expect(m.timers.has('retry')).toBe(false);
  });

  it.each(['visible', 'reconnectRequested'] as const)(
    '[R2] %s, again and again, leaves an attempt that is made without the visitor',
    type => {
      const m = at.authorizing();
      const fail = () => m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'unavailable' } });
      for (let i = 0; i < 30; i++) {
        fail().feed({ type });
        expect(m.state.phase.name).toBe('authorizing');
      }
      fail().fire('retry');
      expect(m.state.phase.name).toBe('authorizing');
      expect(fail().state.phase.name).toBe('failed');
    },
  );

  it('[R2] looking in once takes no attempts away, and after the last of them Try again gives them all back', () => {
    const m = at.authorizing();
    const fail = () => m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'unavailable' } });
    const failAgain = () => {
      m.fire('retry');
      fail();
    };
    fail().feed({ type: 'visible' });
    expect(fail().timers.get('retry')).toBe(2_000);
    for (let failures = 2; failures < 10; failures++) failAgain();
    failAgain();
    expect(m.state.phase.name).toBe('failed');
    m.feed({ type: 'reconnectRequested' });
    expect(fail().timers.get('retry')).toBe(1_000);
  });

  it('[R2] a new conversation begins with the shortest', () => {
    const m = at.waiting();
    for (let i = 0; i < 3; i++) {
      m.fire('retry').feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });
    }
    m.feed({ type: 'startNewRequested' });
    m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unavailable' } });
    expect(m.timers.get('retry')).toBe(1_000);
  });

  it('[R3] no pause becomes longer because the clock was set back', () => {
    const m = at.authorizing();
    m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'rate_limited', retryAfterMs: 45_000 } });
    m.now -= 60 * 60_000;
    m.feed({ type: 'visible' });
    // Nobody can know how much of the pause is left, so it is over.
    expect(m.state.phase.name).toBe('authorizing');
  });

  it('[R3] a pause that the platform asks for is kept in full, without jitter', () => {
    const m = at.authorizing();
    m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'rate_limited', retryAfterMs: 45_000 } });
    expect(m.of('setTimer')).toEqual([{ type: 'setTimer', key: 'retry', ms: 45_000 }]);
    m.feed({ type: 'visible' });
    expect(m.state.phase.name).toBe('waiting');
  });

  it('[R4] while the browser says that it is offline four minutes pass before the next attempt; coming online tries at once', () => {
    const m = at.waiting().feed({ type: 'offline' });
    expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'offline', until: m.now + 240_000 });
    expect(m.of('setTimer')).toEqual([{ type: 'setTimer', key: 'retry', ms: 240_000 }]);
    m.feed({ type: 'online' });
    expect(m.of('openSocket')).toHaveLength(1);
  });

  it.each([
    ['opening', { type: 'openRequested' }],
    ['sending', { type: 'sendRequested', id: 'a', text: 'hi' }],
    ['Try again', { type: 'reconnectRequested' }],
    ['looking at the page', { type: 'visible' }],
    ['the end of the pause', { type: 'timerFired', key: 'retry' }],
  ] as const)('[R4] an attempt is made all the same on %s', (_, input) => {
    const m = at.waiting().feed({ type: 'offline' }, input);
    expect(m.of('openSocket')).toHaveLength(1);
    const first = offline().feed({ type: 'openRequested' });
    expect(first.of('fetchToken')).toHaveLength(1);
  });

  it('[R4] attempts in vain while offline use up none, are not reported, and are followed by the same pause', () => {
    const m = opened(offline());
    for (let tries = 0; tries < 20; tries++) {
      unreached(m);
      expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'offline' });
      expect(m.timers.get('retry')).toBe(240_000);
      m.fire('retry');
      expect(m.of('fetchToken')).toHaveLength(1);
    }
    expect(m.emitted.filter(each => each.name === 'error')).toEqual([]);
    unreached(m).feed({ type: 'online' });
    unreached(m);
    expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'broker_unreachable' });
    expect(m.timers.get('retry')).toBe(2_000);
  });

  it("[R4] an answer in place of the broker's while offline, as from a service worker, does not count as one", () => {
    const m = opened(offline());
    m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'bad_answer' } });
    expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'offline' });
    m.fire('retry').feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: 'origin_not_allowed' } });
    // This is the broker's own answer, so there is a network.
    expect(m.state.phase).toMatchObject({ name: 'failed', code: 'origin_not_allowed' });
  });

  it.each([
    ['a token', () => opened(offline()).feed(TOKEN_OF_FIRST)],
    [
      'a socket',
      () => {
        const m = at.waiting().feed({ type: 'offline' }).fire('retry');
        return m.feed({ type: 'socketOpened', ...attempt(m) });
      },
    ],
    ['the echo of a heartbeat', () => at.active().feed({ type: 'offline' }).pong()],
  ])('[R4] %s means that there is a network, whatever the browser says', (_, reach) => {
    const m = reach();
    expect(m.state.online).toBe(true);
    expect(selectStatus(m.state)).not.toBe('offline');
  });

  it('[R4] Try again replaces a connection that has not answered since', () => {
    const m = at.active().feed({ type: 'offline' }, { type: 'reconnectRequested' });
    expect(m.of('openSocket')).toHaveLength(1);
  });

  it.each([
    ['the broker', () => at.authorizing(), 'tokenFailed', 'broker_unreachable', 'authorizing'],
    ['the platform', () => at.creating(), 'sessionFailed', 'platform_unreachable', 'creating'],
  ] as const)(
    '[G83] a chat that failed because %s could not be reached tries again when a network comes',
    (_, begin, type, code, step) => {
      const m = begin();
      for (let tries = 0; tries < 11 && m.state.phase.name !== 'failed'; tries++) {
        m.feed({ type, ...attempt(m), failure: { kind: 'network' } });
        if (m.timers.has('retry')) m.fire('retry');
      }
      expect(m.state.phase).toMatchObject({ name: 'failed', code });
      m.feed({ type: 'online' });
      expect(m.state.phase.name).toBe(step);
    },
  );

  it.each([
    ['connection_lost', (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true })],
    ['socket_refused', (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false })],
  ])(
    '[R4] a connection that had been given up (%s) is made again when a network comes, unless it was refused',
    (code, lose) => {
      const m = at.replaying();
      const start = { ...START, capabilities: { ...CAPABILITIES, maxReconnectAttempts: 0 } };
      m.hear(start).pong();
      lose(code === 'socket_refused' ? m.feed({ type: 'frozen' }, { type: 'resumed' }) : m);
      expect(m.state.phase).toMatchObject({ name: 'failed', code });
      m.feed({ type: 'offline' }, { type: 'online' });
      expect(m.of('openSocket')).toHaveLength(1);
      m.feed({ type: 'socketOpened', ...attempt(m) });
      m.feed({ type: 'socketClosed', ...attempt(m), code: 4000, opened: true });
      m.feed({ type: 'offline' }, { type: 'online' });
      expect(m.state.phase).toMatchObject({ name: 'failed', code: 'replaced' });
    },
  );

  it('[R5] a socket that stayed open ten seconds forgives earlier failures', () => {
    const m = at.connecting();
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false }).fire('retry');
    m.feed({ type: 'socketOpened', ...attempt(m) });
    expect(m.timers.get('stable')).toBe(10_000);
    m.pong()
      .fire('stable')
      .feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });
    expect(m.timers.get('retry')).toBe(1_000);
  });

  it('[R5] one that stays open for less does not, though it has answered', () => {
    const m = at.connecting();
    for (const pause of [1_000, 2_000, 4_000]) {
      m.feed({ type: 'socketOpened', ...attempt(m) }).pong();
      m.now += 9_999;
      m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });
      expect(m.timers.get('retry')).toBe(pause);
      m.fire('retry');
    }
  });

  it('[R5] a socket that opened and never answered forgives nothing, however late its timer comes', () => {
    const m = at.connecting();
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false }).fire('retry');
    m.feed({ type: 'socketOpened', ...attempt(m) });
    m.now += 10_004;
    m.fire('pong');
    expect(m.timers.get('retry')).toBe(2_000);
  });

  it('[R5] a socket that was open ten seconds in the background, where timers come late, forgives', () => {
    const m = at.connecting();
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false }).fire('retry');
    m.feed({ type: 'socketOpened', ...attempt(m) });
    m.hear(START, JOIN_ECHO, JOINED).pong();
    m.now += 10_400;
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });
    expect(m.timers.get('retry')).toBe(1_000);
  });

  it('[R6] a trouble is reported once, and again after things worked in between', () => {
    const m = at.connecting();
    const errors = () => m.emitted.filter(each => each.name === 'error').length;
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false }).fire('retry');
    expect(errors()).toBe(1);
    m.feed({ type: 'socketOpened', ...attempt(m) })
      .pong()
      .fire('stable');
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    expect(errors(), 'one lost socket is no news').toBe(1);
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });
    expect(errors()).toBe(2);
  });

  it('[R6] one that goes on is not reported again, another one is', () => {
    const m = at.authorizing();
    const codes = () => m.emitted.flatMap(each => (each.name === 'error' ? each.detail.code : []));
    for (const kind of ['unavailable', 'unavailable', 'unavailable', 'network'] as const) {
      m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind } }).fire('retry');
    }
    expect(codes()).toEqual(['service_unavailable', 'broker_unreachable']);
  });

  it('[R7] closed with 4001 → a new session, what was said stays above a divider, what was under way goes along', () => {
    const m = at.active().hear(agentMessage(4, 'hello')).feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    m.feed({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true });
    expect(m.of('createSession')).toHaveLength(1);
    expect(m.state.past.map(item => (item.kind === 'message' ? item.text : item.kind))).toEqual([
      'mark',
      'hello',
      'mark',
    ]);
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued', sends: 0 }]);
  });

  it('[R7] messages from before an earlier divider stay, too', () => {
    const m = at.active();
    for (const words of ['first', 'second']) {
      m.hear(agentMessage(4, words)).feed({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true });
      m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: words });
      reconnected(m, START, JOIN_ECHO, JOINED);
    }
    const said = m.state.past.flatMap(item => ('text' in item ? item.text : item.mark === 'divider' ? '---' : []));
    expect(said).toEqual(['first', '---', 'second', '---']);
    const keys = [...m.state.past, ...m.state.conversation.view.items].map(({ key }) => key);
    expect(new Set(keys).size, 'what a list is drawn by').toBe(keys.length);
  });

  it('[R8] sessions rejected again and again end in failed, not in a storm', () => {
    const m = at.connecting();
    for (let i = 0; i < 4 && m.state.phase.name !== 'failed'; i++) {
      m.feed({ type: 'socketOpened', ...attempt(m) });
      m.feed({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true });
      m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: `s${i + 2}` });
    }
    expect(m.state.phase).toMatchObject({ name: 'failed', code: 'session_rejected' });
    m.feed({ type: 'reconnectRequested' });
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 'again' }).feed({ type: 'socketOpened', ...attempt(m) });
    m.feed({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true });
    expect(m.state.phase.name).toBe('creating');
  });

  it('[R8] sessions in which the visitor could write do not count', () => {
    const m = at.active();
    for (let i = 0; i < 6; i++) {
      m.fire('stable').feed({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true });
      expect(m.state.phase.name).toBe('creating');
      m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: `s${i + 2}` });
      reconnected(m, START).hear(JOIN_ECHO).hear(JOINED);
    }
  });

  it('[R8] sessions that the visitor has asked for do not count', () => {
    const m = at.active();
    for (let i = 0; i < 6; i++) {
      m.feed({ type: 'startNewRequested' }).feed({ type: 'sessionCreated', ...attempt(m), sessionId: `s${i + 2}` });
      m.feed({ type: 'socketOpened', ...attempt(m) });
    }
    m.feed({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true });
    expect(m.state.phase.name).toBe('creating');
  });

  it('[R9] "Session not found" as a system message leads into a new session', () => {
    const m = at.active().hear(systemError(4, 'Error: Session not found'));
    expect(m.state.phase.name).toBe('creating');
    expect(m.of('closeSocket')).toHaveLength(1);
  });

  it('[R9] one that stands in the history has been dealt with', () => {
    const m = at.replaying().hear(START, systemError(4, 'Error: Session not found'));
    expect(m.state.phase.name).toBe('replaying');
    m.pong();
    expect(m.state.phase.name).toBe('joining');
  });

  it('[R10] a token refused by the platform is replaced twice, then given up', () => {
    const m = at.creating();
    for (let i = 0; i < 2; i++) {
      m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } }).fire('retry');
      expect(m.of('fetchToken')).toHaveLength(1);
      m.feed({ ...TOKEN, ...attempt(m) });
    }
    m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } });
    expect(m.state.phase).toMatchObject({ name: 'failed', code: 'session_refused' });
    m.feed({ type: 'reconnectRequested' });
    expect(m.of('fetchToken')).toHaveLength(1);
    // The visitor's attempt starts with a new budget.
    m.feed({ ...TOKEN, ...attempt(m) });
    m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } });
    expect(m.state.phase.name).toBe('waiting');
  });

  it('[R27] a token that was good and is so no more is replaced at once and without a word; the next refusal is news', () => {
    const m = at.ended().feed({ type: 'startNewRequested' });
    m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } });
    expect(m.of('fetchToken')).toHaveLength(1);
    expect(m.state.phase.name).toBe('authorizing');
    expect(m.emitted.filter(each => each.name === 'error')).toEqual([]);
    m.feed({ ...TOKEN, ...attempt(m) });
    m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } });
    expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'session_refused' });
    expect(m.emitted.filter(each => each.name === 'error')).toHaveLength(1);
    // A socket has opened since, so the token that is refused now is another one that was good before.
    m.fire('retry').feed({ ...TOKEN, ...attempt(m) });
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's2' });
    reconnected(m, START).feed({ type: 'startNewRequested' });
    m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } });
    expect(m.state.phase.name).toBe('authorizing');
  });

  it('[R27] a token that a ticket led back to was good before', () => {
    const m = at.authorizing();
    m.feed({ ...TOKEN, resumed: true, ...attempt(m) });
    m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } });
    expect(m.of('fetchToken')).toHaveLength(1);
  });

  it('[R11] the budget of attempts is the one that the session names', () => {
    const start = {
      ...START,
      capabilities: { streaming: true, maxMessageBytes: 131_072, maxReconnectAttempts: 1, heartbeatSeconds: 30 },
    };
    const m = at.replaying().hear(start).pong();
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });
    expect(m.state.phase.name).toBe('failed');
  });

  describe('[R14] handshakes of a known session refused, and nothing says why', () => {
    const refuse = (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });

    /** Refused once: tries once more, then creates a second session, whose socket opens. */
    function opened(m: Machine) {
      refuse(m)
        .fire('retry')
        .feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's2' });
      return m.feed({ type: 'socketOpened', ...attempt(m) });
    }

    /** Refused twice: then creates a second session. */
    function trial() {
      const m = at.active().hear(agentMessage(4, 'hello')).feed({ type: 'sendRequested', id: 'a', text: 'hi' });
      m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
      refuse(m).fire('retry');
      expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1' }]);
      refuse(m).fire('retry');
      expect(m.of('createSession')).toHaveLength(1);
      return m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's2' });
    }

    it('the new one opens and the old one is refused still → the old one is gone, the new one goes on below a divider', () => {
      const m = trial();
      expect(m.of('openSocket')).toMatchObject([{ sessionId: 's2' }]);
      m.feed({ type: 'socketOpened', ...attempt(m) });
      expect(m.of('closeSocket')).toHaveLength(1);
      expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1', cursor: 4 }]);
      expect(m.state.past).toEqual([]);
      refuse(m);
      expect(m.of('openSocket')).toMatchObject([{ sessionId: 's2', cursor: null }]);
      expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
      reconnected(m, START);
      m.hear(JOIN_ECHO).hear(JOINED);
      expect(m.of('sendFrame')).toMatchObject([{ event: { text: 'hi', custom: { client_event_id: 'a' } } }]);
    });

    it('a platform that has forgotten the token, too → a new token and session at once, and what was unsent goes along', () => {
      const m = at.active().hear(agentMessage(4, 'hello')).feed({ type: 'sendRequested', id: 'a', text: 'hi' });
      m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
      refuse(refuse(m).fire('retry')).fire('retry');
      m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } });
      m.feed({ ...TOKEN, ...attempt(m) }).feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's2' });
      expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
      reconnected(m, START);
      m.hear(JOIN_ECHO).hear(JOINED);
      expect(m.of('sendFrame')).toMatchObject([{ event: { text: 'hi', custom: { client_event_id: 'a' } } }]);
    });

    it('the new one that goes on is refused itself → it is tried again like any other', () => {
      const m = trial();
      refuse(m.feed({ type: 'socketOpened', ...attempt(m) }));
      const { past } = refuse(m).state;
      expect(m.state.phase.name).toBe('waiting');
      expect(m.fire('retry').of('openSocket')).toMatchObject([{ sessionId: 's2' }]);
      expect(m.state.past).toBe(past);
    });

    it('the new one opens and the old one does, too → the old one goes on, as if nothing had been', () => {
      const m = trial();
      m.feed({ type: 'socketOpened', ...attempt(m) });
      reconnected(m, echo(5, 'a', 'hi'));
      expect(m.state.phase.name).toBe('active');
      expect(m.state.session?.id).toBe('s1');
      expect(m.state.past).toEqual([]);
      expect(m.state.outbox).toEqual([]);
    });

    it('the new one is refused as well → sockets do not open at all, the old one keeps being tried', () => {
      const m = refuse(trial());
      expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'socket_refused' });
      m.fire('retry');
      expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1' }]);
      expect(m.state.past).toEqual([]);
    });

    it.each(['network', 'rejected', 'rate_limited'] as const)(
      'the new one cannot be made (%s) → nothing is known, and the old one keeps being tried',
      kind => {
        const m = at.active().feed({ type: 'socketClosed', ...attempt(at.active()), code: 1006, opened: true });
        refuse(m.fire('retry')).fire('retry');
        refuse(m).fire('retry');
        m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind } });
        expect(m.state.phase.name).toBe('waiting');
        m.fire('retry');
        expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1' }]);
        expect(refuse(m).fire('retry').of('openSocket')).toMatchObject([{ sessionId: 's1' }]);
        expect(m.count('createSession')).toBe(2);
      },
    );

    it.each([
      ['a first refusal', 's1', (m: Machine) => refuse(m.fire('retry')).fire('retry')],
      ['a second session that opened', 's2', (m: Machine) => opened(refuse(m.fire('retry')).fire('retry'))],
    ])(
      'refused without a network, after %s → that says nothing; the next one with a network counts',
      (_, next, reach) => {
        const m = at.active();
        reach(m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }));
        refuse(m.feed({ type: 'offline' })).feed({ type: 'online' });
        expect(m.of('openSocket')).toMatchObject([{ sessionId: 's1' }]);
        expect(m.state.past).toEqual([]);
        refuse(m);
        if (m.timers.has('retry')) m.fire('retry');
        expect(m.of('openSocket')).toMatchObject([{ sessionId: next }]);
      },
    );

    it('the platform does not know the token any more → a new token, a new session, the transcript above a divider', () => {
      const m = at.active().hear(agentMessage(4, 'hello'));
      m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
      refuse(m).fire('retry');
      refuse(m).fire('retry');
      m.feed({ type: 'sessionFailed', ...attempt(m), failure: { kind: 'unauthorized' } });
      expect(m.of('fetchToken')).toHaveLength(1);
      m.feed({ ...TOKEN, ...attempt(m) });
      expect(m.of('createSession')).toHaveLength(1);
      expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
    });
  });

  it('[R12] an unanswered heartbeat is not put aside by the next one that is due', () => {
    const m = at.replaying();
    const { ping } = m.state.link;
    m.fire('heartbeat');
    expect(m.sent('HEARTBEAT')).toBe(0);
    expect(m.state.link.ping).toBe(ping);
    expect([m.timers.has('pong'), m.timers.has('heartbeat')]).toEqual([true, true]);
  });

  it.each(['visible', 'offline', 'resumed'] as const)('[R12] an unanswered heartbeat is not put aside by %s', type => {
    const m = at.replaying();
    const { ping } = m.state.link;
    m.feed({ type });
    expect(m.sent('HEARTBEAT')).toBe(0);
    expect(m.state.link.ping).toBe(ping);
  });

  it('[R12] heartbeats go out at once and every interval; an answered one keeps the socket', () => {
    const m = at.joining();
    expect(m.timers.get('heartbeat')).toBe(30_000);
    m.fire('heartbeat');
    expect(m.sent('HEARTBEAT')).toBe(1);
    expect(m.timers.get('pong')).toBe(10_000);
    m.pong();
    expect(m.timers.has('pong')).toBe(false);
    expect(m.state.phase.name).toBe('joining');
  });
});

describe('joining', () => {
  it('[J1] joins once, after the replay, and not again when a replay shows that it was asked', () => {
    const m = at.replaying().hear(START);
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
    m.pong();
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    reconnected(m, JOIN_ECHO);
    expect(m.timers.has('listen')).toBe(false);
    expect(m.state.phase.name).toBe('joining');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
    m.hear(JOINED);
    expect(m.state.phase.name).toBe('active');
  });

  it('[J2] asks again when history and listening lack the request', () => {
    const m = at.joining().fire('receipt');
    reconnected(m);
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
    expect(m.timers.get('listen')).toBe(2_000);
    m.listened();
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
  });

  it('[J3] asks again on the errors that say so, three times at most, each later than the last', () => {
    const m = at.joining().hear(JOIN_ECHO);
    const pauses: (number | undefined)[] = [];
    for (let i = 0; i < 3; i++) {
      m.hear(systemError(10 + i, "Sorry, I'm unable to start a conversation right now. Please try again later."));
      pauses.push(m.timers.get('rejoin'));
      m.fire('rejoin');
      expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
    }
    m.hear(systemError(20, "Sorry, I'm unable to start a conversation right now. Please try again later."));
    expect(pauses).toEqual([2_000, 4_000, 6_000]);
    m.fire('rejoin');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
  });

  const REFUSED = "Sorry, I'm unable to start a conversation right now. Please try again later.";

  /** Every request to join is echoed and refused. The machine makes four by itself. */
  const refused = () => {
    const m = at.joining().hear(JOIN_ECHO).feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    for (let i = 1; i < 4; i++) {
      m.hear(systemError(10 + 2 * i, REFUSED)).fire('rejoin');
      m.hear({ ...JOIN_ECHO, id: `j${i}`, sequence: 11 + 2 * i });
    }
    return m.hear(systemError(20, REFUSED));
  };

  /** Connects to the session that replaces one in which no agent could be asked. */
  const another = (m: Machine, sessionId: string) => {
    m.feed({ type: 'sessionCreated', attempt: m.state.link.attempt, sessionId });
    return reconnected(m, { ...START, id: `start-${sessionId}` });
  };

  /** The same again in the new session, which has been open for long by then. */
  const refusedAgain = () => {
    const m = another(refused().fire('rejoin'), 's2');
    for (let i = 0; i < 8; i += 2) {
      m.hear({ ...JOIN_ECHO, id: `k${i}`, sequence: 30 + i }).hear({ ...systemError(31 + i, REFUSED), id: `r${i}` });
      if (i === 4) m.fire('stable');
      m.fire('rejoin');
    }
    return m;
  };

  it('[J8] a session in which nobody can be asked is replaced, and unsent messages go along', () => {
    const m = refused();
    expect([m.timers.get('rejoin'), m.state.phase.name]).toEqual([8_000, 'joining']);
    m.fire('rejoin');
    expect(m.state.phase.name).toBe('creating');
    expect(m.of('closeSocket')).toHaveLength(1);
    another(m, 's2');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
    m.hear({ ...JOIN_ECHO, id: 'k' }, { ...JOINED, id: 'l' });
    expect(m.sent('USER_MESSAGE')).toBe(1);
    expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
  });

  it('[J8] a chat whose second session comes to nothing as well has failed and waits for the visitor, who gets another one', () => {
    const m = refusedAgain();
    expect(m.state.phase).toMatchObject({ name: 'failed', code: 'session_rejected' });
    expect(m.emitted.filter(each => each.name === 'error' && each.detail.code === 'session_rejected')).toHaveLength(1);
    expect(m.count('createSession')).toBe(2);
    m.feed({ type: 'reconnectRequested' });
    expect(m.state.phase.name).toBe('creating');
    another(m, 's3');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
  });

  it('[J8] a message in the second session proves that it works: if its agent is lost later, there is one more session', () => {
    const m = another(refused().fire('rejoin'), 's2')
      .hear({ ...JOIN_ECHO, id: 'k' })
      .fire('stable');
    m.hear({ ...JOINED, id: 'l' }).hear(echo(5, 'a', 'hi'));
    for (let place = 30; place < 38; place += 2) {
      m.hear({ ...systemError(place, REFUSED), id: `r${place}` }).fire('rejoin');
      m.hear({ ...JOIN_ECHO, id: `q${place}`, sequence: place + 1 });
    }
    expect(m.state.phase.name).toBe('creating');
  });

  it('[J3] other messages of the platform neither prolong the wait nor forget the request', () => {
    const note = event(21, { type: 'SYSTEM_MESSAGE', level: 'info', message: 'We are moving' });
    const m = at.joining().hear(JOIN_ECHO).hear(systemError(10, REFUSED));
    expect(m.hear(note).of('setTimer')).toEqual([]);
    const again = refused()
      .feed({ type: 'rejoinRequested' })
      .hear(note)
      .hear({ ...JOIN_ECHO, id: 'jx', sequence: 22 });
    expect(again.timers.get('rejoin')).toBe(30_000);
  });

  it('[J3] the visitor’s own request is not lost on the way either', () => {
    const m = refused().feed({ type: 'rejoinRequested' });
    expect(m.timers.has('rejoin'), 'it takes the place of the one that was due').toBe(false);
    m.fire('receipt');
    reconnected(m).listened();
    expect([m.sent('REQUEST_AGENT_JOIN'), m.sent('USER_MESSAGE')]).toEqual([0, 1]);
  });

  it('[J3] nobody is asked once the end was asked for', () => {
    const m = at.joining().hear(JOIN_ECHO).hear(systemError(10, REFUSED)).feed({ type: 'endRequested' }).fire('rejoin');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
  });

  it('[J7] requests that a platform never echoes hold a message up four times, not for ever', () => {
    const m = at.joining().feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    // The first request was made on the way here.
    let requests = 1;
    for (let i = 0; i < 4; i++) {
      expect(m.sent('USER_MESSAGE')).toBe(0);
      m.fire('receipt');
      reconnected(m).listened();
      requests += m.sent('REQUEST_AGENT_JOIN');
    }
    expect([requests, m.sent('USER_MESSAGE'), m.state.phase.name]).toEqual([4, 1, 'active']);
  });

  /** A platform that has lost four requests to join answers `times` more messages with this error. */
  const askedInVain = (times: number) => {
    const m = at.joining().feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    for (let i = 0; i < 4; i++) reconnected(m.fire('receipt')).listened();
    let requests = 0;
    for (let answer = 0; answer < times && m.state.outbox[0]?.status === 'inflight'; answer++) {
      m.hear(systemError(20 + answer, 'Error: Conversation not found'));
      if (!m.timers.has('rejoin')) break;
      m.fire('rejoin');
      requests += m.sent('REQUEST_AGENT_JOIN');
      reconnected(m.fire('receipt')).listened();
    }
    return { m, requests };
  };

  it('[J7] a notice that nobody is there causes one more request if earlier ones got lost on the way', () => {
    const { m, requests } = askedInVain(1);
    expect(requests).toBe(1);
    expect(m.state.outbox).toMatchObject([{ id: 'a' }]);
  });

  it('[J7] a platform that answers every message with that word and never echoes a request is not asked for ever', () => {
    const { m, requests } = askedInVain(50);
    // One for each time that the message was sent.
    expect(requests).toBe(5);
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'failed' }]);
  });

  it('[J7] nothing waits for the echo of the request any more once the agent is there', () => {
    const m = at.joining().hear(JOINED).feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    m.hear(echo(4, 'a', 'hi'));
    expect(m.timers.has('receipt')).toBe(false);
  });

  it('[J7] an agent that writes after all its refusals has joined', () => {
    const m = refused().hear(agentMessage(21, 'Here I am'));
    expect([m.state.phase.name, m.sent('USER_MESSAGE')]).toEqual(['active', 1]);
  });

  it('[J3] a message that was taken gives it its three times back', () => {
    const m = at.active();
    for (let i = 0; i < 8; i += 2) {
      m.hear(systemError(100 + i, 'Error: Conversation not found'));
      expect(m.timers.get('rejoin')).toBe(2_000);
      m.fire('rejoin');
      expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
      m.hear({ ...JOINED, id: `j${i}`, sequence: 101 + i });
      m.feed({ type: 'sendRequested', id: `a${i}`, text: 'hi' }).hear(echo(200 + i, `a${i}`, 'hi'));
    }
  });

  it('[J4] one who has joined before the platform said that the request had come is not asked once more', () => {
    const m = at.joining().fire('receipt');
    const before = m.count('sendFrame');
    reconnected(m, JOINED).listened();
    expect(m.state.phase.name).toBe('active');
    const said = m.done.filter(each => each.type === 'sendFrame').slice(before);
    expect(said.map(({ event }) => event.type)).toEqual(['HEARTBEAT', 'HEARTBEAT']);
  });

  it('[J4] an agent already joined in the replay means active at once', () => {
    const m = at.replaying().hear(START, JOIN_ECHO, JOINED).pong();
    expect(m.state.phase.name).toBe('active');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
  });

  it('[J5] a conversation lost under an open message asks to join again and still waits for the echo', () => {
    const m = at.active().feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    m.hear(systemError(4, 'Error: Conversation not found')).fire('rejoin');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
    m.hear({ ...JOIN_ECHO, id: 'j2', sequence: 5 }).hear({ ...JOINED, id: 'j3', sequence: 6 });
    expect(m.state.phase.name).toBe('active');
    expect(m.timers.has('receipt')).toBe(true);
  });

  it('[J5] a message that the error names is looked for as soon as somebody is there again, and only that', () => {
    for (const [named, waitMs] of [
      ['a', 0],
      ['another', 5_000],
    ] as const) {
      const m = at.active().feed({ type: 'sendRequested', id: 'a', text: 'hi' });
      m.hear({ ...systemError(4, 'Error: Conversation not found'), custom: { client_event_id: named } }).fire('rejoin');
      m.hear({ ...JOIN_ECHO, id: 'j2', sequence: 5 }).hear({ ...JOINED, id: 'j3', sequence: 6 });
      expect(m.timers.get('receipt')).toBe(waitMs);
    }
  });

  it('[J5] the echo of that message, come late, does not end the wait for the request that got lost', () => {
    const m = at.active().feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    m.hear(systemError(4, 'Error: Conversation not found')).fire('rejoin');
    m.hear(echo(5, 'a', 'hi'));
    expect(m.timers.has('receipt')).toBe(true);
    reconnected(m.fire('receipt')).listened();
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
  });

  it('[J7] an agent who writes is there, announced or not', () => {
    for (const words of [agentMessage(9, 'Hello'), chunk(9, 'm', 0, 'Hel')]) {
      const m = at.joining().hear(JOIN_ECHO).feed({ type: 'sendRequested', id: 'a', text: 'hi' });
      expect(m.sent('USER_MESSAGE')).toBe(0);
      m.hear(words);
      expect(m.state.phase.name).toBe('active');
      expect(m.sent('USER_MESSAGE')).toBe(1);
    }
  });

  it('[J7] an agent that was asked and says nothing holds nothing up for longer than half a minute', () => {
    const m = at.joining().hear(JOIN_ECHO).feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    expect(m.timers.get('rejoin')).toBe(30_000);
    m.feed({ type: 'rejoinRequested' });
    expect([m.timers.get('rejoin'), m.sent('USER_MESSAGE')]).toEqual([30_000, 0]);
    m.fire('rejoin');
    expect(m.state.phase.name).toBe('active');
    expect([m.sent('REQUEST_AGENT_JOIN'), m.sent('USER_MESSAGE')]).toEqual([0, 1]);
    m.hear(systemError(10, 'Error: Conversation not found')).fire('rejoin');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
  });

  it('[J7] the wait for an agent that was asked begins anew with every connection', () => {
    const m = at.joining().hear(JOIN_ECHO).feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });
    expect(m.timers.has('rejoin')).toBe(false);
    reconnected(m.fire('retry'));
    expect([m.timers.get('rejoin'), m.sent('USER_MESSAGE')]).toEqual([30_000, 0]);
    m.hear(JOINED);
    expect([m.timers.has('rejoin'), m.sent('USER_MESSAGE')]).toEqual([false, 1]);
  });
});

describe('after the page has taken over', () => {
  const HANDED_OVER = event(4, { type: 'CLIENT_HANDOFF_REQUIRED', reason: 'POLICY' });
  const LEFT = event(5, { type: 'AGENT_LEFT' });
  const JOIN_AGAIN = { ...JOIN_ECHO, id: 'j2', sequence: 6 };
  const BACK = { ...JOINED, id: 'j3', sequence: 7 };
  const say = (id: string): Intent => ({ type: 'sendRequested', id, text: id });

  for (const [order, events] of [
    ['as the specification has it', [HANDED_OVER, LEFT]],
    ['the other way round', [LEFT, HANDED_OVER]],
  ] as const) {
    it(`[J6] the agent is asked back before the next message is sent, not sooner (${order})`, () => {
      const m = at.active().hear(...events);
      expect(m.state.phase.name).toBe('active');
      expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
      m.feed(say('a'));
      expect([m.sent('REQUEST_AGENT_JOIN'), m.sent('USER_MESSAGE')]).toEqual([1, 0]);
      m.feed(say('b'));
      expect([m.sent('REQUEST_AGENT_JOIN'), m.sent('USER_MESSAGE')]).toEqual([0, 0]);
      m.hear(JOIN_AGAIN).hear(BACK);
      expect(m.state.phase.name).toBe('active');
      expect(m.sent('USER_MESSAGE')).toBe(1);
      expect(m.timers.has('receipt')).toBe(true);
    });
  }

  it('[J6] a replay that ends there asks for nobody until something is to be sent', () => {
    const m = at.replaying().hear(START, JOIN_ECHO, JOINED, HANDED_OVER, LEFT).pong();
    expect(m.state.phase.name).toBe('active');
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(0);
    m.feed(say('a'));
    expect(m.sent('REQUEST_AGENT_JOIN')).toBe(1);
  });

  it('[J6] a request that got lost on the way is made once more', () => {
    const m = at.active().hear(HANDED_OVER, LEFT).feed(say('a')).fire('receipt');
    reconnected(m);
    expect(m.timers.has('listen')).toBe(true);
    m.listened();
    expect([m.sent('REQUEST_AGENT_JOIN'), m.sent('USER_MESSAGE')]).toEqual([1, 0]);
  });

  it('[J6] an agent who comes unasked gets the message', () => {
    const person = event(6, { type: 'LIVE_AGENT_JOINED', agentName: 'Maya' });
    const m = at.active().hear(HANDED_OVER, LEFT).hear(person).feed(say('a'));
    expect([m.sent('REQUEST_AGENT_JOIN'), m.sent('USER_MESSAGE')]).toEqual([0, 1]);
  });

  it("[J6] an agent who leaves for the platform's queue is not asked back", () => {
    const m = at
      .active()
      .hear(event(4, { type: 'AGENT_TRIGGERED_HANDOFF' }), LEFT)
      .feed(say('a'));
    expect([m.sent('REQUEST_AGENT_JOIN'), m.sent('USER_MESSAGE')]).toEqual([0, 1]);
  });

  it('[J6] an agent is not asked out of the queue that follows either', () => {
    const queue = event(6, { type: 'HANDOFF_ACCEPTED', queueName: 'Returns' });
    const m = at.active().hear(HANDED_OVER, LEFT, queue).feed(say('a'));
    expect([m.sent('REQUEST_AGENT_JOIN'), m.sent('USER_MESSAGE')]).toEqual([0, 1]);
  });

  it('[J6] after some times in vain the message itself is sent', () => {
    const m = at.active().hear(HANDED_OVER, LEFT).feed(say('a'));
    for (let i = 0; i < 4; i++) {
      m.fire('receipt');
      reconnected(m);
      m.listened();
    }
    expect([m.sent('REQUEST_AGENT_JOIN'), m.sent('USER_MESSAGE')]).toEqual([0, 1]);
  });
});

describe('delivery', () => {
  const say = (id: string, text = id): Intent => ({ type: 'sendRequested', id, text });
  /** Events about messages that the page has received. */
  const told = ({ emitted }: Machine) =>
    emitted.flatMap(({ name, detail }) => (name === 'delivery' ? [`${detail.id} ${detail.status}`] : []));

  it('[D1] one message is under way at a time; the next leaves when the echo of the one before has come', () => {
    const m = at.active().feed(say('a'));
    expect(m.sent('USER_MESSAGE')).toBe(1);
    m.feed(say('b'));
    expect(m.sent('USER_MESSAGE')).toBe(0);
    m.hear(echo(4, 'a', 'a'));
    expect(m.sent('USER_MESSAGE')).toBe(1);
    expect(m.state.outbox).toMatchObject([{ id: 'b', status: 'inflight' }]);
  });

  it('[D2] only the echo with its id makes a message sent: not its text, not another message', () => {
    const m = at.active().feed(say('a', 'hi'));
    m.hear(echo(4, 'other', 'hi'), agentMessage(5, 'hi'));
    expect(m.state.outbox).toHaveLength(1);
    m.hear(echo(6, 'a', 'hi'));
    expect(m.state.outbox).toEqual([]);
    expect(m.emitted.filter(each => each.name === 'delivery').map(each => each.detail)).toEqual([
      { id: 'a', status: 'sending' },
      { id: 'a', status: 'sent' },
    ]);
  });

  it('[D2] an echo without the text is a receipt all the same, and the visitor keeps reading what was written', () => {
    const m = at
      .active()
      .feed(say('a', 'hi'))
      .hear(echo(4, 'a', ''));
    expect(m.state.outbox).toEqual([]);
    expect(m.state.conversation.view.items.at(-1)).toMatchObject({ text: 'hi', status: 'sent' });
    // Nobody here knows the text of a message from another device.
    m.hear(echo(5, 'other', ''), agentMessage(6, 'Hello'));
    expect(m.state.conversation.view.items.at(-1)).toMatchObject({ text: 'Hello' });
  });

  it('[D2] the words of an echo that has some are those of the conversation', () => {
    const m = at
      .active()
      .feed(say('a', 'damn'))
      .hear(echo(4, 'a', '****'));
    expect(m.state.conversation.view.items.at(-1)).toMatchObject({ text: '****', status: 'sent' });
  });

  it('[D3] messages written before there is a connection wait and go out by themselves, in order', () => {
    const m = machine().feed(say('a'), say('b'));
    expect(m.state.outbox.map(each => each.status)).toEqual(['queued', 'queued']);
    m.feed({ ...TOKEN, ...attempt(m) });
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's1' }).feed({ type: 'socketOpened', ...attempt(m) });
    m.hear(START).pong().hear(JOIN_ECHO);
    expect(m.sent('USER_MESSAGE')).toBe(0);
    m.hear(JOINED);
    expect(m.of('sendFrame')).toMatchObject([{ event: { text: 'a', custom: { client_event_id: 'a' } } }]);
  });

  it("[D3] [O12] a message from before the session's limit was known, and too large for it, fails unsent and holds up nothing", () => {
    const m = machine().feed(say('big', 'é'.repeat(1_000)), say('bigger', 'é'.repeat(2_000)), say('b'));
    m.feed({ ...TOKEN, ...attempt(m) });
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's1' }).feed({ type: 'socketOpened', ...attempt(m) });
    const capabilities = { streaming: true, maxMessageBytes: 1_024, maxReconnectAttempts: 10, heartbeatSeconds: 30 };
    m.hear(event(1, { type: 'SESSION_START', capabilities }))
      .pong()
      .hear(JOIN_ECHO)
      .hear(JOINED);
    expect(m.of('sendFrame')).toMatchObject([{ event: { text: 'b' } }]);
    expect(m.state.outbox).toMatchObject([
      { id: 'big', status: 'failed', sends: 0 },
      { id: 'bigger', status: 'failed', sends: 0 },
      { id: 'b', status: 'inflight' },
    ]);
    const said = m.emitted.filter(({ name }) => name === 'error' || name === 'delivery').slice(-4);
    expect(said).toMatchObject(
      ['big', 'bigger'].flatMap(id => [
        { name: 'delivery', detail: { id, status: 'failed' } },
        { name: 'error', detail: { code: 'message_too_large' } },
      ]),
    );
    m.hear(echo(4, 'b', 'b')).feed({ type: 'retryRequested', id: 'big' });
    expect(m.sent('USER_MESSAGE')).toBe(0);
    expect(m.state.outbox.map(({ id, status }) => [id, status])).toEqual([
      ['bigger', 'failed'],
      ['big', 'failed'],
    ]);
  });

  it('[D4] silence is looked into, not answered with a second send', () => {
    const m = at.active().feed(say('a'));
    expect(m.timers.get('receipt')).toBe(5_000);
    m.fire('receipt');
    expect(m.of('openSocket')).toMatchObject([{ cursor: 3 }]);
    expect(m.sent('USER_MESSAGE')).toBe(0);
    m.feed({ type: 'socketOpened', ...attempt(m) })
      .hear(echo(4, 'a', 'a'))
      .pong();
    expect(m.state.outbox).toEqual([]);
    expect(m.sent('USER_MESSAGE')).toBe(0);
    expect(m.state.phase.name).toBe('active');
  });

  it('[D5] only after replay and listening is it sent again, with the same id and in front of the others', () => {
    const m = at.active().feed(say('a'), say('b'));
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    reconnected(m);
    expect(m.timers.get('listen')).toBe(2_000);
    expect(m.sent('USER_MESSAGE')).toBe(0);
    m.listened();
    expect(m.of('sendFrame')).toMatchObject([{ event: { text: 'a', custom: { client_event_id: 'a' } } }]);
    expect(m.state.outbox.map(each => [each.id, each.status, each.sends])).toEqual([
      ['a', 'inflight', 2],
      ['b', 'queued', 0],
    ]);
  });

  it('[D5] an echo during the listening settles it', () => {
    const m = at.active().feed(say('a')).fire('receipt');
    reconnected(m).hear(echo(4, 'a', 'a'));
    m.listened();
    expect(m.sent('USER_MESSAGE')).toBe(0);
    expect(m.state.outbox).toEqual([]);
  });

  it('[D5] an echo that was on its way when the listening ended settles the message, too', () => {
    const m = at.active().feed(say('a')).fire('receipt');
    reconnected(m).fire('listen');
    expect(m.sent('HEARTBEAT')).toBe(1);
    m.hear(echo(4, 'a', 'a')).pong();
    expect(m.sent('USER_MESSAGE')).toBe(0);
    expect(m.state).toMatchObject({ outbox: [], phase: { name: 'active' } });
  });

  it("[D5] the heartbeat of the replay's end, heard twice, does not end the listening", () => {
    const m = at.active().feed(say('a')).fire('receipt');
    const marker = () => event(null, { type: 'HEARTBEAT' }, { client_event_id: m.state.link.ping ?? 'none' });
    m.feed({ type: 'socketOpened', ...attempt(m) });
    const first = marker();
    m.hear(first).hear(first).fire('listen').hear(first);
    expect(m.state.phase).toMatchObject({ name: 'replaying', listening: true });
    expect(m.sent('USER_MESSAGE')).toBe(0);
    m.pong();
    expect(m.sent('USER_MESSAGE')).toBe(1);
  });

  it('[D17] on a connection that has been quiet a heartbeat goes before the message, which leaves with its echo', () => {
    const m = at.active();
    m.now += 3_001;
    m.feed(say('a'), say('b'));
    expect(m.count('sendFrame')).toBe(at.active().count('sendFrame') + 1);
    expect(m.timers.get('receipt')).toBe(5_000);
    m.now += 400;
    m.pong();
    expect(m.of('sendFrame')).toMatchObject([{ event: { type: 'USER_MESSAGE', text: 'a' } }]);
  });

  it('[D17] a message without an echo has gone nowhere, and leaves with the next connection at once', () => {
    const m = at.active();
    m.now += 60_000;
    m.feed(say('a')).fire('receipt');
    expect(m.of('openSocket')).toHaveLength(1);
    m.now += 30_000;
    reconnected(m);
    expect(m.of('sendFrame')).toMatchObject([{ event: { type: 'USER_MESSAGE', text: 'a' } }]);
    expect(m.state.outbox).toMatchObject([{ sends: 1 }]);
  });

  it.each([
    ['as long again as it took to come back, and a second', 9_000, 10_000],
    ['not longer than a system keeps what is left of a closed connection', 80_000, 25_000],
    ['no longer than ever, where that is over', 200_000, 2_000],
  ])('[D18] a message that may have gone into a dead connection is listened for %s', (_, outage, listens) => {
    const m = at.active().feed(say('a')).fire('receipt');
    m.now += outage;
    reconnected(m);
    expect(m.timers.get('listen')).toBe(listens);
    m.hear(echo(4, 'a', 'a')).listened();
    expect(m.count('sendFrame')).toBe(at.active().feed(say('a')).count('sendFrame') + 2);
    expect(m.state.outbox).toEqual([]);
  });

  it('[D18] a request to join is listened for as long as a message', () => {
    const m = at.joining().fire('receipt');
    m.now += 9_000;
    reconnected(m);
    expect(m.timers.get('listen')).toBe(10_000);
  });

  it('[D18] one that has reached the platform, as a heartbeat behind it says, is not', () => {
    const m = at.active().feed(say('a'));
    expect(m.timers.get('heartbeat')).toBe(2_500);
    m.now += 2_500;
    m.fire('heartbeat').pong();
    m.now += 2_500;
    m.fire('receipt');
    m.now += 9_000;
    reconnected(m);
    expect(m.timers.get('listen')).toBe(2_000);
  });

  it('[D18] a heartbeat of a later connection says nothing of what went over an earlier one', () => {
    const m = at.active().feed(say('a')).fire('receipt');
    m.now += 1_000;
    reconnected(m);
    m.now += 8_000;
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    reconnected(m);
    expect(m.timers.get('listen')).toBe(10_000);
  });

  it('[D20] once the browser says that there is no network, nothing goes into the connection before it has answered', () => {
    const m = at.active().feed({ type: 'offline' });
    expect(m.of('sendFrame')).toMatchObject([{ event: { type: 'HEARTBEAT' } }]);
    const before = m.count('sendFrame');
    m.feed(say('a'));
    expect(m.count('sendFrame')).toBe(before);
    // The browser was wrong: an answer proves that there is a network.
    m.pong();
    expect(m.of('sendFrame')).toMatchObject([{ event: { type: 'USER_MESSAGE', text: 'a' } }]);
  });

  it('[D20] a message leaves with the next connection at once if nothing answers, however long the network was gone', () => {
    const m = at.active().feed({ type: 'offline' }, say('a')).fire('pong');
    expect(m.state.phase).toMatchObject({ name: 'waiting', code: 'offline' });
    m.now += 40_000;
    m.feed({ type: 'online' });
    reconnected(m);
    expect(m.of('sendFrame')).toMatchObject([{ event: { type: 'USER_MESSAGE', text: 'a' } }]);
    expect(m.state.outbox).toMatchObject([{ sends: 1 }]);
  });

  it.each([
    ['unanswered for more than three seconds is replaced as soon as there is a network', 3_001, 1],
    ['that is still fresh is waited for', 3_000, 0],
  ])('[D20] a connection whose heartbeat is %s', (_, outage, sockets) => {
    const m = at.active().feed({ type: 'offline' }, say('a'));
    const before = m.count('openSocket');
    m.now += outage;
    m.feed({ type: 'online' });
    expect(m.count('openSocket')).toBe(before + sockets);
  });

  it.each([
    ['while the socket is still open', (m: Machine) => m.feed({ type: 'endRequested' })],
    ['once its socket is known to be dead', (m: Machine) => m.feed({ type: 'endRequested' }).fire('pong')],
  ])('[N7] without a network nobody can be told of an end: what is under way has failed (%s)', (_, end) => {
    const m = end(at.active().feed(say('a'), { type: 'offline' }));
    expect(m.state.phase.name).not.toBe('ended');
    m.fire('ending');
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'failed' }]);
    expect(m.timers.size).toBe(0);
  });

  it('[N7] an end that was about to be sent again when the network went cannot be sent either', () => {
    const m = at.active().feed(say('a'), { type: 'endRequested' });
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('ending');
    expect(m.state.phase.name).toBe('waiting');
    m.feed({ type: 'offline' }).fire('ending');
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
  });

  it('[D20] a message waits for the heartbeat that a return to the page has sent', () => {
    const m = at.active().feed({ type: 'visible' });
    const before = m.count('sendFrame');
    m.feed(say('a'));
    expect(m.count('sendFrame')).toBe(before);
    m.pong();
    expect(m.of('sendFrame')).toMatchObject([{ event: { type: 'USER_MESSAGE', text: 'a' } }]);
  });

  it('[D17] after its echo heartbeats come as seldom as before', () => {
    const m = at
      .active()
      .feed(say('a'))
      .hear(echo(4, 'a', 'a'));
    expect(m.timers.get('heartbeat')).toBe(30_000);
  });

  it('[D6] after five sends a message is failed; Retry looks into the history before it sends again, under the same id', () => {
    const m = at.active().feed(say('a'));
    for (let i = 0; i < 5; i++) {
      m.fire('receipt');
      reconnected(m).listened();
    }
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'failed', sends: 5 }]);
    m.feed({ type: 'retryRequested', id: 'a' });
    expect(m.of('openSocket')).toHaveLength(1);
    expect(told(m)).toEqual(['a sending', 'a failed', 'a sending']);
    reconnected(m).listened();
    expect(m.of('sendFrame')).toMatchObject([{ event: { custom: { client_event_id: 'a' } } }]);
  });

  it('[D6] two minutes of connected time are enough, too', () => {
    const m = at.active().feed(say('a'));
    m.now += 121_000;
    m.fire('receipt');
    reconnected(m).listened();
    expect(m.state.outbox).toMatchObject([{ status: 'failed', sends: 1 }]);
    // The visitor's Retry starts again from zero.
    m.feed({ type: 'retryRequested', id: 'a' });
    reconnected(m).listened();
    expect(m.sent('USER_MESSAGE')).toBe(1);
  });

  it('[D6] time before a message is sent, or without a connection, does not count', () => {
    const m = at.active();
    m.now += 130_000;
    m.feed(say('a')).pong();
    expect(m.sent('USER_MESSAGE')).toBe(1);
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });
    m.now += 130_000;
    m.feed({ type: 'frozen' }, { type: 'resumed' });
    reconnected(m).listened();
    expect(m.sent('USER_MESSAGE')).toBe(1);
    expect(m.state.outbox).toMatchObject([{ status: 'inflight', sends: 2, spentMs: 0 }]);
  });

  it('[D7] Discard takes away only what has failed', () => {
    const m = at.active().feed(say('a')).feed({ type: 'discardRequested', id: 'a' });
    expect(m.state.outbox).toHaveLength(1);
    m.hear(END(9));
    expect(m.state.outbox).toMatchObject([{ status: 'failed' }]);
    m.feed({ type: 'discardRequested', id: 'a' });
    expect(m.state.outbox).toEqual([]);
  });

  it('[D7] Retry and Discard concern the one that they name of several failed messages', () => {
    const failed = () => at.active().feed(say('a'), say('b'), say('c')).hear(END(9));
    const kept = failed().feed({ type: 'discardRequested', id: 'b' });
    expect(kept.state.outbox.map(({ id }) => id)).toEqual(['a', 'c']);
    const tried = failed().feed({ type: 'retryRequested', id: 'b' });
    expect(tried.state.outbox.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'failed'],
      ['c', 'failed'],
      ['b', 'queued'],
    ]);
  });

  it('[D8] patience follows the slowest echo, between five and fifteen seconds', () => {
    const m = at.active().feed(say('a'));
    m.now += 4_000;
    m.hear(echo(4, 'a', 'a')).feed(say('b'));
    expect(m.timers.get('receipt')).toBe(12_000);
    m.now += 8_000;
    m.hear(echo(5, 'b', 'b')).feed(say('c'));
    expect(m.timers.get('receipt')).toBe(15_000);
    // One quick echo does not shorten the wait.
    m.hear(echo(6, 'c', 'c')).feed(say('d'));
    expect(m.timers.get('receipt')).toBe(15_000);
    m.fire('receipt');
    reconnected(m);
    expect(m.timers.get('listen')).toBe(16_000);
  });

  it('[D16] an echo that was slept through says nothing of how slow the platform is', () => {
    const m = at.active().feed(say('a'));
    m.now += 60_000;
    m.hear(echo(4, 'a', 'a')).feed(say('b'));
    expect(m.timers.get('receipt')).toBe(5_000);
  });

  it('[D8] a request whose echo comes in a replay says nothing of how slow the platform is', () => {
    const m = at.joining().feed({ type: 'socketClosed', ...attempt(at.joining()), code: 1006, opened: true });
    m.now += 4_000;
    reconnected(m.fire('retry'), JOIN_ECHO).hear(JOINED).feed(say('a'));
    expect(m.timers.get('receipt')).toBe(5_000);
    const live = at.joining();
    live.now += 4_000;
    live.hear(JOIN_ECHO, JOINED).feed(say('a'));
    expect(live.timers.get('receipt')).toBe(12_000);
  });

  it('[D9] Retry in an ended conversation starts a new one and sends it there', () => {
    const m = at.active().feed(say('a')).hear(END(9)).feed({ type: 'retryRequested', id: 'a' });
    expect(m.state.phase.name).toBe('creating');
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued' }]);
  });

  it('[D9] one that was cut off has all that was unsent go along with it', () => {
    const cutOff = event(9, { type: 'SESSION_END', reason: 'user-abandoned' });
    const m = at.active().feed(say('a'), say('b')).hear(cutOff);
    expect(told(m).slice(-2)).toEqual(['a failed', 'b failed']);
    m.feed({ type: 'retryRequested', id: 'b' });
    expect(m.state.phase.name).toBe('creating');
    expect(m.state.outbox).toMatchObject([
      { id: 'a', status: 'queued' },
      { id: 'b', status: 'queued' },
    ]);
    expect(told(m).slice(-2)).toEqual(['a sending', 'b sending']);
  });

  it('[D10] a message of an earlier session never counts as sent in the next', () => {
    const m = at.active().feed(say('a')).hear(systemError(4, 'Error: Session not found'));
    expect(m.state.phase.name).toBe('creating');
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued', lastSentAt: null }]);
  });

  it('[D19] a message that may have arrived in an earlier conversation goes along into the new one only when the visitor says so', () => {
    const m = at.active().feed(say('under way'), say('waits'), { type: 'startNewRequested' });
    expect(m.state.outbox).toMatchObject([
      { id: 'under way', status: 'failed' },
      { id: 'waits', status: 'queued' },
    ]);
    expect(m.emitted.at(-2)).toEqual({ name: 'delivery', detail: { id: 'under way', status: 'failed' } });
    m.feed({ type: 'retryRequested', id: 'under way' });
    expect(m.state.outbox).toMatchObject([
      { id: 'waits', status: 'queued' },
      { id: 'under way', status: 'queued' },
    ]);
  });
});

describe('cursor', () => {
  it('[C1] stays during a replay and moves at its end', () => {
    const m = at.replaying().hear(START, agentMessage(7, 'later'));
    expect(m.state.session?.cursor).toBe(null);
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    expect(m.of('openSocket')).toMatchObject([{ cursor: null }]);
    reconnected(m, agentMessage(5, 'middle'));
    expect(m.state.session?.cursor).toBe(7);
  });

  it('[C2] an event without a place of its own leaves it a whole number', () => {
    const m = at.active().hear({ ...agentMessage(9, 'placeless'), sequence: null });
    expect(m.state.session?.cursor).toBe(3);
    m.hear(agentMessage(4, 'next'));
    expect(m.state.session?.cursor).toBe(4);
    expect(m.timers.has('hole')).toBe(false);
  });

  it('[C2] transient events never move it', () => {
    const m = at.active();
    const before = m.state.session?.cursor;
    m.hear({ ...agentMessage(9, ''), sequence: null, id: 't', type: 'AGENT_THINKING' } as never);
    expect(m.state.session?.cursor).toBe(before);
  });
});

describe('holes', () => {
  it('[C3] a sequence missing live keeps the cursor before it, and is looked up in the history after two seconds', () => {
    const m = at.active().hear(agentMessage(4, 'a')).hear(agentMessage(7, 'd'));
    expect(m.state.session?.cursor).toBe(4);
    expect(m.timers.get('hole')).toBe(2_000);
    m.hear(agentMessage(8, 'e'));
    expect(m.of('setTimer').filter(each => each.key === 'hole')).toEqual([]);
    m.fire('hole');
    expect(m.of('openSocket')).toMatchObject([{ cursor: 4 }]);
    reconnected(m, agentMessage(5, 'b'), agentMessage(6, 'c'));
    expect(m.state.session).toMatchObject({ cursor: 8, gapsNormal: false });
  });

  it('[C5] an event of a type that nobody knows is no hole, and nothing is looked up', () => {
    const m = at
      .active()
      .hear(event(4, { type: 'OTHER' }))
      .hear(agentMessage(5, 'a'));
    expect(m.timers.has('hole')).toBe(false);
    expect(m.state.session).toMatchObject({ cursor: 5, gapsNormal: false });
    expect(m.state.conversation.view.items).toHaveLength(
      at.active().hear(agentMessage(4, 'a')).state.conversation.view.items.length,
    );
  });

  it('[C3] one that arrives late closes the hole, and nothing is looked up', () => {
    const m = at.active().hear(agentMessage(5, 'b')).hear(agentMessage(4, 'a'));
    expect(m.timers.has('hole')).toBe(false);
    expect(m.state.session?.cursor).toBe(5);
  });

  it('[C4] holes that the history has as well are normal and not asked about again', () => {
    const m = at.active().hear(agentMessage(6, 'a')).fire('hole');
    reconnected(m);
    expect(m.state.session).toMatchObject({ cursor: 6, gapsNormal: true });
    m.hear(agentMessage(9, 'b'));
    expect(m.timers.has('hole')).toBe(false);
    expect(m.state.session?.cursor).toBe(9);
  });

  it('[C4] a history that does not begin at one has no holes for that', () => {
    const m = at.replaying();
    m.hear({ ...START, sequence: 5 }).pong();
    expect(m.state.session).toMatchObject({ cursor: 5, gapsNormal: false });
  });

  it('[C3] a drop while something is missing asks for it, too', () => {
    const m = at.active().hear(agentMessage(6, 'a'));
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    expect(m.of('openSocket')).toMatchObject([{ cursor: 3 }]);
  });
});

describe('ending', () => {
  it('[N1] SESSION_END closes socket and timers and says why', () => {
    const m = at.active().hear(END(9));
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'natural-end' });
    expect(m.timers.size).toBe(0);
    expect(m.emitted.at(-2)).toEqual({ name: 'ended', detail: { reason: 'natural-end' } });
  });

  it("[N2] the visitor's end asks the platform; without an answer it ends here", () => {
    const m = at.active().feed({ type: 'endRequested' });
    expect(m.sent('USER_END_SESSION')).toBe(1);
    m.fire('ending');
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
  });

  it('[N2] asked for on a socket that is lost before the answer, it is told again on the next one, and nothing goes on', () => {
    const m = at.active().feed({ type: 'sendRequested', id: 'a', text: 'hi' }, { type: 'endRequested' });
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });
    expect(selectStatus(m.state)).toBe('ended');
    m.fire('ending').fire('retry');
    m.feed({ type: 'socketOpened', ...attempt(m) });
    expect(m.sent('USER_END_SESSION')).toBe(1);
    m.pong().listened();
    expect(m.sent('USER_MESSAGE')).toBe(0);
    expect(selectStatus(m.state)).toBe('ended');
    m.hear(END(9));
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'natural-end' });
    expect(m.timers.size).toBe(0);
  });

  it.each([
    ['closed', (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 1000, opened: true })],
    ['rejected', (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 4001, opened: true })],
    ['replaced', (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 4000, opened: true })],
    ['unknown', (m: Machine) => m.hear(systemError(9, 'Error: Session not found'))],
    [
      'expired',
      (m: Machine) => {
        m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });
        m.now += 11 * 60_000;
        return m.fire('retry');
      },
    ],
  ])(
    "[N2] the visitor's end stands whatever becomes of the session meanwhile (%s), and no other session begins",
    (_, what) => {
      const m = what(at.active().feed({ type: 'endRequested' }));
      expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
      expect(m.count('createSession')).toBe(1);
      expect(m.timers.size).toBe(0);
    },
  );

  it('[N2] an end that cannot be told in as many attempts as there are is one all the same', () => {
    const m = at.active().feed({ type: 'endRequested' });
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });
    for (let i = 0; i < 20 && m.timers.has('retry'); i++)
      m.fire('retry').feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'user-end' });
    expect(m.count('createSession')).toBe(1);
  });

  it('[N2] a message written before the end is confirmed belongs to the next conversation', () => {
    const m = at.active().feed({ type: 'endRequested' }, { type: 'sendRequested', id: 'a', text: 'hi' });
    expect(m.of('createSession')).toHaveLength(1);
    expect(m.sent('USER_MESSAGE')).toBe(0);
    expect(m.done.filter(each => each.type === 'sendFrame' && each.event.type === 'USER_END_SESSION')).toHaveLength(1);
    expect(m.state).toMatchObject({ ending: false, outbox: [{ id: 'a', status: 'queued' }] });
  });

  it('[N2] a message from before the end that still waits is not sent any more', () => {
    const [a, b] = ['a', 'b'].map(id => ({ type: 'sendRequested', id, text: id }) as const) as [Intent, Intent];
    const m = at
      .active()
      .feed(a, b, { type: 'endRequested' })
      .hear(echo(4, 'a', 'a'));
    expect(m.sent('USER_MESSAGE')).toBe(0);
    m.fire('ending');
    expect(m.state.outbox).toMatchObject([{ id: 'b', status: 'failed', sends: 0 }]);
  });

  it("[N3] an end that stands in the history is found at the replay's end", () => {
    const m = at.waiting().fire('retry');
    reconnected(m, END(9));
    expect(m.state.phase.name).toBe('ended');
    expect(m.emitted.filter(each => each.name === 'ended')).toHaveLength(1);
  });

  it('[N3] nothing more is said behind it', () => {
    const m = at.active().feed({ type: 'sendRequested', id: 'a', text: 'a' }).fire('receipt');
    const before = m.count('sendFrame');
    reconnected(m, END(9)).listened();
    expect(m.state).toMatchObject({ phase: { name: 'ended' }, outbox: [{ id: 'a', status: 'failed' }] });
    const said = m.done.filter(each => each.type === 'sendFrame').slice(before);
    expect(said.map(({ event }) => event.type)).toEqual(['HEARTBEAT', 'HEARTBEAT']);
  });

  it.each([
    ['says nothing more', m => m.fire('pong')],
    ['closes the socket', m => m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true })],
  ] satisfies [string, (m: Machine) => Machine][])(
    '[N3] an end that stands in the history is an end also where the platform then %s',
    (_, then) => {
      const m = at.waiting().fire('retry');
      then(m.feed({ type: 'socketOpened', ...attempt(m) }).hear(END(9)));
      expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'natural-end' });
      expect([...m.timers.keys()]).toEqual([]);
      expect(m.emitted.filter(each => each.name === 'ended')).toHaveLength(1);
    },
  );

  it('[N4] a new conversation after a proper end starts clean; after a cut-off the transcript stays', () => {
    const clean = at.active().hear(agentMessage(4, 'bye')).hear(END(9)).feed({ type: 'startNewRequested' });
    expect(clean.state.past).toEqual([]);
    expect(clean.state.conversation.view.items).toEqual([]);
    const cut = at.active().hear(agentMessage(4, 'bye'));
    cut.feed({ type: 'socketClosed', ...attempt(cut), code: 1000, opened: true }, { type: 'startNewRequested' });
    expect(cut.state.past.at(-1)).toMatchObject({ mark: 'divider' });
  });

  it('[N10] the newest thousand entries of cut-off conversations stay: a visitor who comes every day does not store more each day', () => {
    const m = at.active();
    for (let round = 0; round < 25; round++) {
      const replies = Array.from({ length: 50 }, (_, nth) => agentMessage(nth + 10, `reply ${nth} of ${round}`));
      m.hear(...replies).feed({ type: 'socketClosed', ...attempt(m), code: 1000, opened: true });
      m.feed({ type: 'startNewRequested' });
      m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: `later-${round}` });
      m.feed({ type: 'socketOpened', ...attempt(m) }).pong();
    }
    expect(m.state.past).toHaveLength(1_000);
    expect(m.state.past.slice(-2)).toMatchObject([{ text: 'reply 49 of 24' }, { mark: 'divider' }]);
  });

  it.each([
    ['natural-end', []],
    ['user-end', []],
    ['user-abandoned', ['bye']],
    ['unknown', ['bye']],
  ] as const)('[N4] the reason that the platform gives (%s) says which end it was', (reason, stays) => {
    const m = at.active().hear(agentMessage(4, 'bye'), event(9, { type: 'SESSION_END', reason }));
    m.feed({ type: 'startNewRequested' });
    expect(m.state.past.flatMap(item => ('text' in item ? item.text : []))).toEqual(stays);
  });

  it('[N5] a visitor who asks twice for a new conversation gets one', () => {
    for (const m of [at.authorizing(), at.creating()]) {
      const asked = m.count('createSession') + m.count('fetchToken');
      m.feed({ type: 'startNewRequested' }, { type: 'startNewRequested' });
      expect(m.count('createSession') + m.count('fetchToken')).toBe(asked);
    }
  });

  it('[N5] an open conversation that is replaced by a new one is ended on the platform, too', () => {
    const m = at.active().feed({ type: 'startNewRequested' });
    expect(m.sent('USER_END_SESSION')).toBe(1);
    expect(m.of('createSession')).toHaveLength(1);
  });
});

describe('expiry', () => {
  it('[N6] ten minutes without the platform mean an expired session: no attempt, the transcript stays, unsent messages go along', () => {
    const m = at.active().hear(agentMessage(4, 'hello')).feed({ type: 'offline' });
    m.feed(
      { type: 'socketClosed', ...attempt(m), code: 1006, opened: true },
      { type: 'sendRequested', id: 'a', text: 'hi' },
    );
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });
    m.now += 10 * 60_000 + 1;
    m.feed({ type: 'online' });
    expect(m.of('openSocket')).toEqual([]);
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'expired' });
    m.feed({ type: 'startNewRequested' });
    expect(m.state.past.some(item => item.kind === 'message' && item.text === 'hello')).toBe(true);
    expect(m.state.past.at(-1)).toMatchObject({ mark: 'divider' });
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued' }]);
    const told = m.emitted.flatMap(each => (each.name === 'delivery' ? [each.detail.status] : []));
    expect(told).toEqual(['sending', 'failed', 'sending']);
  });

  it('[N6] just under ten minutes is tried', () => {
    const m = at.waiting();
    m.now += 10 * 60_000 - 1;
    m.feed({ type: 'online' });
    expect(m.of('openSocket')).toHaveLength(1);
  });
});

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

describe('replies in pieces', () => {
  it('[T4] text behind a gap is shown two seconds after the gap appeared, however many chunks come meanwhile', () => {
    const m = at
      .active()
      .hear(chunk(4, 'r', 1, 'a'))
      .hear(chunk(5, 'r', 3, 'c'));
    const armed = () => m.done.filter(each => each.type === 'setTimer' && each.key === 'gap').length;
    expect(m.timers.get('gap')).toBe(2_000);
    for (let piece = 4; piece < 12; piece++) m.hear(chunk(piece + 2, 'r', piece, '.'));
    expect(armed()).toBe(1);
    m.fire('gap');
    expect(m.state.conversation.view.items.at(-1)).toMatchObject({ text: 'ac........' });
  });

  it('[T6] a reply that falls silent is told as it stands, once, and counts as unread', () => {
    const m = at
      .active()
      .feed({ type: 'closeRequested' })
      .hear(chunk(4, 'r', 1, 'Let me '));
    const told = () => m.emitted.filter(each => each.name === 'message').map(each => each.detail);
    expect(told()).toEqual([]);
    m.fire('silence');
    expect(told()).toEqual([{ id: 'r', from: 'agent', text: 'Let me ' }]);
    expect(m.state.unread).toBe(1);
    expect(m.state.conversation.view.items.at(-1)).toMatchObject({ key: 'm:r', id: 'r', status: 'interrupted' });
    m.hear(chunk(5, 'r', 2, 'see', true));
    expect(told()).toHaveLength(1);
    expect(m.state.unread).toBe(1);
  });

  it('[T6] … and not once more when a late event has the transcript read anew', () => {
    const m = at
      .active()
      .hear(chunk(6, 'r', 1, 'Let me '))
      .fire('silence')
      .hear(chunk(7, 'q', 1, 'Or '))
      .fire('silence');
    m.hear(echo(5, 'elsewhere', 'Hello?')).hear(agentMessage(8, 'Sorry'));
    const told = m.emitted.flatMap(each => (each.name === 'message' ? [each.detail.text] : []));
    expect(told).toEqual(['Let me ', 'Or ', 'Hello?', 'Sorry']);
    const { items } = m.hear(chunk(9, 's', 1, 'I ')).fire('silence').state.conversation.view;
    const statuses = items.flatMap(item => (item.kind === 'message' ? `${item.text}: ${item.status}` : []));
    expect(statuses.slice(-3)).toEqual(['Or : interrupted', 'Sorry: complete', 'I : interrupted']);
  });

  it('[T6] other messages do not keep a silent reply waiting', () => {
    const m = at.active().hear(chunk(4, 'r', 1, 'Let me '));
    const armed = () => m.done.filter(each => each.type === 'setTimer' && each.key === 'silence').length;
    m.hear(echo(5, 'elsewhere', 'Hello?')).hear(echo(6, 'again', 'Anyone?'));
    expect(armed()).toBe(1);
    m.hear(chunk(7, 'r', 2, 'see'));
    expect(armed()).toBe(2);
  });

  it('[T6] a reply under way when the conversation ends is told as it stands', () => {
    const ended = at.active().hear(chunk(4, 'r', 1, 'Let me '));
    ended.feed({ type: 'socketClosed', ...attempt(ended), code: 1000, opened: true });
    const renewed = at.active().hear(chunk(4, 'r', 1, 'Let me '));
    renewed.feed({ type: 'socketClosed', ...attempt(renewed), code: 4001, opened: true });
    for (const m of [ended, renewed]) {
      expect(m.emitted).toContainEqual({ name: 'message', detail: { id: 'r', from: 'agent', text: 'Let me ' } });
      const all = [...m.state.past, ...m.state.conversation.view.items];
      expect(all.filter(item => item.kind === 'message' && item.status === 'streaming')).toEqual([]);
    }
  });
});

describe('system messages for the page', () => {
  it.each([
    ['info', 'We are moving', undefined],
    ['warning', 'It is late', undefined],
    ['error', 'Something new', 'system_error'],
    ['info', 'Error: Session not found', 'session_not_found'],
  ] as const)('[S20] a system message of level %s, %s', (level, message, code) => {
    const m = at.active();
    const before = m.emitted.length;
    m.hear(event(4, { type: 'SYSTEM_MESSAGE', level, message }));
    const heard = m.emitted.slice(before).filter(({ name }) => name === 'message' || name === 'error');
    expect(heard).toEqual([
      { name: 'message', detail: { id: 'e4', from: 'system', text: message } },
      ...(code ? [{ name: 'error', detail: { code, message } }] : []),
    ]);
  });
});

describe('hand-offs and languages for the page', () => {
  const stages = (m: ReturnType<typeof at.active>) =>
    m.emitted.flatMap(each => (each.name === 'handoff' ? [each.detail.stage] : []));
  const person = (sequence: number, agentName: string) => event(sequence, { type: 'LIVE_AGENT_JOINED', agentName });

  it('[H3] nothing of a queue once a person is there', () => {
    const m = at
      .active()
      .hear(person(4, 'Maya'))
      .hear(event(5, { type: 'HANDOFF_QUEUE_STATUS', position: 1 }));
    expect(stages(m)).toEqual(['joined']);
    expect(m.state.conversation.view.handoff).toEqual({ stage: 'joined' });
  });

  it('[H6] a hand-off that is over by the time it is read is not told', () => {
    const back = { ...JOINED, id: 'j2', sequence: 5 };
    const m = at.replaying().hear(START, JOIN_ECHO, JOINED, event(4, { type: 'AGENT_TRIGGERED_HANDOFF' }), back);
    expect(stages(m)).toEqual([]);
  });

  it('[H5] the page is not asked to take over if that is over by then', () => {
    const over = event(4, { type: 'CLIENT_HANDOFF_REQUIRED', route: '/talk' });
    const asked = (m: ReturnType<typeof at.active>) => m.emitted.filter(each => each.name === 'handoff-required');
    const back = { ...JOINED, id: 'j2', sequence: 5 };
    expect(asked(at.replaying().hear(START, JOIN_ECHO, JOINED, over, back))).toEqual([]);
    const left = event(5, { type: 'AGENT_LEFT' });
    expect(asked(at.replaying().hear(START, JOIN_ECHO, JOINED, over, left))).toHaveLength(1);
  });

  it('[H7] the page hears that people have left only when both of two have', () => {
    const m = at.active().hear(person(4, 'Noah')).hear(person(5, 'Ines'));
    m.hear(event(6, { type: 'LIVE_AGENT_LEFT', agentName: 'Noah' }));
    expect(stages(m)).toEqual(['joined', 'joined']);
    m.hear(event(7, { type: 'LIVE_AGENT_LEFT', agentName: 'Ines' }));
    expect(stages(m)).toEqual(['joined', 'joined', 'left']);
  });

  it('[O1] in the order of the conversation, also where all of it comes in one frame', () => {
    const m = at
      .active()
      .hear(chunk(4, 'r', 1, 'Let me '))
      .feed({ type: 'closeRequested' });
    const events = [
      echo(5, 'elsewhere', 'A person, please'),
      chunk(6, 'r', 2, 'see', true),
      event(7, { type: 'LANGUAGE_CHANGED', languageCode: 'fr' }),
      event(8, { type: 'AGENT_TRIGGERED_HANDOFF' }),
      agentMessage(9, 'One moment'),
      systemError(10, 'Something new'),
      { ...agentMessage(11, 'Maya here'), type: 'LIVE_AGENT_MESSAGE' } as ServerEvent,
      event(12, { type: 'CLIENT_HANDOFF_REQUIRED', route: '/talk' }),
      echo(13, 'again', 'Thanks'),
    ];
    const before = m.emitted.length;
    m.hear(...events);
    expect(m.emitted.slice(before).map(({ name, detail }) => ('text' in detail ? detail.text : name))).toEqual([
      'A person, please',
      'Let me see',
      'language',
      'handoff',
      'One moment',
      'Something new',
      'error',
      'Maya here',
      'handoff',
      'handoff-required',
      'Thanks',
      'unread',
    ]);
  });

  it('[T12] a language once, until it is another one', () => {
    const spoken = (sequence: number, languageCode: string) =>
      event(sequence, { type: 'LANGUAGE_CHANGED', languageCode });
    const m = at.active().hear(spoken(4, 'fr'), spoken(5, 'fr')).hear(spoken(6, 'fr')).hear(spoken(7, 'de'));
    const heard = m.emitted.flatMap(each => (each.name === 'language' ? [each.detail.code] : []));
    expect(heard).toEqual(['fr', 'de']);
    // An older event that comes late changes nothing.
    m.hear(spoken(9, 'es')).hear(spoken(8, 'it'));
    expect(m.emitted.flatMap(each => (each.name === 'language' ? [each.detail.code] : []))).toEqual(['fr', 'de', 'es']);
  });
});

describe('panel and typing', () => {
  it('[V1] messages of others count as unread while the panel is closed', () => {
    const m = at.active().feed({ type: 'closeRequested' }).hear(agentMessage(4, 'one')).hear(agentMessage(5, 'two'));
    expect(m.state.unread).toBe(2);
    m.feed({ type: 'openRequested' });
    expect(m.state.unread).toBe(0);
    expect(m.emitted.filter(each => each.name === 'unread').map(each => each.detail)).toEqual([
      { count: 1 },
      { count: 2 },
      { count: 0 },
    ]);
  });

  it.each([
    // Visibility (0 hidden, 1 page in view, 2 chat in view), panel open, unread messages after one reply.
    [0, true, 1],
    [0, false, 1],
    [1, true, 0],
    [1, false, 1],
    [2, true, 0],
    [2, false, 0],
  ] as const)('[V5] [V6] with %i in view and the panel open: %s, %i of one message counts', (sight, open, count) => {
    const m = at.active().feed({ type: open ? 'openRequested' : 'closeRequested' }, { type: 'looked', sight });
    m.hear(agentMessage(4, 'one'));
    expect(m.state.unread).toBe(count);
    m.feed({ type: 'looked', sight: 2 });
    expect(m.state.unread).toBe(0);
    expect(m.emitted.filter(({ name }) => name === 'unread')).toHaveLength(2 * count);
  });

  it('[V5] [M30] a chat in view is still in view after everything was forgotten', () => {
    expect(at.active().feed({ type: 'looked', sight: 2 }, { type: 'forgetRequested' }).state.sight).toBe(2);
  });

  it('[V1] once each, also where one comes late and the transcript is read anew', () => {
    const m = at.active().feed({ type: 'closeRequested' }).hear(agentMessage(5, 'a')).hear(agentMessage(6, 'b'));
    expect(m.state.unread).toBe(2);
    expect(m.hear(agentMessage(4, 'late')).state.unread).toBe(3);
  });

  it('[V1] [M30] forgotten messages are not unread any more, and the page hears so', () => {
    const m = at
      .active()
      .feed({ type: 'closeRequested' })
      .hear(agentMessage(4, 'one'))
      .feed({ type: 'forgetRequested' });
    expect(m.state.unread).toBe(0);
    const told = m.emitted.filter(each => each.name === 'unread');
    expect(told.map(each => each.detail)).toEqual([{ count: 1 }, { count: 0 }]);
  });

  it('[V2] typing is told at its start and at its end, not at every key', () => {
    const m = at.active().feed({ type: 'draftChanged', text: 'h' });
    expect(m.of('sendFrame')).toMatchObject([{ event: { type: 'USER_TYPING', state: 'started' } }]);
    m.feed({ type: 'draftChanged', text: 'he' });
    expect(m.sent('USER_TYPING')).toBe(0);
    m.fire('ownTyping');
    expect(m.of('sendFrame')).toMatchObject([{ event: { state: 'stopped' } }]);
    // A visitor who has erased everything has stopped typing.
    m.feed({ type: 'draftChanged', text: 'h' }, { type: 'draftChanged', text: '' });
    expect(m.of('sendFrame')).toMatchObject([{ event: { state: 'stopped' } }]);
    m.feed({ type: 'draftChanged', text: 'hel' }, { type: 'sendRequested', id: 'a', text: 'hel' });
    expect(m.of('sendFrame').map(each => each.event.type)).toEqual(['USER_TYPING', 'USER_MESSAGE']);
    expect(m.state.draft).toBe('');
  });

  it("[V3] a person's message ends the agent's sign, too: what was thought about is answered", () => {
    const m = at.active().hear(event(null, { type: 'AGENT_THINKING' }));
    expect(m.state.typing.agent).toBe(true);
    m.hear({ ...agentMessage(4, 'Maya here'), type: 'LIVE_AGENT_MESSAGE' } as never);
    expect(m.state.typing).toMatchObject({ agent: false, live: false });
    m.hear(event(null, { type: 'LIVE_AGENT_TYPING', state: 'started' })).hear(agentMessage(5, 'And I'));
    expect(m.state.typing).toMatchObject({ agent: false, live: true });
  });

  it('[V3] a sign of typing goes with the message that it announced, or after ten seconds', () => {
    const thinking = { ...agentMessage(1, ''), sequence: null, id: 't1', type: 'AGENT_THINKING' } as never;
    const m = at.active().hear(thinking);
    expect(m.state.typing.agent).toBe(true);
    expect(m.timers.get('agentTyping')).toBe(10_000);
    m.hear(agentMessage(4, 'hello'));
    expect(m.state.typing.agent).toBe(false);
    m.hear({ ...(thinking as object), id: 't2' } as never).fire('agentTyping');
    expect(m.state.typing.agent).toBe(false);
  });

  it('[V3] a system message ends the typing indicator if it is an error, and else not', () => {
    const m = at.active().hear({ ...agentMessage(1, ''), sequence: null, id: 't1', type: 'AGENT_THINKING' } as never);
    m.hear(event(20, { type: 'SYSTEM_MESSAGE', level: 'info', message: 'We are moving' }));
    expect(m.state.typing.agent).toBe(true);
    m.hear(systemError(21, 'Sorry, I encountered an error'));
    expect(m.state.typing.agent).toBe(false);
    expect(m.timers.has('agentTyping')).toBe(false);
  });
});
