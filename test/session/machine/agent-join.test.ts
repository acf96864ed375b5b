import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/session/state/inputs.ts';
import {
  agentMessage,
  at,
  attempt,
  chunk,
  echo,
  event,
  JOIN_ECHO,
  JOINED,
  type Machine,
  reconnected,
  START,
  systemError,
} from '../fixtures/machine.ts';

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
