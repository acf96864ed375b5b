/** Looks a Chat conversation up among the records of the Conversations interface, which lists them by the time of their start. */

import { failure, type Outcome, success } from '../endpoints/responses.ts';
import type { Visit } from '../endpoints/visit.ts';
import type { ChatCall } from './chat-calls.ts';

/**
 * Milliseconds around the call that began the conversation, in which its record is searched for: first those of clocks that agree, which few records
 * share, then those of clocks that differ.
 */
const WINDOWS = [
  [-5_000, 10_000],
  [-120_000, 120_000],
] as const;
/** Records per page. A page must stay below the largest answer that is read, and a record has the whole conversation. */
const PAGE = 100;
/** Pages per window. */
const MAX_PAGES = 20;

export interface FoundConversation {
  /** The first turn is the greeting, whose `user` is empty. */
  readonly turns: readonly { readonly user: string; readonly agent: string }[];
  readonly isOver: boolean;
  readonly handoff: { readonly destination: string; readonly reason: string } | undefined;
}

interface Wanted {
  readonly id: string;
  /** Time of the broker's clock before the call that began the conversation, in milliseconds since 1970. */
  readonly began: number;
  readonly environment: string | undefined;
}

type Context = Pick<Visit, 'log' | 'traceHeaders'>;

export async function findConversation(
  call: ChatCall,
  visit: Context,
  wanted: Wanted,
): Promise<Outcome<FoundConversation>> {
  for (const window of WINDOWS) {
    const searched = await search(call, visit, wanted, window);
    if (!searched.ok) return searched;
    if (searched.value) return success(read(searched.value));
  }
  visit.log.warn('chat_not_found', {
    mend: 'NATTER_CHAT_ENVIRONMENT and NATTER_CONVERSATIONS_KEY, if it is so for every conversation',
  });
  return failure('chat_expired', 'The conversation is not among the records, or not yet.');
}

/** Returns the record; undefined if it is not in this window. */
async function search(
  call: ChatCall,
  visit: Context,
  { id, began, environment }: Wanted,
  [from, to]: (typeof WINDOWS)[number],
): Promise<Outcome<Fields | undefined>> {
  const query = new URLSearchParams({
    start_time: new Date(began + from).toISOString(),
    end_time: new Date(began + to).toISOString(),
    limit: String(PAGE),
    ...(environment === undefined ? {} : { client_env: environment }),
  });
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await call(visit, { method: 'GET', path: `conversations?${query}`, changes: false });
    if (!answer.ok) return answer;
    const { conversations, cursor } = answer.value as Fields;
    const found = listOf(conversations).find(each => each.id === id);
    if (found) return success(found);
    if (typeof cursor !== 'string' || cursor === query.get('cursor')) break;
    query.set('cursor', cursor);
  }
  return success(undefined);
}

type Fields = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'object' && each !== null) : [];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function read(record: Fields): FoundConversation {
  return {
    turns: listOf(record.turns).map(turn => ({
      user: textOf(turn.user_input),
      agent: textOf(turn.agent_response),
    })),
    isOver: record.in_progress === false,
    handoff:
      record.handoff === true
        ? { destination: textOf(record.handoff_destination), reason: textOf(record.handoff_reason) }
        : undefined,
  };
}
