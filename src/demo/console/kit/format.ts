/** Times and durations in words. */

const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `2026-03-01T10:00:00Z` → `1 Mar, 10:00:00`, in the time zone of the browser. Returns the text itself if it is no time. */
export function dateTime(text: string | null | undefined): string {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? (text ?? '') || '–' : TIME.format(at);
}

export function clockTime(text: string | null | undefined): string {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? '–' : CLOCK.format(at);
}

/** 75 → `1 min 15 s`. */
export function duration(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

/** 1.234 → `1.23 s`. */
export const latency = (seconds: number): string => `${seconds.toFixed(2)} s`;
