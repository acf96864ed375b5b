/** Replies that are written at the same time, and those that are cut off while others go on. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import {
  agentMessage,
  at,
  attempt,
  chunk,
  END,
  echo,
  JOIN_ECHO,
  JOINED,
  type Machine,
  reloaded,
  START,
  systemError,
} from '../fixtures/machine.ts';

const told = (m: Machine) => m.emitted.flatMap(each => (each.name === 'message' ? [each.detail] : []));
const replies = (m: Machine) =>
  m.state.conversation.view.items.flatMap(item =>
    item.kind === 'message' && item.from !== 'user' ? [[item.id, item.text, item.status]] : [],
  );
const armed = (m: Machine) => m.done.filter(each => each.type === 'setTimer' && each.key === 'silence').length;

/** Chunks of several replies. `lengths` is the number of chunks of each reply, and `turns` says which reply continues next. */
function interleaved(lengths: readonly number[], turns: readonly number[]): ServerEvent[] {
  const next = lengths.map(() => 1);
  return turns.map((reply, place) => {
    const index = next[reply] ?? 1;
    next[reply] = index + 1;
    return chunk(4 + place, `r${reply}`, index, `${reply}.${index} `, index === lengths[reply]);
  });
}

const wholeText = (reply: number, length: number) =>
  Array.from({ length }, (_, place) => `${reply}.${place + 1} `).join('');

/** Receives each event in a frame of its own. */
const hearEach = (m: Machine, events: readonly ServerEvent[]) => {
  for (const each of events) m.hear(each);
  return m;
};

describe('replies that are written at the same time', () => {
  it('[T20] each is being written until its own last piece, and told once, whole', () => {
    const m = at.active();
    m.hear(chunk(4, 'a', 1, 'One ')).hear(chunk(5, 'b', 1, 'Two '));
    expect(replies(m)).toEqual([
      ['a', 'One ', 'streaming'],
      ['b', 'Two ', 'streaming'],
    ]);
    m.hear(chunk(6, 'a', 2, 'and more'))
      .hear(chunk(7, 'b', 2, 'and on', true))
      .hear(chunk(8, 'a', 3, '.', true));
    expect(replies(m)).toEqual([
      ['a', 'One and more.', 'complete'],
      ['b', 'Two and on', 'complete'],
    ]);
    expect(told(m)).toEqual([
      { id: 'b', from: 'agent', text: 'Two and on' },
      { id: 'a', from: 'agent', text: 'One and more.' },
    ]);
  });

  it('[T20] replies are told in the order in which they are complete, even if all of that comes in one frame', () => {
    const m = at.active().hear(chunk(4, 'a', 1, 'One '), chunk(5, 'b', 1, 'Two '));
    m.hear(chunk(6, 'b', 2, 'and on', true), chunk(7, 'a', 2, 'and more', true));
    expect(told(m).map(({ id }) => id)).toEqual(['b', 'a']);
    m.hear(chunk(8, 'c', 1, 'Three '));
    m.hear(echo(9, 'u', 'Go on'), { ...agentMessage(10, 'Three and out'), messageId: 'c' } as ServerEvent);
    expect(told(m).map(({ id }) => id)).toEqual(['b', 'a', 'u', 'c']);
  });

  it('[T3] one of so many that its pieces are not remembered any more is closed', () => {
    const m = at.active();
    for (let reply = 0; reply < 9; reply++) m.hear(chunk(4 + reply, `r${reply}`, 1, 'Let '));
    expect(replies(m)[0]).toEqual(['r0', 'Let ', 'interrupted']);
    for (let reply = 1; reply < 9; reply++) m.hear(chunk(12 + reply, `r${reply}`, 2, 'me see', true));
    expect(replies(m).filter(([, , status]) => status !== 'complete')).toHaveLength(1);
    expect(told(m).map(({ id }) => id)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8']);
  });

  it('[T20] a whole message in the middle of a reply leaves that alone', () => {
    const m = at.active().hear(chunk(4, 'a', 1, 'I look it up. '));
    m.hear(agentMessage(5, 'Order 12: on its way'));
    m.hear({ ...agentMessage(6, 'Maya here'), type: 'LIVE_AGENT_MESSAGE' } as ServerEvent);
    m.hear(chunk(7, 'a', 2, 'It comes today.', true));
    expect(replies(m).map(([, , status]) => status)).toEqual(['complete', 'complete', 'complete']);
    expect(told(m).map(({ text }) => text)).toEqual([
      'Order 12: on its way',
      'Maya here',
      'I look it up. It comes today.',
    ]);
  });

  it('[T20] however the pieces of several come, in whatever frames, before and after a reload', () => {
    const scenario = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 4 }).chain(lengths => {
      const all = lengths.flatMap((length, reply) => Array.from({ length }, () => reply));
      const turns = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
      return fc.record({ lengths: fc.constant(lengths), turns, cuts: fc.array(fc.nat(20)), reloadAt: fc.nat(20) });
    });
    fc.assert(
      fc.property(scenario, ({ lengths, turns, cuts, reloadAt }) => {
        const frames: ServerEvent[][] = [[]];
        interleaved(lengths, turns).forEach((each, place) => {
          if (cuts.includes(place)) frames.push([]);
          frames.at(-1)?.push(each);
        });
        let m = at.active();
        const heard: { readonly id: string; readonly text: string }[] = [];
        frames.forEach((frame, place) => {
          if (place === reloadAt) {
            heard.push(...told(m));
            m = reloaded(m).pong();
          }
          m.hear(...frame);
        });
        heard.push(...told(m));
        expect(replies(m).map(([, , status]) => status)).toEqual(lengths.map(() => 'complete'));
        const byId = (a: { readonly id: string }, b: { readonly id: string }) => a.id.localeCompare(b.id);
        expect(heard.toSorted(byId)).toEqual(
          lengths.map((length, reply) => ({ id: `r${reply}`, from: 'agent', text: wholeText(reply, length) })),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('replies that are cut off', () => {
  it('[T3] an unfinished reply about which the visitor asks again is closed by the answer to that', () => {
    const m = at
      .active()
      .hear(chunk(4, 'a', 1, 'Let me '))
      .hear(echo(5, 'x', 'Hello?'))
      .hear(chunk(6, 'b', 1, 'Sor'));
    expect(replies(m)[0]).toEqual(['a', 'Let me ', 'streaming']);
    m.hear(chunk(7, 'b', 2, 'ry', true));
    expect(replies(m)).toEqual([
      ['a', 'Let me ', 'interrupted'],
      ['b', 'Sorry', 'complete'],
    ]);
    expect(told(m).map(({ text }) => text)).toEqual(['Hello?', 'Let me ', 'Sorry']);
  });

  it('[T3] [T20] one that goes on after the visitor has written is not', () => {
    const m = at
      .active()
      .hear(chunk(4, 'a', 1, 'Let me '))
      .hear(echo(5, 'x', 'Thanks'));
    m.hear(chunk(6, 'a', 2, 'see '))
      .hear(agentMessage(7, 'You are welcome'))
      .hear(chunk(8, 'a', 3, 'now', true));
    expect(replies(m)[0]).toEqual(['a', 'Let me see now', 'complete']);
    expect(told(m).map(({ text }) => text)).toEqual(['Thanks', 'You are welcome', 'Let me see now']);
  });

  it('[T3] one that is passed by others alone is closed half a minute after its last piece, however long those take', () => {
    const m = at.active().hear(chunk(4, 'a', 1, 'Let me '));
    hearEach(m, [chunk(5, 'b', 1, '1 '), chunk(6, 'b', 2, '2 '), chunk(7, 'b', 3, '3 ')]);
    expect(armed(m)).toBe(1);
    m.fire('silence');
    expect(replies(m)).toEqual([
      ['a', 'Let me ', 'interrupted'],
      ['b', '1 2 3 ', 'streaming'],
    ]);
    expect(told(m).map(({ text }) => text)).toEqual(['Let me ']);
    // From then on the timer runs for the other reply.
    expect(m.timers.get('silence')).toBe(30_000);
    m.fire('silence');
    expect(replies(m)[1]).toEqual(['b', '1 2 3 ', 'interrupted']);
    expect(told(m).map(({ text }) => text)).toEqual(['Let me ', '1 2 3 ']);
    expect(m.timers.has('silence')).toBe(false);
  });

  it('[T24] one is closed by the word of the platform that it was interrupted, unless that may be about another', () => {
    const error = (sequence: number) => systemError(sequence, 'Sorry, I encountered an error. Please try again.');
    const m = at
      .active()
      .hear(chunk(4, 'a', 1, 'Let me '))
      .hear(error(5));
    expect(replies(m)).toEqual([['a', 'Let me ', 'interrupted']]);
    expect(told(m).map(({ text }) => text)).toEqual(['Let me ', 'Sorry, I encountered an error. Please try again.']);
    const two = at
      .active()
      .hear(chunk(4, 'a', 1, 'Let '))
      .hear(chunk(5, 'b', 1, 'I '))
      .hear(error(6));
    expect(replies(two).map(([, , status]) => status)).toEqual(['streaming', 'streaming']);
  });

  it('[T3] all of them are closed by the end', () => {
    const m = at
      .active()
      .hear(chunk(4, 'a', 1, 'Let '))
      .hear(chunk(5, 'b', 1, 'I '))
      .hear(END(6));
    expect(replies(m).map(([, , status]) => status)).toEqual(['interrupted', 'interrupted']);
    expect(told(m).map(({ text }) => text)).toEqual(['Let ', 'I ']);
    expect(m.timers.has('silence')).toBe(false);
  });

  it('[T21] one that goes on after all is being written again, and told no second time', () => {
    const m = at.active().feed({ type: 'closeRequested' });
    m.hear(chunk(4, 'a', 1, 'Let '))
      .hear(echo(5, 'x', 'Hello?'))
      .hear(agentMessage(6, 'Sorry'));
    m.hear(chunk(7, 'a', 2, 'me '));
    expect(replies(m)[0]).toEqual(['a', 'Let me ', 'streaming']);
    m.fire('silence');
    expect(replies(m)[0]).toEqual(['a', 'Let me ', 'interrupted']);
    m.hear(chunk(8, 'a', 3, 'see', true));
    expect(replies(m)[0]).toEqual(['a', 'Let me see', 'complete']);
    expect(told(m).map(({ text }) => text)).toEqual(['Hello?', 'Let ', 'Sorry']);
    expect(m.state.unread).toBe(2);
  });

  it('[T21] a reply that was given up before a reload is not streaming after it', () => {
    const m = at
      .active()
      .hear(chunk(4, 'a', 1, 'Let '))
      .hear(agentMessage(5, 'Sorry'))
      .fire('silence');
    expect(replies(reloaded(m).pong())[0]).toEqual(['a', 'Let ', 'interrupted']);
  });
});

describe('replies and another session', () => {
  it('[T23] one is told though the session before had an unfinished one of the same id', () => {
    const m = at.active().hear(chunk(4, 'm1', 1, 'Let me '));
    m.feed({ type: 'socketClosed', code: 4001, opened: true, ...attempt(m) });
    expect(told(m).map(({ text }) => text)).toEqual(['Let me ']);
    m.feed({ type: 'sessionCreated', sessionId: 's2', ...attempt(m) }).feed({ type: 'socketOpened', ...attempt(m) });
    m.hear(START)
      .pong()
      .hear(JOIN_ECHO)
      .hear(JOINED)
      .hear(chunk(4, 'm1', 1, 'Hello', true));
    expect(m.state.session?.id).toBe('s2');
    expect(told(m).map(({ text }) => text)).toEqual(['Let me ', 'Hello']);
  });

  it('[T6] one that is being written when a new conversation is asked for is told as it stands', () => {
    const m = at
      .active()
      .hear(chunk(4, 'a', 1, 'Let me '))
      .feed({ type: 'startNewRequested' });
    expect(told(m).map(({ text }) => text)).toEqual(['Let me ']);
  });
});
