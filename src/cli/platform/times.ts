/** Times of arguments: `30m`, `24h` and `7d` before now, or ISO 8601. */

import { badValue } from './bad-input.ts';

const FORM = 'a time such as 30m, 24h, 7d or 2026-11-27T09:00:00Z';
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** The instant in ISO 8601, UTC. A time without a zone is UTC. Throws BadInput. */
export function readTime(option: string, text: string, now: number): string {
  const instant = instantOf(text.trim(), now);
  if (!Number.isFinite(instant)) throw badValue(option, text, FORM);
  return new Date(instant).toISOString();
}

function instantOf(text: string, now: number): number {
  const [, digits, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  if (digits !== undefined) return now - Number(digits) * (UNITS[unit] ?? 0);
  if (!ISO.test(text)) return Number.NaN;
  return Date.parse(text.includes('T') && !/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text);
}
