/** What of the transcript is drawn, and how it is grouped. */

import { describe, expect, it } from 'vitest';
import { toRows } from '../../src/ui/rows.ts';
import { mark, message, notice } from './fake-chat.ts';

const MINUTE_MS = 60_000;
const shape = (rows: ReturnType<typeof toRows>): string =>
  rows.map(row => `${row.first ? '[' : ''}x${row.last ? ']' : ''}`).join('');

describe('rows', () => {
  it('[U90] groups one author for two minutes', () => {
    const at = 1_000_000;
    const later = (ms: number) => message('agent', 'x', { at: at + ms });
    const rows = toRows([later(0), later(MINUTE_MS), later(3 * MINUTE_MS - 1), later(5 * MINUTE_MS)], false);
    expect(shape(rows)).toBe('[xxx][x]');
  });

  it('[U90] does not group different authors, nor over a notice or a message that failed', () => {
    const rows = toRows(
      [
        message('agent', 'x'),
        message('user', 'x', { status: 'failed' }),
        message('user', 'x'),
        notice('n'),
        message('user', 'x'),
      ],
      false,
    );
    expect(shape(rows)).toBe('[x][x][x][x][x]');
  });

  it('[U91] tells the time at the start and after ten minutes of silence', () => {
    const rows = toRows(
      [
        message('agent', 'x', { at: 1 }),
        message('user', 'x', { at: 9 * MINUTE_MS }),
        message('agent', 'x', { at: 20 * MINUTE_MS }),
      ],
      false,
    );
    expect(rows.map(row => row.timed)).toEqual([true, false, true]);
    expect(toRows([message('agent', 'x', { at: 0 })], false)[0]?.timed).toBe(false);
  });

  it('[U92] leaves out what is told elsewhere', () => {
    const drawn = (items: Parameters<typeof toRows>[0], ended: boolean) => toRows(items, ended).length;
    expect(drawn([mark('agent-joined', { name: 'Nova' })], false)).toBe(0);
    expect(drawn([message('agent', 'x'), mark('agent-joined', { name: 'Nova' })], false)).toBe(2);
    expect(drawn([mark('handoff-asked'), mark('handoff-accepted')], false)).toBe(0);
    expect(drawn([mark('ended')], true)).toBe(0);
    expect(drawn([mark('ended'), mark('divider')], false)).toBe(2);
    expect(drawn([message('agent', '')], false)).toBe(0);
    expect(drawn([message('agent', '', { status: 'streaming' })], false)).toBe(1);
  });

  it('[U34] knows what still matters', () => {
    const rows = toRows([notice('a'), message('user', 'x'), notice('b')], false);
    expect(rows.map(row => row.current)).toEqual([false, false, true]);
    expect(toRows([notice('b')], true)[0]?.current).toBe(false);
  });
});
