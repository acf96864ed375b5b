import { describe, expect, it } from 'vitest';
import { toLogEntry } from '../../../src/demo/log/log-entry.ts';
import { createLogStore, filterMatcher, MAX_ENTRIES } from '../../../src/demo/log/log-store.ts';
import { frame, sending } from '../fixtures/trace-entries.ts';

const KINDS = new Set(['in', 'out', 'input', 'event', 'bench', 'role'] as const);
const heartbeat = toLogEntry(frame('in', { type: 'EVENT_TYPE_HEARTBEAT', payload: {} }));
const reply = toLogEntry(
  frame('in', { type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE', payload: { text: 'Open at ten', message_id: 'deep-id' } }),
);
const sent = toLogEntry(sending('m1', 0));

describe('lines', () => {
  it(`the last ${MAX_ENTRIES} are kept, and how many there were is known`, () => {
    expect(MAX_ENTRIES).toBe(2000);
    const lines = createLogStore();
    for (let i = 0; i < MAX_ENTRIES + 5; i++) lines.add(heartbeat);
    expect(lines.all()).toHaveLength(MAX_ENTRIES);
    expect(lines.all()[0]?.number).toBe(6);
    expect(lines.seen()).toBe(MAX_ENTRIES + 5);
  });

  it('after Clear the list is empty and goes on', () => {
    const lines = createLogStore();
    let changes = 0;
    lines.subscribe(() => {
      changes += 1;
    });
    lines.add(heartbeat);
    lines.clear();
    expect([lines.all(), lines.seen()]).toEqual([[], 0]);
    lines.add(reply);
    expect(lines.all().map(each => [each.number, each.title])).toEqual([[2, 'AGENT_MESSAGE']]);
    expect(changes).toBe(3);
  });
});

describe('streamed reply', () => {
  const piece = (index: number, text: string, isLast = false, id = 'm1') =>
    toLogEntry(
      frame(
        'in',
        {
          type: 'EVENT_TYPE_SERVICE_AGENT_MESSAGE_CHUNK',
          payload: { message_id: id, chunk_index: index, text, is_complete: isLast },
        },
        index * 100,
      ),
    );

  it('pieces of one reply are one entry with their number, time and text, beside those of another', () => {
    const lines = createLogStore();
    lines.add(piece(0, 'Open '));
    lines.add(piece(0, 'Another', false, 'm2'));
    lines.add(heartbeat);
    lines.add(piece(1, 'at '));
    expect(lines.all()[0]?.detail).toBe('2 pieces · 100 ms so far · “Open at”');
    lines.add(piece(2, 'ten.', true));
    expect(lines.all().map(each => each.title)).toEqual(['AGENT_MESSAGE_CHUNK', 'AGENT_MESSAGE_CHUNK', 'HEARTBEAT']);
    expect(lines.all()[0]).toMatchObject({ detail: '3 pieces · 200 ms · “Open at ten.”', data: [{}, {}, {}] });
    expect(lines.takeChanged().map(each => each.number)).toEqual([1]);
    expect(lines.takeChanged()).toEqual([]);
  });

  it('a piece begins an entry of its own when the first one has been dropped, or cleared', () => {
    const lines = createLogStore(2);
    lines.add(piece(0, 'a'));
    lines.add(heartbeat);
    lines.add(heartbeat);
    lines.add(piece(1, 'b'));
    expect(lines.all().at(-1)?.title).toBe('AGENT_MESSAGE_CHUNK');
    lines.clear();
    lines.add(piece(2, 'c', true));
    expect(lines.all()).toHaveLength(1);
  });
});

describe('filter', () => {
  const shown = (text: string, kinds: ReadonlySet<(typeof sent)['kind']> = KINDS) =>
    [heartbeat, reply, sent].filter(filterMatcher({ kinds, text })).map(each => each.title);

  it('a filter without words decides by kind', () => {
    expect(shown('')).toEqual(['HEARTBEAT', 'AGENT_MESSAGE', 'sendRequested']);
    expect(shown('  ', new Set(['input']))).toEqual(['sendRequested']);
    expect(shown('', new Set())).toEqual([]);
  });

  it('every word must be there, in what is shown or in what unfolds, in any case', () => {
    expect(shown('message')).toEqual(['AGENT_MESSAGE', 'sendRequested']);
    expect(shown('MESSAGE ten')).toEqual(['AGENT_MESSAGE']);
    expect(shown('deep-id')).toEqual(['AGENT_MESSAGE']);
    expect(shown('message nowhere')).toEqual([]);
  });

  it('a word with a minus must not be there; a minus alone is not finished yet', () => {
    expect(shown('-heartbeat')).toEqual(['AGENT_MESSAGE', 'sendRequested']);
    expect(shown('message -agent')).toEqual(['sendRequested']);
    expect(shown('-')).toHaveLength(3);
  });
});
