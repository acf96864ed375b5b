import { describe, expect, it } from 'vitest';
import {
  agentMessage,
  at,
  attempt,
  echo,
  JOIN_ECHO,
  JOINED,
  type Machine,
  reconnected,
  START,
  TOKEN,
} from '../fixtures/machine.ts';

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
