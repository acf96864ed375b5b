/** Filters of the list, as the address holds them. */

import type { ConversationQuery } from '../../../entries/platform.ts';
import { ENVIRONMENTS, type EnvironmentName } from '../kit/port.ts';

export const PAGE_SIZE = 20;

export const PERIODS = { '': 'All time', hour: 'Last hour', day: 'Last day', week: 'Last week' } as const;
export const CHANNELS = ['WEBCHAT', 'CHAT', 'SMS', 'WHATSAPP', 'VOICE-SIP'] as const;
export const PROGRESS = { '': 'All', true: 'In progress', false: 'Finished' } as const;
export const SEARCHES = { transcript: 'These words in a turn', semantic: 'Similar conversations' } as const;

const HOUR_MS = 3_600_000;
const LENGTHS: Readonly<Record<string, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };
/** Stands for no bound: a search needs both. The end leaves room for an emulator whose clock was advanced. */
const FIRST = '2000-01-01T00:00:00Z';
const YEAR_MS = 365 * 24 * HOUR_MS;

export type Fields = Readonly<Record<string, string>>;

/** Returns the query of one page. Unknown values in the address count as not set. */
export function queryOf(fields: Fields, now: number): ConversationQuery {
  const words = fields.q?.trim();
  const length = LENGTHS[fields.period ?? ''];
  const start = length === undefined ? undefined : new Date(now - length).toISOString();
  const search = words
    ? {
        query: words,
        query_type: fields.search === 'semantic' ? ('semantic' as const) : ('transcript' as const),
        start_time: start ?? FIRST,
        end_time: new Date(now + YEAR_MS).toISOString(),
      }
    : {};
  return {
    client_env: environmentOf(fields),
    limit: PAGE_SIZE,
    include_latency: true,
    ...(start === undefined ? {} : { start_time: start }),
    ...(CHANNELS.some(each => each === fields.channel) ? { channel: fields.channel } : {}),
    ...(fields.progress === 'true' || fields.progress === 'false' ? { in_progress: fields.progress === 'true' } : {}),
    ...(fields.variant ? { variant_id: fields.variant } : {}),
    ...(fields.cursor ? { cursor: fields.cursor } : {}),
    ...search,
  };
}

export const environmentOf = (fields: Fields): EnvironmentName =>
  ENVIRONMENTS.find(each => each === fields.env) ?? 'live';
