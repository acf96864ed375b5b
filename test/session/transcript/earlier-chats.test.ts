/** Chats that are over: which are kept, and for how long. */

import { describe, expect, it } from 'vitest';
import {
  readParts,
  takeSnapshot,
  writeEarlier,
  writeHead,
  writeTranscript,
} from '../../../src/session/state/snapshot.ts';
import { initialState } from '../../../src/session/state/state.ts';
import { recent, withEarlier } from '../../../src/session/transcript/earlier-chats.ts';
import type { EarlierChat, MessageItem } from '../../../src/session/transcript/items.ts';
import { transition } from '../../../src/session/transition.ts';
import { agentMessage, at, attempt, END, echo, type Machine } from '../fixtures/machine.ts';

const DAY = 24 * 3_600_000;

const say = (id: string, text: string) => ({ type: 'sendRequested', id, text }) as const;

/** A chat of one question and one answer, which has ended properly. */
const ended = (text: string): Machine =>
  at
    .active()
    .feed(say('a', text))
    .hear(echo(4, 'a', text), agentMessage(5, 'An answer'), END(9));

const startNew = (m: Machine): Machine => m.feed({ type: 'startNewRequested' });

const texts = (earlier: readonly EarlierChat[]) => earlier.map(({ messages }) => messages.map(({ text }) => text));

const items = (key: string, from: 'user' | 'agent', when: number) =>
  [
    { kind: 'message', key, from, at: when, text: key } as unknown as MessageItem,
    { kind: 'mark', key: `${key}-` },
  ] as never;

describe('earlier chats', () => {
  it('[M46] a chat that ended properly is kept when the next one begins, and no longer shown', () => {
    const m = startNew(ended('Hello'));
    expect(texts(m.state.earlier)).toEqual([['Hello', 'An answer']]);
    expect(m.state.past).toEqual([]);
  });

  it('[M46] a chat that was cut off stays in sight instead', () => {
    const m = at
      .active()
      .feed(say('a', 'Hello'))
      .hear(echo(4, 'a', 'Hello'));
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1000, opened: true });
    expect(startNew(m).state.earlier).toEqual([]);
  });

  it('[M46] a reload finds them again, unless they are too old or damaged', () => {
    const snapshot = takeSnapshot(startNew(ended('Hello')).state);
    const parts = {
      head: writeHead({ snapshot, ticket: '' }),
      transcript: writeTranscript(snapshot),
      earlier: writeEarlier(snapshot),
    };
    const reload = (of: object, when: number) => {
      const kept = readParts(of);
      if (typeof kept !== 'object') throw new Error(kept);
      const [state] = transition(initialState(), { type: 'restored', snapshot: kept.snapshot, at: when });
      return texts(state.earlier);
    };
    const [{ at: lastAt = 0 } = {}] = snapshot.earlier;
    expect(reload(parts, lastAt + DAY)).toEqual([['Hello', 'An answer']]);
    expect(reload(parts, lastAt + 8 * DAY)).toEqual([]);
    expect(reload({ ...parts, earlier: parts.earlier.slice(0, -2) }, lastAt)).toEqual([]);
    expect(reload({ head: parts.head, transcript: parts.transcript }, lastAt)).toEqual([]);
  });

  it('[M30] forgetting removes them', () => {
    const m = startNew(ended('Hello')).feed({ type: 'forgetRequested' });
    expect(m.state.earlier).toEqual([]);
  });

  it('[M46] five are kept, the newest first, each once, and none in which the visitor wrote nothing', () => {
    let all: readonly EarlierChat[] = [];
    for (let each = 0; each < 7; each += 1) all = withEarlier(all, items(`${each}`, 'user', each), each);
    expect(texts(all)).toEqual([['6'], ['5'], ['4'], ['3'], ['2']]);
    expect(withEarlier(all, items('6', 'user', 6), 7)).toBe(all);
    expect(withEarlier(all, items('greeting', 'agent', 7), 7)).toBe(all);
    expect(withEarlier(all, [], 7)).toBe(all);
    expect(recent(all, 7 * DAY + 4)).toHaveLength(2);
  });
});
