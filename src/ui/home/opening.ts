/** Computes whether the site's staff are available at a given time, and when that next changes. Reads no clock. */

import type { OpeningHours } from './read-hours.ts';

export interface Opening {
  readonly isOpen: boolean;
  /** Time at which `isOpen` next changes, in milliseconds since 1970. */
  readonly until: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * Days to look at, relative to today: yesterday, because its hours may run past midnight, and more than a week, because the next opening may be on
 * this weekday next week.
 */
const FIRST_DAY = -1;
const LAST_DAY = 8;

/** Returns the state at `now`. If the site never closes, `until` is the end of the last day that is looked at. */
export function openingAt({ zone, week }: OpeningHours, now: number): Opening {
  const today = wallClock(now, zone);
  const midnight = today - (((today % DAY_MS) + DAY_MS) % DAY_MS);
  const spans: { from: number; to: number }[] = [];
  for (let day = FIRST_DAY; day <= LAST_DAY; day += 1) {
    const start = midnight + day * DAY_MS;
    // 1 January 1970 was a Thursday, the fourth day of a week that begins on Monday.
    const weekday = (((start / DAY_MS + 3) % 7) + 7) % 7;
    for (const { from, to } of week[weekday] ?? []) {
      spans.push({ from: momentOf(start + from * MINUTE_MS, zone), to: momentOf(start + to * MINUTE_MS, zone) });
    }
  }
  spans.sort((a, b) => a.from - b.from);
  let until = now;
  // Adjacent or overlapping hours count as one span.
  for (const { from, to } of spans) if (from <= until && to > until) until = to;
  if (until > now) return { isOpen: true, until };
  return { isOpen: false, until: spans.find(({ from }) => from > now)?.from ?? now };
}

/** Returns the offset of the zone from UTC at a moment, in milliseconds. */
export function zoneOffset(at: number, zone: string): number {
  return wallClock(at, zone) - Math.floor(at / 1000) * 1000;
}

/**
 * Returns the moment at which clocks of the zone show `wall`. A local time that does not exist because the clocks went forward is moved later by
 * the length of the gap.
 */
function momentOf(wall: number, zone: string): number {
  const before = zoneOffset(wall - DAY_MS, zone);
  const moment = wall - before;
  const after = zoneOffset(moment, zone);
  const later = wall - after;
  return zoneOffset(later, zone) === after ? later : moment;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time in the zone, encoded as if it were UTC. */
function wallClock(at: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
