/** Conversations over Chat: going over to it when sockets are blocked, and what becomes of a message without an answer. */

import { describe, expect, it } from 'vitest';
import { takeSnapshot } from '../../../src/session/state/snapshot.ts';
import type { ChatOffer } from '../../../src/session/state/state.ts';
import { at, attempt, echo, JOIN_ECHO, JOINED, type Machine, reconnected, START, TOKEN } from '../fixtures/machine.ts';

const probed = (m: Machine) => m.feed({ type: 'probed', ...attempt(m), status: 101 });
const refuse = (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: false });
const lose = (m: Machine) => m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true });

function authorized(chat?: ChatOffer, prefersChat = false): Machine {
  return at.authorizing().feed({ ...TOKEN, canProbe: true, chat, prefersChat, ...attempt(at.authorizing()) });
}

/** Active over Chat. */
function waiting(chat: ChatOffer): Machine {
  const m = authorized(chat, true);
  m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 'CONV-1', chat: true });
  return reconnected(m, START).hear(JOIN_ECHO).hear(JOINED);
}

/** Active over Chat, with a message in flight. */
const talking = (chat: ChatOffer): Machine => waiting(chat).feed({ type: 'sendRequested', id: 'a', text: 'hi' });

/** A message in the answer to a look-up, which has no ids. */
const lookedUp = (sequence: number, text: string) => ({ ...echo(sequence, '', text), custom: {} });

describe('[R30] blocked sockets', () => {
  function blocked(chat?: ChatOffer): Machine {
    const m = authorized(chat);
    m.feed({ type: 'sessionCreated', ...attempt(m), sessionId: 's1' });
    m.feed({ type: 'sendRequested', id: 'a', text: 'hi' });
    refuse(m).fire('retry');
    probed(refuse(m)).fire('retry');
    return probed(refuse(m));
  }

  it('a broker with Chat: a conversation over Chat begins, and the words that wait go along', () => {
    const m = blocked('look-up');
    expect(m.of('createSession').at(-1)).toMatchObject({ chat: true });
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'queued' }]);
  });

  it('a broker without Chat: the socket is tried once more', () => {
    const m = blocked();
    expect(m.state.phase.name).toBe('waiting');
    expect(m.of('createSession')).toEqual([]);
  });
});

describe('a message over Chat without an answer', () => {
  /** `taken`: words of a closed tab, which come while the next connection is opened. */
  function doubtful(chat: ChatOffer, taken?: string): Machine {
    const m = talking(chat);
    m.now += 1_000;
    lose(m).fire('retry');
    const outbox = m.state.outbox.map(entry => ({ ...entry, id: 'b', text: `${taken}` }));
    const { generation } = m.state;
    if (taken) m.feed({ type: 'took', own: { outbox, draft: '', generation, at: m.now } });
    return reconnected(m);
  }

  it('[R30] nobody can look it up: it has failed at once, and goes out again only on Retry', () => {
    const m = doubtful('blind').listened();
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'failed', inDoubt: true }]);
    expect(m.sent('USER_MESSAGE')).toBe(0);
    m.feed({ type: 'retryRequested', id: 'a' });
    expect(m.sent('USER_MESSAGE')).toBe(1);
  });

  it('[R30] a look-up finds it: it is sent, and the wait ends', () => {
    const m = doubtful('look-up');
    expect(m.done.findLast(({ type }) => type === 'openSocket')).toMatchObject({ inDoubt: true });
    m.hear(lookedUp(5, 'hi'));
    expect(m.state.outbox).toEqual([]);
    expect(m.timers.get('listen')).toBe(0);
  });

  it('[R30] another tab has looked it up and stored it: it is sent', () => {
    const m = doubtful('look-up');
    const snapshot = takeSnapshot(waiting('look-up').hear(lookedUp(5, 'hi')).state);
    m.feed({ type: 'shared', snapshot });
    expect(m.state.outbox).toEqual([]);
    expect(m.emitted).toContainEqual({ name: 'delivery', detail: { id: 'a', status: 'sent' } });
  });

  it('[R30] two messages with the same words: each is sent when its own turn is found', () => {
    const m = doubtful('look-up', 'hi');
    m.hear(lookedUp(5, 'hi')).hear(lookedUp(5, 'hi'));
    expect(m.state.outbox).toMatchObject([{ id: 'b', status: 'inflight' }]);
    m.hear(lookedUp(5, 'hi'), lookedUp(7, 'hi'));
    expect(m.state.outbox).toEqual([]);
  });

  it('[R30] two messages that are found by the same look-up are both sent', () => {
    const m = doubtful('look-up', 'and when?').hear(lookedUp(5, 'hi'), lookedUp(7, 'and when?'), lookedUp(9, 'hi'));
    expect(m.state.outbox).toEqual([]);
  });

  it('[R30] a message of a closed tab that is found while the history is read is not sent again', () => {
    const m = doubtful('look-up', 'and when?');
    m.hear(lookedUp(5, 'and when?')).listened();
    expect(m.emitted).toContainEqual({ name: 'delivery', detail: { id: 'b', status: 'sent' } });
    expect(m.state.outbox).toMatchObject([{ id: 'a', status: 'inflight' }]);
  });

  it('[R30] a look-up does not find it: it goes out again when it cannot arrive any more', () => {
    const m = doubtful('look-up');
    expect(m.timers.get('listen')).toBe(44_000);
    expect(m.listened().sent('USER_MESSAGE')).toBe(1);
  });
});
