/** State that must outlive the page is written first: when, how urgently, and which effects wait for it. */

import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import type { Fact, Intent } from '../../../src/session/state/inputs.ts';
import { takeSnapshot } from '../../../src/session/state/snapshot.ts';
import { initialState } from '../../../src/session/state/state.ts';
import { agentMessage, at, attempt, END, echo, event, type Machine, machine } from '../fixtures/machine.ts';

const say = (id: string): Intent => ({ type: 'sendRequested', id, text: id });
const stored = (...ids: string[]): Fact => ({ type: 'stored', ids });
const order = (m: Machine) =>
  m.done.flatMap(each => (each.type === 'sendFrame' && each.event.type === 'USER_MESSAGE' ? [each.event.text] : []));

/** The same phase, with a storage. */
function keeping(make: () => Machine): Machine {
  return machine({ ...make().state, writeAhead: true });
}

describe('write-ahead', () => {
  it('[M20] a message is shown at once, and sent when it is written', () => {
    const m = keeping(at.active).feed(say('a'));
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued', stored: false }]);
    expect(m.sent('USER_MESSAGE')).toBe(0);
    m.feed(stored('a'));
    expect(m.sent('USER_MESSAGE')).toBe(1);
    expect(m.timers.get('receipt')).toBe(5_000);
  });

  it('[M20] without a storage nothing waits', () => {
    const m = at.active().feed(say('a'));
    expect(m.sent('USER_MESSAGE')).toBe(1);
    expect(m.count('persist')).toBe(0);
  });

  it('[M20] one that is written first does not overtake the one before it', () => {
    const m = keeping(at.active).feed(say('a'), say('b'), stored('b'));
    expect(order(m)).toEqual([]);
    m.feed(stored('a'))
      .hear(echo(4, 'a', 'a'))
      .hear(echo(5, 'b', 'b'));
    expect(order(m)).toEqual(['a', 'b']);
    expect(m.state.outbox).toEqual([]);
  });

  it('[M20] written before there is a connection, it goes out with it; not written, it waits', () => {
    const m = machine({ ...at.joining().state, writeAhead: true });
    m.feed(say('a'), say('b'), stored('a')).hear(event(3, { type: 'AGENT_JOINED' }));
    expect(order(m)).toEqual(['a']);
    m.hear(echo(4, 'a', 'a'));
    expect(order(m)).toEqual(['a']);
    m.feed(stored('b'));
    expect(order(m)).toEqual(['a', 'b']);
  });

  it('[M20] word of a write that comes late or twice changes nothing', () => {
    const m = keeping(at.active)
      .feed(say('a'), stored('a'), stored('a'))
      .hear(echo(4, 'a', 'a'));
    m.feed(stored('a', 'unknown'));
    expect(order(m)).toEqual(['a']);
    expect(m.state.outbox).toEqual([]);
  });

  it('[M20] Retry is written before it sends, like any message', () => {
    const m = keeping(at.active).feed(say('a'), stored('a'));
    for (let i = 0; i < 5; i++) {
      m.fire('receipt').feed({ type: 'socketOpened', ...attempt(m) });
      m.pong().listened();
    }
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'failed' }]);
    m.feed({ type: 'retryRequested', id: 'a' });
    expect(m.of('persist')).toEqual([{ type: 'persist' }]);
    m.feed({ type: 'socketOpened', ...attempt(m) });
    m.pong().listened();
    expect(order(m)).toHaveLength(5);
    m.feed(stored('a'));
    expect(order(m)).toHaveLength(6);
  });
});

describe('writing the record', () => {
  const now = { type: 'persist' };
  const none: Fact = { type: 'visible' };
  const failed = () => machine({ ...at.active().feed(say('a')).hear(END(9)).state, phase: at.active().state.phase });

  const rows: readonly (readonly [string, () => Machine, (m: Machine) => Intent | Fact, object | null])[] = [
    ['a message', at.active, () => say('a'), now],
    ['a message before there is a connection', at.authorizing, () => say('a'), now],
    ['a receipt', () => at.active().feed(say('a')), m => hear(m, echo(4, 'a', 'a')), now],
    ['Retry', failed, () => ({ type: 'retryRequested', id: 'a' }), now],
    ['Discard', failed, () => ({ type: 'discardRequested', id: 'a' }), now],
    ['a session', at.creating, m => ({ type: 'sessionCreated', ...attempt(m), sessionId: 's' }), now],
    ['a new conversation', at.active, () => ({ type: 'startNewRequested' }), now],
    ['the end', at.active, m => hear(m, END(9)), now],
    ['a new conversation after the end', at.ended, () => ({ type: 'startNewRequested' }), now],
    ['a reply', at.active, m => hear(m, agentMessage(4, 'hello')), now],
    ['a letter', at.active, () => ({ type: 'draftChanged', text: 'h' }), now],
    ['the panel', at.active, () => ({ type: 'closeRequested' }), now],
    [
      'a message of others while it is closed',
      () => at.active().feed({ type: 'closeRequested' }),
      m => hear(m, agentMessage(4, 'hello')),
      now,
    ],
    ['a sign of life', at.active, () => ({ type: 'stayRequested' }), now],
    ['that the visitor was asked', at.active, () => ({ type: 'timerFired', key: 'idle' }), now],
    [
      'that what came unseen was read',
      () => at.active().feed({ type: 'looked', sight: 0 }).hear(agentMessage(4, 'hello')),
      () => ({ type: 'looked', sight: 1 }),
      now,
    ],
    ['a socket that opens', at.connecting, m => ({ type: 'socketOpened', ...attempt(m) }), null],
    [
      'a token',
      at.authorizing,
      m => ({ type: 'tokenReceived', ...attempt(m), resumed: false, expiresInMs: 1e6, canProbe: false }),
      null,
    ],
    ['a return to the page', at.active, () => none, null],
    ['what the machine has just read', at.idle, () => ({ type: 'restored', snapshot: blank() }), null],
    ['what is to be forgotten', at.active, () => ({ type: 'forgetRequested' }), null],
  ];

  it.each(rows)('[M21] %s', (_, make, input, expected) => {
    const m = keeping(make);
    m.now += 1_000;
    m.feed(input(m));
    expect(m.of('persist')).toEqual(expected ? [expected] : []);
  });

  it('[M21] nothing at all before the visitor does something', () => {
    const m = machine(initialState('conversation', true));
    m.feed(none, { type: 'online' }, { type: 'hidden' }, { type: 'frozen' }, { type: 'resumed' });
    expect(m.count('persist')).toBe(0);
  });

  it('[M21] a change that is not stored yet stays urgent, whatever happens next', () => {
    const m = keeping(at.active).feed(say('a'), { type: 'visible' });
    expect(m.of('persist')).toEqual([now]);
    m.feed(stored('a'), { type: 'visible' });
    expect(m.of('persist')).toEqual([]);
  });
});

function hear(m: Machine, ...events: ServerEvent[]): Fact {
  return { type: 'eventsReceived', ...attempt(m), events };
}

const blank = () => takeSnapshot(initialState());
