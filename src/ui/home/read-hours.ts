/** Reads the setting `hours`: a time zone, and spans of time for each day of the week. opening.ts uses the result. */

/** A span of time, in minutes since the midnight of its day. An end after 24 hours is on the next day. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

export interface OpeningHours {
  /** A time zone that Intl knows. */
  readonly zone: string;
  /** Seven lists of spans, beginning with Monday. */
  readonly week: readonly (readonly DaySpan[])[];
}

export interface ReadHours {
  /** Null if nothing is open or the zone is unknown. */
  readonly opening: OpeningHours | null;
  readonly faults: readonly string[];
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const DAY_MINUTES = 24 * 60;

export function readHours(given: unknown): ReadHours {
  const { zone, week: days } = Object(given) as { readonly zone?: unknown; readonly week?: unknown };
  if (!isZone(zone)) {
    return {
      opening: null,
      faults: [`there is no time zone "${String(zone)}", such as Europe/Berlin. It is not used.`],
    };
  }
  const wrong: string[] = [];
  const week = DAYS.map((): DaySpan[] => []);
  for (const [name, value] of Object.entries(Object(days) as Record<string, unknown>)) {
    const places = placesOf(name);
    const texts: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
    if (places.length === 0) wrong.push(name);
    for (const text of texts) {
      const span = spanOf(text);
      if (!span) wrong.push(`${name}: ${String(text)}`);
      else for (const place of places) week[place]?.push(span);
    }
  }
  const isOpen = week.some(spans => spans.length > 0);
  return {
    opening: isOpen ? { zone, week } : null,
    faults: [
      ...(wrong.length ? [`cannot read ${wrong.join(', ')}; write mon: "9:00-18:00". The rest is used.`] : []),
      ...(isOpen ? [] : ['no day has hours. It is not used.']),
    ],
  };
}

function isZone(zone: unknown): zone is string {
  try {
    return typeof zone === 'string' && !!new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    return false;
  }
}

/** Returns the indexes of a day such as `mon`, or of days such as `sat-mon`, in the week. Returns none for any other name. */
function placesOf(name: string): readonly number[] {
  const [first = '', last = first, ...more] = name.split('-');
  const from = DAYS.indexOf(first);
  const to = DAYS.indexOf(last);
  if (from < 0 || to < 0 || more.length > 0) return [];
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, day) => (from + day) % 7);
}

function spanOf(text: unknown): DaySpan | null {
  const [, ...times] = /^\s*(\d\d?):(\d\d)\s*[-–]\s*(\d\d?):(\d\d)\s*$/.exec(String(text)) ?? [];
  const [hour = NaN, minute = NaN, endHour = NaN, endMinute = NaN] = times.map(Number);
  const from = hour * 60 + minute;
  const to = endHour * 60 + endMinute;
  if (!(minute < 60 && endMinute < 60 && from < DAY_MINUTES && to <= DAY_MINUTES)) return null;
  return { from, to: to > from ? to : to + DAY_MINUTES };
}
