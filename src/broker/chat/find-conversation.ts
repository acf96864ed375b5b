/** Looks a Chat conversation up among the records of the Conversations interface, which lists them by the time of their start. */

import { failure, type Outcome, success } from '../endpoints/responses.ts';
import type { Visit } from '../endpoints/visit.ts';
import type { ChatCall } from './chat-calls.ts';

/** Milliseconds by which the platform's clock may differ from the broker's. */
const CLOCKS_MS = 120_000;
/** Records per page: the largest number that every deployment accepts. */
const PAGE = 1_000;
const MAX_PAGES = 5;

export interface FoundConversation {
  /** The first turn is the greeting, whose `user` is empty. */
  readonly turns: readonly { readonly user: string; readonly agent: string }[];
  readonly isOver: boolean;
  readonly handoff: { readonly destination: string; readonly reason: string } | undefined;
}

export async function findConversation(
  call: ChatCall,
  visit: Pick<Visit, 'log' | 'traceHeaders'>,
  { id, began, environment }: { readonly id: string; readonly began: number; readonly environment: string | undefined },
): Promise<Outcome<FoundConversation>> {
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const path = `conversations?${queryOf(began, environment, cursor)}`;
    const answer: Outcome<unknown> = await call(visit, { method: 'GET', path, changes: false });
    if (!answer.ok) return answer;
    const { conversations, cursor: next } = answer.value as Readonly<Record<string, unknown>>;
    const found = listOf(conversations).find(each => each.id === id);
    if (found) return success(read(found));
    if (typeof next !== 'string' || next === cursor) break;
    cursor = next;
  }
  visit.log.warn('chat_not_found', {
    mend: 'NATTER_CHAT_ENVIRONMENT and NATTER_CONVERSATIONS_KEY, if it is so for every conversation',
  });
  return failure('chat_expired', 'The conversation is not among the records, or not yet.');
}

function queryOf(began: number, environment: string | undefined, cursor: string | null): URLSearchParams {
  return new URLSearchParams({
    start_time: new Date(began - CLOCKS_MS).toISOString(),
    end_time: new Date(began + CLOCKS_MS).toISOString(),
    limit: String(PAGE),
    ...(environment === undefined ? {} : { client_env: environment }),
    ...(cursor === null ? {} : { cursor }),
  });
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
