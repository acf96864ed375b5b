import { describe, expect, it } from 'vitest';
import { selectStatus } from '../../../src/session/selectors.ts';
import type { Intent } from '../../../src/session/state/inputs.ts';
import {
  agentMessage,
  at,
  attempt,
  END,
  echo,
  event,
  type Machine,
  reconnected,
  systemError,
} from '../fixtures/machine.ts';

describe('ending', () => {
  it('[N1] SESSION_END closes socket and timers and says why', () => {
    const m = at.active().hear(END(9));
    expect(m.state.phase).toMatchObject({ name: 'ended', reason: 'natural-end' });
    expect(m.timers.size).toBe(0);
    expect(m.emitted.at(-2)).toEqual({ name: 'ended', detail: { reason: 'natural-end' } });
  });

  it.each([
    ['the platform has ended', at.active().hear(END(9))],
    ['the visitor has ended', at.active().feed({ type: 'endRequested' }).fire('ending')],
    ['the visitor has ended before it began', at.creating().feed({ type: 'endRequested' })],
  ])('[R28] the ticket of a conversation that %s is revoked, and the next one gets a token of its own', (_, m) => {
    expect(m.done.filter(each => each.type === 'dropToken')).toEqual([{ type: 'dropToken', isOver: true }]);
    m.feed({ type: 'startNewRequested' });
    expect(m.of('fetchToken')).toHaveLength(1);
  });

  it('[R28] a conversation that was cut off keeps its token for the next one', () => {
    const m = at.active();
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1000, opened: true }, { type: 'startNewRequested' });
    expect(m.count('dropToken')).toBe(0);
    expect(m.count('fetchToken')).toBe(1);
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
