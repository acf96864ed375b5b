/** Which pages of a transcript are drawn at once, and which of them whether or not they are near. */

import { describe, expect, it } from 'vitest';
import { paginate } from '../../src/ui/paging.ts';
import { toRows } from '../../src/ui/rows.ts';
import { message } from './fake-chat.ts';

/** A panel over the page, as high as they are. */
const USUAL = () => 550;
const items = Array.from({ length: 240 }, (_, place) => message('agent', `Number ${place}`));

/** A letter for each of twenty pages: `B`usy, drawn, or `.` waiting. */
const drawn = (pages: ReturnType<typeof paginate>) =>
  pages.map(({ rows, busy }) => (busy ? 'B' : rows.length ? 'd' : '.')).join('');

describe('pages', () => {
  it('[U120] of a history are its end; the others wait in one room', () => {
    const pages = paginate(toRows(items, false), [], 0, USUAL);
    expect(drawn(pages)).toBe('..................dB');
    expect(pages.flatMap(({ ahead }) => ahead || [])).toEqual([18]);
    expect(drawn(paginate(toRows(items, false), pages, 5, USUAL))).toBe('...............ddddB');
    expect(drawn(paginate(toRows(items, false), pages, Infinity, USUAL))).toBe('dddddddddddddddddddB');
  });

  it('[U120] of a history fill a view that is as high as a window, whose height is asked for only where it matters', () => {
    const rows = toRows(items, false);
    const high = paginate(rows, [], 0, () => 1_600);
    expect(drawn(high)).toBe('................dddB');
    expect(high.map(({ atOnce = false }) => atOnce).slice(-5)).toEqual([false, true, true, true, true]);
    let asked = 0;
    const height = () => {
      asked += 1;
      return 550;
    };
    const pages = paginate(rows, [], Infinity, height);
    paginate(toRows([...items, message('agent', 'One more')], false), pages, Infinity, height);
    paginate(rows.slice(0, 11), [], 0, height);
    expect(asked).toBe(0);
  });

  it('[U162] where what is new begins are drawn at once, and laid out, as far as a panel reaches below', () => {
    const rows = toRows(items, false, items[60]?.key);
    const pages = paginate(rows, [], 0, USUAL);
    expect(drawn(pages)).toBe('.....BBB..........dB');
    expect(pages.flatMap(({ ahead }) => ahead || [])).toEqual([5, 10]);
    // And so are those that have been drawn before.
    expect(drawn(paginate(rows, paginate(toRows(items, false), [], Infinity, USUAL), Infinity, USUAL))).toBe(
      'dddddBBBdddddddddddB',
    );
  });

  it('[U124] that are as they were are the same objects, and so are their rows', () => {
    const before = paginate(toRows(items, false), [], Infinity, USUAL);
    const after = paginate(toRows([...items, message('agent', 'One more')], false), before, Infinity, USUAL);
    expect(after).toHaveLength(21);
    expect(before.filter((page, place) => page === after[place]).length).toBeGreaterThanOrEqual(18);
    expect(after[19]?.rows[3]).toBe(before[19]?.rows[3]);
  });
});
