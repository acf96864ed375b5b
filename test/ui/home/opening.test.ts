// @vitest-environment node

import { describe, expect, it } from 'vitest';
import { openingAt } from '../../../src/ui/home/opening.ts';
import { readHours } from '../../../src/ui/home/read-hours.ts';

/** Returns the state at a moment, with the time of the change in UTC. */
function at(now: string, week: Readonly<Record<string, unknown>>, zone = 'Europe/Berlin'): string {
  const { opening } = readHours({ zone, week });
  if (!opening) return 'nothing';
  const { isOpen, until } = openingAt(opening, Date.parse(now));
  return `${isOpen ? 'open until' : 'closed until'} ${new Date(until).toISOString().slice(0, 16)}`;
}

const OFFICE = { 'mon-fri': '9:00-18:00' };

describe('opening hours', () => {
  it.each([
    ['on a working day', '2026-03-12T10:00Z', 'open until 2026-03-12T17:00'],
    ['in the last minute', '2026-03-12T16:59:59Z', 'open until 2026-03-12T17:00'],
    ['at the end', '2026-03-12T17:00Z', 'closed until 2026-03-13T08:00'],
    ['before the beginning', '2026-03-12T05:00Z', 'closed until 2026-03-12T08:00'],
    ['at the beginning', '2026-03-12T08:00Z', 'open until 2026-03-12T17:00'],
    ['on Friday evening', '2026-03-13T20:00Z', 'closed until 2026-03-16T08:00'],
    ['on a closed Sunday', '2026-03-15T12:00Z', 'closed until 2026-03-16T08:00'],
  ])('hours are those of the site %s', (_, now, said) => {
    expect(at(now, OFFICE)).toBe(said);
  });

  it('hours on one day a week return a week later', () => {
    expect(at('2026-03-09T12:00Z', { mon: '9:00-10:00' })).toBe('closed until 2026-03-16T08:00');
  });

  it('hours from Saturday to Monday are those of three days', () => {
    expect(at('2026-03-15T12:00Z', { 'sat-mon': '10:00-16:00' })).toBe('open until 2026-03-15T15:00');
    expect(at('2026-03-17T12:00Z', { 'sat-mon': '10:00-16:00' })).toBe('closed until 2026-03-21T09:00');
  });

  it('hours with a break are closed in the break', () => {
    const week = { thu: ['9:00-12:00', '13:00-18:00'] };
    expect(at('2026-03-12T11:30Z', week)).toBe('closed until 2026-03-12T12:00');
    expect(at('2026-03-12T09:30Z', week)).toBe('open until 2026-03-12T11:00');
  });

  it('hours that cross midnight continue on the next day', () => {
    const week = { fri: '22:00-2:00' };
    expect(at('2026-03-13T22:30Z', week)).toBe('open until 2026-03-14T01:00');
    expect(at('2026-03-14T00:59Z', week)).toBe('open until 2026-03-14T01:00');
    expect(at('2026-03-14T01:00Z', week)).toBe('closed until 2026-03-20T21:00');
  });

  it('hours that touch each other are one, and end where the last does', () => {
    const week = { fri: '18:00-24:00', sat: ['0:00-3:00', '2:00-4:00'] };
    expect(at('2026-03-13T20:00Z', week)).toBe('open until 2026-03-14T03:00');
  });

  it('hours that cover the whole week end after all days that are looked at', () => {
    const { opening } = readHours({ zone: 'UTC', week: { 'mon-sun': '0:00-24:00' } });
    const now = Date.parse('2026-03-12T10:00Z');
    const { isOpen, until } = openingAt(opening as NonNullable<typeof opening>, now);
    expect(isOpen).toBe(true);
    expect(until - now).toBeGreaterThan(7 * 24 * 3600 * 1000);
  });

  it.each([
    ['the day on which clocks go forward', '2026-03-28T20:00Z', 'closed until 2026-03-29T07:00'],
    ['the day on which clocks go back', '2026-10-24T20:00Z', 'closed until 2026-10-25T08:00'],
    ['the night on which clocks go forward', '2026-03-29T00:30Z', 'closed until 2026-03-29T07:00'],
    [
      'the night on which clocks go back, at the second half past two',
      '2026-10-25T01:30Z',
      'closed until 2026-10-25T08:00',
    ],
  ])('hours are those of the wall clock on %s', (_, now, said) => {
    expect(at(now, { sun: '9:00-12:00' })).toBe(said);
  });

  it('hours that begin at a skipped time begin later by the same amount', () => {
    expect(at('2026-03-29T00:10Z', { sun: '2:30-9:00' })).toBe('closed until 2026-03-29T01:30');
  });

  it('hours through the night of a clock change are an hour shorter or longer', () => {
    expect(at('2026-03-28T23:30Z', { sat: '22:00-6:00' })).toBe('open until 2026-03-29T04:00');
    expect(at('2026-10-25T00:30Z', { sat: '22:00-6:00' })).toBe('open until 2026-10-25T05:00');
  });

  it('hours belong to the day at the site, even across the date line', () => {
    expect(at('2026-03-11T20:30Z', { thu: '9:00-17:00' }, 'Pacific/Auckland')).toBe('open until 2026-03-12T04:00');
    expect(at('2026-03-12T05:00Z', { wed: '9:00-20:00' }, 'Pacific/Honolulu')).toBe('open until 2026-03-12T06:00');
  });

  it('hours have a next change on any day of a year, and it is a change', () => {
    const { opening } = readHours({ zone: 'America/New_York', week: { ...OFFICE, sat: '22:00-2:00' } });
    for (let now = Date.parse('2026-01-01T00:10Z'); now < Date.parse('2027-01-01'); now += 601 * 60_000) {
      const { isOpen, until } = openingAt(opening as NonNullable<typeof opening>, now);
      const next = openingAt(opening as NonNullable<typeof opening>, until);
      expect({ now, later: until > now, changed: next.isOpen !== isOpen }).toEqual({ now, later: true, changed: true });
    }
  });
});

describe('hours that cannot be read', () => {
  it.each([
    ['an unknown zone', { zone: 'Mars/Olympus', week: OFFICE }, /^there is no time zone "Mars\/Olympus"/],
    ['no zone', { week: OFFICE }, /^there is no time zone "undefined"/],
    ['no object', 'always', /^there is no time zone/],
    ['null', null, /^there is no time zone/],
    ['no open day', { zone: 'UTC', week: {} }, /^no day has hours/],
    ['no week', { zone: 'UTC' }, /^no day has hours/],
    [
      'wrong times alone',
      { zone: 'UTC', week: { mon: '9-18', tue: '25:00-26:00', wed: '9:00-24:30' } },
      /^cannot read/,
    ],
  ])('hours are reported and not used: %s', (_, hours, fault) => {
    const { opening, faults } = readHours(hours);
    expect(opening).toBeNull();
    expect(faults[0]).toMatch(fault);
  });

  it('wrong hours are omitted, and the others stay', () => {
    const { opening, faults } = readHours({
      zone: 'UTC',
      week: {
        mon: '9:00 – 17:00',
        tuesday: '9:00-17:00',
        wed: ['9:00-12:00', 7],
        'thu-': '9:00-10:00',
        fri: undefined,
      },
    });
    expect(opening?.week.map(spans => spans.length)).toEqual([1, 0, 1, 0, 0, 0, 0]);
    expect(faults).toEqual(['cannot read tuesday, wed: 7, thu-; write mon: "9:00-18:00". The rest is used.']);
  });
});
