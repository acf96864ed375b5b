import { describe, expect, it } from 'vitest';
import { selectStatus } from '../../../src/session/selectors.ts';
import { initialState } from '../../../src/session/state/state.ts';
import {
  agentMessage,
  at,
  attempt,
  CAPABILITIES,
  event,
  JOIN_ECHO,
  JOINED,
  type Machine,
  machine,
  reconnected,
  START,
  systemError,
  TOKEN,
} from '../fixtures/machine.ts';

describe('a challenge of the broker', () => {
  const REQUIRED = 'challenge_required';

  it('[R44] a long one leaves the step that fetches the token, and has a code; the token ends it', () => {
    const m = at.authorizing();
    m.feed({ type: 'challengeLasts', ...attempt(m) });
    expect(m.state.phase).toEqual({ name: 'authorizing', code: REQUIRED });
    expect(selectStatus(m.state)).toBe('connecting');
    m.feed({ ...TOKEN, ...attempt(m) });
    expect(m.state.phase).toEqual({ name: 'creating' });
  });

  it('[R44] one that is refused ends the attempts until the visitor tries again', () => {
    const m = at.authorizing();
    m.feed({ type: 'tokenFailed', ...attempt(m), failure: { kind: REQUIRED } });
    expect(m.state.phase).toMatchObject({ name: 'failed', code: REQUIRED });
    expect(m.feed({ type: 'reconnectRequested' }).state.phase).toEqual({ name: 'authorizing' });
  });

  it('[R44] a long one on a page that is put away meanwhile changes nothing', () => {
    const m = at.authorizing();
    const before = attempt(m);
    m.feed({ type: 'frozen' });
    const { phase } = m.state;
    m.feed({ type: 'challengeLasts', ...before });
    expect(m.state.phase).toEqual(phase);
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
    const m = at.active().feed({ type: 'startNewRequested' });
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
