import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/session/state/inputs.ts';
import {
  agentMessage,
  at,
  attempt,
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
} from '../fixtures/machine.ts';

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
    expect(m.state.phase.name).toBe('authorizing');
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
