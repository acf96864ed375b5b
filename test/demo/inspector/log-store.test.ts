import { describe, expect, it } from 'vitest';
import { toLogEntry } from '../../../src/demo/inspector/log-entry.ts';
import { createLogStore, filterMatcher, MAX_ENTRIES } from '../../../src/demo/inspector/log-store.ts';
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
