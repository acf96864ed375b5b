// @vitest-environment node

/** Rows of the transcript and their groups. */

import { describe, expect, it } from 'vitest';
import { toRows } from '../../../src/ui/rows/rows.ts';
import { mark, message, notice } from '../fixtures/fake-chat.ts';

const MINUTE_MS = 60_000;
const shape = (rows: ReturnType<typeof toRows>): string =>
  rows.map(row => `${row.first ? '[' : ''}x${row.last ? ']' : ''}`).join('');

describe('rows', () => {
  it('groups one author for two minutes', () => {
    const at = 1_000_000;
    const later = (ms: number) => message('agent', 'x', { at: at + ms });
    const rows = toRows([later(0), later(MINUTE_MS), later(3 * MINUTE_MS - 1), later(5 * MINUTE_MS)], false);
    expect(shape(rows)).toBe('[xxx][x]');
  });

  it('different authors are not grouped, nor messages around a notice or a failed message', () => {
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

  it('the head of a group shows the time, unless it was shown within two minutes', () => {
    const noon = new Date(2026, 2, 12, 12).getTime();
    const at = (from: 'agent' | 'user', minutes: number) => message(from, 'x', { at: noon + minutes * MINUTE_MS });
    const rows = toRows([at('agent', 0), at('user', 1), at('agent', 2), at('agent', 3), at('user', 8)], false);
    expect(rows.map(row => row.timed)).toEqual([true, false, true, false, true]);
    for (const at of [0, -5, Number.NaN, 1e300]) {
      expect(toRows([message('agent', 'x', { at })], false)[0]).toMatchObject({ timed: false, daysAgo: null });
    }
  });

  it('a day begins once, by the clock of the reader, and divides a group', () => {
    const now = new Date(2026, 2, 12, 14, 30).getTime();
    const on = (day: number, hour: number, minute = 0) =>
      message('agent', 'x', { at: new Date(2026, 2, day, hour, minute).getTime() });
    const days = (...items: Parameters<typeof toRows>[0]) => toRows(items, false, '', now).map(row => row.daysAgo);
    expect(days(on(2, 9), on(2, 23), on(11, 23, 59), on(12, 0), on(12, 14))).toEqual([10, null, 1, 0, null]);
    // If clocks differ, no row says tomorrow, and no day begins twice.
    expect(days(on(12, 23, 59), on(13, 0, 1), on(12, 14))).toEqual([0, null, null]);
    expect(shape(toRows([on(11, 23, 59), on(12, 0)], false, '', now))).toBe('[x][x]');
  });

  it('the first new message begins a group', () => {
    const [a, b, c] = [message('agent', 'x'), message('agent', 'x'), message('agent', 'x')];
    const rows = toRows([a, b, c], false, b.key);
    expect(rows.map(row => row.isNew)).toEqual([false, true, false]);
    expect(shape(rows)).toBe('[x][xx]');
  });

  it('items without visible content are omitted', () => {
    const nothing = '\u200b\u202e \u3164\n';
    const items = [message('agent', nothing), notice(nothing), mark('agent-left', { name: nothing })];
    expect(toRows(items, false)).toEqual([]);
    expect(toRows([notice(nothing, { code: 'high_load' })], false)).toHaveLength(1);
  });

  const drawn = (items: Parameters<typeof toRows>[0], ended: boolean) => toRows(items, ended).length;

  it('items that are shown elsewhere are omitted', () => {
    expect(drawn([mark('agent-joined', { name: 'Nova' })], false)).toBe(0);
    expect(drawn([message('agent', 'x'), mark('agent-joined', { name: 'Nova' })], false)).toBe(2);
    expect(drawn([mark('handoff-asked'), mark('handoff-accepted')], false)).toBe(0);
    expect(drawn([mark('ended')], true)).toBe(0);
    expect(drawn([mark('ended'), mark('divider')], false)).toBe(2);
    expect(drawn([message('agent', '')], false)).toBe(0);
    expect(drawn([message('agent', '', { status: 'streaming' })], false)).toBe(1);
  });

  it('an agent who only hands over, or returns when nobody is present, is not shown', () => {
    const nova = { name: 'Nova' };
    const met = [mark('agent-joined', nova), message('agent', 'Hello'), message('user', 'A person, please')];
    const left = mark('agent-left', nova);
    expect(drawn([...met, left], false)).toBe(3);
    expect(drawn([...met, mark('handoff-asked'), left], false)).toBe(2);
    expect(drawn([...met, left, mark('handoff-accepted')], false)).toBe(2);
    // One who comes and leaves without a word is told of as before.
    const fern = { name: 'Fern' };
    expect(drawn([...met, mark('agent-joined', fern), mark('agent-left', fern)], false)).toBe(4);
    const back = mark('agent-joined', nova);
    expect(drawn([...met, mark('handoff-asked'), left, mark('handoff-timeout'), back], false)).toBe(3);
    // A person was there in between.
    expect(
      drawn([...met, mark('live-joined', { name: 'Maria' }), mark('live-left', { name: 'Maria' }), back], false),
    ).toBe(5);
    expect(drawn([...met, mark('agent-joined', { name: 'Fern' })], false)).toBe(3);
  });

  it('rows know whether their buttons are still useful', () => {
    const rows = toRows([notice('a'), message('user', 'x'), notice('b')], false);
    expect(rows.map(row => row.current)).toEqual([false, true, true]);
    expect(toRows([notice('b')], true)[0]?.current).toBe(false);
  });
});
