/**
 * The broker's Chat endpoints in the simulated world, before the emulator's brain. A message can arrive although its answer is lost, and up to half a
 * minute after the page has given up. The ledger has what the platform has taken.
 */

import type { ChatAnswer, ChatCalls, ChatFailure, ChatReply } from '../../../src/browser/chat/chat-calls.ts';
import { type ChatTurn, createTurnEvents } from '../../../src/browser/chat/turn-events.ts';
import type { Answer } from '../../../src/client/api/ports.ts';
import type { Platform } from '../../../src/emulator/platform.ts';
import { decodeServerEvent } from '../../../src/protocol/decode.ts';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import type { VirtualClock } from './clock.ts';
import type { Dice } from './dice.ts';
import type { Page } from './page.ts';

export interface LedgerEntry {
  readonly id: string;
  readonly turns: ChatTurn[];
  isOver: boolean;
  /** Pages that have received an answer which says that it is over. */
  readonly toldOver: Set<Page>;
}

export type Ledger = Map<string, LedgerEntry>;

export interface ChatWorld {
  readonly platform: Platform & { readonly isDown: boolean };
  readonly clock: VirtualClock;
  readonly dice: Dice;
  readonly ledger: Ledger;
  /** Sends a call there and back; it can be lost either way. `late` is called if it was lost on the way there. */
  call<T>(page: Page, serve: () => Answer<T>, late?: () => void): Promise<Answer<T>>;
  /** Returns the next failure in place of the broker's answer. */
  struck(): { readonly status: number; readonly retryAfter: number } | undefined;
  /** Returns the conversation that the ticket names, or an empty text; undefined if it is not good. */
  open(ticket: string): string | undefined;
  /** Returns a ticket for the same token that names this conversation. */
  rename(ticket: string, id: string): string;
}

/** Longest time after which a message arrives that was lost on its way. */
const LATE_MS = 30_000;

const no = <T>(kind: ChatFailure['kind'], retryAfterMs?: number): ChatAnswer<T> => ({
  ok: false,
  why: { kind, retryAfterMs },
});

export function createFakeChatCalls(world: ChatWorld, page: Page): ChatCalls {
  const { platform, clock, dice, ledger } = world;

  const serve = (route: string, body?: object) => serveCall(platform, clock.now(), route, body);

  async function ask<T>(work: () => ChatAnswer<T>, late?: () => void): Promise<ChatAnswer<T>> {
    const guarded = (): Answer<ChatAnswer<T>> => {
      const struck = world.struck();
      if (struck?.status === 429) return { ok: true, value: no('held', struck.retryAfter * 1000) };
      if (struck) return { ok: true, value: no(struck.status === 502 ? 'rejected' : 'lost') };
      return { ok: true, value: platform.isDown ? no('lost') : work() };
    };
    const answer = await world.call(page, guarded, late);
    return answer.ok ? answer.value : no('lost');
  }

  function create(ticket: string): ChatAnswer<{ id: string; response: string; ticket: string }> {
    if (world.open(ticket) === undefined) return no('refused');
    const { body } = serve('createChat', { channel: 'webchat' });
    const id = `${body.conversation_id}`;
    const response = `${body.response}`;
    const entry = { id, turns: [{ user: '', agent: response }], isOver: false, toldOver: new Set<Page>() };
    ledger.set(id, entry);
    return { ok: true, value: { id, response, ticket: world.rename(ticket, id) } };
  }

  function say(id: string, message: string, clientId: string): ChatAnswer<ChatReply> {
    const { status, body } = serve('respondToChat', { conversation_id: id, message });
    const entry = ledger.get(id);
    if (status === 410) return no('ended');
    if (status !== 200 || !entry) return no('expired');
    entry.turns.push({ user: message, agent: body.response ?? '', clientId });
    entry.isOver = body.end_conversation ?? false;
    return {
      ok: true,
      value: { response: body.response, ends: body.end_conversation, handoff: body.handoff } as never,
    };
  }

  return {
    create: ticket => ask(() => create(ticket)),
    async respond(ticket, { text: message, id: clientId }) {
      const id = world.open(ticket) ?? '';
      const arrive = () => {
        if (!platform.isDown) say(id, message, clientId);
      };
      const late = () => dice.chance(0.3) && clock.after(dice.between(0, LATE_MS), arrive);
      const answer = await ask<ChatReply>(
        () => (world.open(ticket) ? say(id, message, clientId) : no('refused')),
        late,
      );
      const isEnd = answer.ok ? answer.value.ends : /ended|expired/.test(answer.why.kind);
      const entry = ledger.get(id);
      if (isEnd) entry?.toldOver.add(page);
      return answer;
    },
    close: ticket =>
      ask(() => {
        const id = world.open(ticket);
        if (!id) return no('refused');
        serve('closeChat', { conversation_id: id });
        const entry = ledger.get(id);
        if (entry) entry.isOver = true;
        return { ok: true, value: {} };
      }),
    turns: (ticket, id) =>
      ask(() => {
        if (world.open(ticket) !== id) return no('refused');
        const found = findRecord(platform, clock.now(), id);
        if (!found) return no('expired');
        const turns = (found.turns as never as readonly Record<string, string>[]).map(
          ({ user_input: user = '', agent_response: agent = '' }) => ({ user, agent }),
        );
        const handoff = found.handoff && {
          destination: found.handoff_destination,
          reason: found.handoff_reason,
        };
        return { ok: true, value: { turns, ends: !found.in_progress, handoff } as never };
      }),
    reach: () => ask(() => ({ ok: true, value: {} })),
  };
}

function serveCall(
  platform: Pick<Platform, 'serve'>,
  at: number,
  route: string,
  body?: object,
): { readonly status: number; readonly body: Record<string, never> } {
  const keys = body ? { 'x-api-key': 'demo-chat', 'x-token': 'demo-connector' } : { 'x-api-key': 'demo-conversations' };
  const { outputs: _, ...served } = platform.serve(at, route, {
    params: { version: 'v1', account_id: 'demo', project_id: 'shop' },
    query: new URLSearchParams(body ? '' : 'limit=1000'),
    headers: new Headers({ 'content-type': 'application/json', ...keys }),
    body: new TextEncoder().encode(body ? JSON.stringify(body) : ''),
  });
  return served as never;
}

/** Returns the record of a conversation; undefined if the platform has lost it. */
export function findRecord(platform: Pick<Platform, 'serve'>, at: number, id: string) {
  const { conversations = [] } = serveCall(platform, at, 'listConversations').body as never as {
    conversations?: readonly Record<string, never>[];
  };
  return conversations.find(each => each.id === id);
}

/** The history of a conversation as the platform has it, with the ids of the visitor's messages. */
export function historyOf({ id, turns }: LedgerEntry): ServerEvent[] {
  const events = createTurnEvents(id, () => 0);
  return [...events.beginning(), ...turns.flatMap((turn, number) => events.turn(number, turn))].flatMap(raw => {
    const event = decodeServerEvent(raw);
    return typeof event === 'string' ? [] : [event];
  });
}
