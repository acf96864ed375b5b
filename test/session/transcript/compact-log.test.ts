/** Streamed replies as they are stored: short, and yet the same after a reload. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import { agentMessage, at, chunk, echo, type Machine, reloaded, systemError, written } from '../fixtures/machine.ts';

const items = (m: Machine) => m.state.conversation.view.items;

/** A reply in `count` chunks, from one sequence on. */
const reply = (id: string, from: number, count: number): ServerEvent[] =>
  Array.from({ length: count }, (_, place) =>
    chunk(from + place, id, place + 1, `${id}${place} `, place === count - 1),
  );

const picture = { kind: 'image', title: 'A lamp', contentUrl: 'https://example.com/lamp.png', previewImageUrl: '' };

describe('compaction', () => {
  it('[M43] a reply of three hundred pieces takes about as much room as its words', () => {
    const pieces = reply('r', 4, 300);
    const words = pieces.map(each => ('text' in each ? each.text : '')).join('');
    const { length: before } = written(at.active()).transcript;
    const { length: after } = written(at.active().hear(...pieces)).transcript;
    expect(after - before).toBeLessThan(words.length + 1_000);
  });

  it('[M43] while it is written its pieces are kept, and more of them come behind a reload', () => {
    const [first, second, third, last] = reply('r', 4, 4) as [ServerEvent, ServerEvent, ServerEvent, ServerEvent];
    const m = reloaded(at.active().hear(first, second, third));
    m.pong().hear(last);
    expect(items(m).at(-1)).toMatchObject({ text: 'r0 r1 r2 r3 ', status: 'complete' });
  });

  it('[M43] attachments of any chunk stay with the reply', () => {
    const pieces = reply('r', 4, 4).map((each, place) => (place > 1 ? { ...each, attachments: [picture] } : each));
    const from = at.active().hear(...(pieces as ServerEvent[]));
    const m = reloaded(from);
    expect(items(m).at(-1)).toMatchObject({ attachments: [picture, picture] });
    expect(items(m)).toEqual(items(from));
  });

  it('[M43] the history is read on from where it was, without a second look at it', () => {
    const m = reloaded(at.active().hear(...reply('r', 4, 50)));
    expect(m.done.findLast(each => each.type === 'openSocket')).toMatchObject({ cursor: 53 });
    m.pong().hear(agentMessage(54, 'and on'));
    expect(m.state.session?.cursor).toBe(54);
    expect([...m.timers.keys()]).not.toContain('hole');
  });

  it('[M43] pieces behind a hole are kept, since the history is read again from there', () => {
    const m = reloaded(at.active().hear(...reply('r', 5, 50)));
    expect(m.done.findLast(each => each.type === 'openSocket')).toMatchObject({ cursor: 3 });
    expect(m.state.conversation.log).toHaveLength(53);
  });

  it('[M43] [T24] a reply that the platform may not have meant is no interrupted one behind a reload either', () => {
    const from = at.active().hear(chunk(4, 'a', 1, 'Let '), chunk(5, 'b', 1, 'One '));
    from.hear(systemError(6, 'Sorry, I encountered an error. Please try again.'));
    from.hear(chunk(7, 'a', 2, 'me '), chunk(8, 'a', 3, 'see', true));
    expect(items(reloaded(from))).toEqual(items(from));
  });

  /** Complete and broken replies, interleaved, a message with the id of a reply, and other events. */
  const anyStory = fc
    .array(
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({ reply: fc.constantFrom('a', 'b', 'c', 'd'), ends: fc.integer({ min: 1, max: 6 }) }),
        },
        { weight: 1, arbitrary: fc.record({ whole: fc.constantFrom('a', 'b', 'c', 'd') }) },
        { weight: 1, arbitrary: fc.record({ user: fc.constant(true) }) },
        { weight: 1, arbitrary: fc.record({ error: fc.constant('Sorry, I encountered an error. Please try again.') }) },
      ),
      { maxLength: 40 },
    )
    .map(steps => {
      const next = new Map<string, number>();
      return steps.map((step, place): ServerEvent => {
        const sequence = 4 + place;
        if ('user' in step) return echo(sequence, `own-${place}`, `mine ${place}`);
        if ('error' in step) return systemError(sequence, step.error);
        if ('whole' in step) return { ...agentMessage(sequence, 'all of it'), messageId: step.whole } as ServerEvent;
        const index = (next.get(step.reply) ?? 0) + 1;
        next.set(step.reply, index);
        return chunk(sequence, step.reply, index, `${step.reply}${index} `, index === step.ends);
      });
    });

  it('[M43] a reload shows the same transcript, whatever has been streamed, even if the platform sends all of it again', () => {
    const again = fc.array(fc.nat(39), { maxLength: 20 });
    fc.assert(
      fc.property(anyStory, again, (story, places) => {
        const from = at.active().hear(...story);
        const m = reloaded(from);
        expect(items(m)).toEqual(items(from));
        const toldBefore = m.emitted.length;
        m.hear(...places.flatMap(place => story[place] ?? []));
        expect(items(m)).toEqual(items(from));
        expect(m.emitted.slice(toldBefore).filter(({ name }) => name === 'message')).toEqual([]);
        expect(items(reloaded(m))).toEqual(items(from));
      }),
      { numRuns: 500 },
    );
  });
});
