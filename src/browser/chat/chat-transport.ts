/**
 * Carries a conversation over the broker's Chat. Towards the machine each connection behaves as a socket of the platform: it receives the machine's
 * frames and answers with frames of events. There are no typing signs and no streams. docs/CHAT.md.
 */

import type { Answer, ChatTransport, Clock, OpenChat, Socket, SocketHandlers } from '../../client/api/ports.ts';
import { CLOSE_ABNORMAL, CLOSE_REJECTED } from '../../protocol/close-codes.ts';
import { CLIENT_EVENT_ID, type Custom } from '../../protocol/events.ts';
import type { ChatCalls, ChatFailure, ChatMessage } from './chat-calls.ts';
import { type ChatEnd, type ChatTurn, createTurnEvents, type TurnEvents, turnAt } from './turn-events.ts';

/** Milliseconds between two look-ups while a message is in doubt, or a reply is not complete. */
const LOOK_AGAIN_MS = 3_000;
/** Milliseconds for which a new connection waits for the answer to a message of the one before: less than the machine waits for an echo. */
const ANSWER_MS = 8_000;
/**
 * Look-ups in a row that bring nothing until the conversation goes on without them or, if a message is in doubt and the conversation is not found, counts
 * as over. A new record may be listed late.
 */
const MAX_MISSES = 5;

/** State of one conversation in this page, apart from its connections. */
interface Known {
  readonly id: string;
  readonly events: TurnEvents;
  /** Turns by number, which a connection may not have received yet. The greeting is turn 0. */
  readonly turns: Map<number, ChatTurn>;
  /** Number of the last turn, also of one that another page has received; -1 before the greeting. */
  last: number;
  end: ChatEnd | undefined;
  /** Resolves when no message is under way. Messages go one at a time. */
  sending: Promise<void>;
  isSending: boolean;
  /** True from a lost answer until the next turn. */
  isInDoubt: boolean;
  /** True once all turns are known. A page that has been loaded again may lack the last ones. */
  isRead: boolean;
  /** Look-ups in a row that brought nothing although the broker could be reached. */
  misses: number;
  connection: Connection | undefined;
}

interface Connection extends OpenChat {
  receive(events: readonly object[]): void;
  close(code: number): void;
}

export function createChatTransport(calls: ChatCalls, clock: Clock): ChatTransport {
  let known: Known | undefined;
  const start = (id: string): Known => {
    known = newKnown(id, clock);
    return known;
  };
  return {
    async create(ticket) {
      const answer = await calls.create(ticket);
      if (!answer.ok) return { ok: false, failure: callFailure(answer.why) };
      const { id, response, ticket: renewed } = answer.value;
      const begun = start(id);
      begun.isRead = true;
      learn(begun, 0, { user: '', agent: response });
      return { ok: true, value: { id, ticket: renewed } };
    },
    open(chat, handlers) {
      const { sessionId } = chat;
      return connect(known?.id === sessionId ? known : start(sessionId), chat, handlers, { calls, clock });
    },
  };
}

function newKnown(id: string, clock: Clock): Known {
  return {
    id,
    events: createTurnEvents(id, clock.now),
    turns: new Map(),
    last: -1,
    end: undefined,
    sending: Promise.resolve(),
    isSending: false,
    isInDoubt: false,
    isRead: false,
    misses: 0,
    connection: undefined,
  };
}

function learn(known: Known, number: number, turn: ChatTurn): void {
  known.turns.set(number, turn);
  known.last = Math.max(known.last, number);
}

interface Ports {
  readonly calls: ChatCalls;
  readonly clock: Clock;
}

function connect(known: Known, chat: OpenChat, handlers: SocketHandlers, ports: Ports): Socket {
  const { clock } = ports;
  let isOpen = true;
  let isNew = true;
  let stopLooking = () => {};
  known.last = Math.max(known.last, turnAt(chat.cursor));

  function end(): boolean {
    const was = isOpen;
    isOpen = false;
    stopLooking();
    if (known.connection === connection) known.connection = undefined;
    return was;
  }

  const connection: Connection = {
    ...chat,
    receive(events) {
      if (!isOpen || events.length === 0) return;
      handlers.received(JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }));
    },
    close(code) {
      if (end()) handlers.closed(code, true);
    },
  };
  known.connection = connection;

  /** Looks the conversation up, now and for as long as something is missing. */
  async function lookUp(): Promise<boolean> {
    stopLooking();
    const isWhole = await readTurns(known, connection, ports);
    if (isWhole === undefined) return false;
    if (isOpen && (!isWhole || known.isInDoubt)) stopLooking = clock.after(LOOK_AGAIN_MS, () => void lookUp());
    return true;
  }

  async function beat(custom: Custom): Promise<void> {
    if (isNew) {
      isNew = false;
      await Promise.race([known.sending, pause(clock, ANSWER_MS)]);
      connection.receive(historyOf(known, chat));
    }
    // A message is under way: its answer will show if the broker can be reached.
    const isThere = known.isSending || (chat.canLookUp ? await lookUp() : (await ports.calls.reach()).ok);
    if (isThere) connection.receive([{ type: 'EVENT_TYPE_HEARTBEAT', payload: {}, metadata: { custom } }]);
    else connection.close(CLOSE_ABNORMAL);
  }

  clock.after(0, () => isOpen && handlers.opened());
  return {
    send(text) {
      if (isOpen) take(known, JSON.parse(text), { ports, connection, beat });
      return isOpen;
    },
    close: () => void end(),
  };
}

/** Returns what this page knows beyond the cursor. */
function historyOf(known: Known, chat: OpenChat): readonly object[] {
  const { cursor, canLookUp } = chat;
  const { events, turns, last, end } = known;
  // The greeting went to another page, and nobody can look it up.
  if (last < 0 && !canLookUp) learn(known, 0, { user: '', agent: '' });
  const news = [...turns].filter(([number]) => number > turnAt(cursor)).sort(([a], [b]) => a - b);
  return [
    ...(cursor === null ? events.beginning() : []),
    ...news.flatMap(([number, turn]) => events.turn(number, turn)),
    ...(end ? events.end(known.last, end) : []),
  ];
}

const pause = (clock: Clock, ms: number): Promise<void> => new Promise(resolve => void clock.after(ms, resolve));

/** A frame of the machine. */
interface Frame {
  readonly type: string;
  readonly payload: { readonly text?: string };
  readonly metadata?: { readonly custom: Custom };
}

interface Taking {
  readonly ports: Ports;
  readonly connection: Connection;
  beat(custom: Custom): Promise<void>;
}

function take(known: Known, { type, payload, metadata }: Frame, { ports, connection, beat }: Taking): void {
  const { custom = {} } = metadata ?? {};
  if (type === 'EVENT_TYPE_HEARTBEAT') void beat(custom);
  if (type === 'EVENT_TYPE_USER_END_SESSION') void endByVisitor(known, connection, ports);
  if (type !== 'EVENT_TYPE_USER_MESSAGE') return;
  const { [CLIENT_EVENT_ID]: id, ...pairs } = custom;
  const message = { text: `${payload.text}`, id: `${id}`, pairs };
  known.sending = known.sending.then(() => say(known, connection, message, ports));
}

/** Sends a message. Its answer goes to the connection that is open by then. */
async function say(known: Known, connection: Connection, message: ChatMessage, { calls }: Ports): Promise<void> {
  const { text, id } = message;
  // The connection has ended before its turn came, or an earlier one has received the answer.
  const isAnswered = [...known.turns.values()].some(({ clientId }) => clientId === id);
  if (known.connection !== connection || isAnswered) return;
  const number = Math.max(0, known.last) + 1;
  known.isSending = true;
  const answer = await calls.respond(connection.ticket(), message);
  known.isSending = false;
  if (answer.ok) {
    const { response, ends, handoff } = answer.value;
    const turn = { user: text, agent: response, clientId: id };
    known.isInDoubt = false;
    learn(known, number, turn);
    known.connection?.receive(known.events.turn(number, turn));
    if (ends || handoff) over(known, { reason: 'NATURAL_END', handoff });
    return;
  }
  const { kind } = answer.why;
  if (kind === 'ended') over(known, { reason: 'NATURAL_END' });
  else if (kind === 'expired') over(known, { reason: 'USER_ABANDONED' });
  else {
    known.isInDoubt = kind === 'lost';
    known.connection?.close(kind === 'refused' ? CLOSE_REJECTED : CLOSE_ABNORMAL);
  }
}

function over(known: Known, end: ChatEnd): void {
  known.end ??= end;
  known.connection?.receive(known.events.end(known.last, known.end));
}

async function endByVisitor(known: Known, connection: Connection, { calls }: Ports): Promise<void> {
  const answer = await calls.close(connection.ticket());
  if (answer.ok) over(known, { reason: 'USER_END' });
}

/**
 * Reads the turns that this page does not know. Returns false if the last reply is not there yet; undefined, after closing the connection, if the
 * conversation cannot be looked up.
 */
async function readTurns(known: Known, connection: Connection, { calls }: Ports): Promise<boolean | undefined> {
  const answer = await calls.turns(connection.ticket(), known.id);
  // The answer to a message that was sent meanwhile will be newer than this one.
  if (known.isSending) return true;
  if (!answer.ok) return notFound(known, connection, { ...answer.why, calls });
  known.misses = 0;
  known.isRead = true;
  const { turns, ends, handoff } = answer.value;
  const last = turns.at(-1);
  const isWhole = ends || last?.agent !== '';
  for (const turn of newTurns(known, known.connection ?? connection, turns)) {
    const number = known.last + 1;
    known.isInDoubt = false;
    if (isWhole || turn !== last) learn(known, number, turn);
    const events = known.events.turn(number, turn);
    // This connection may have ended meanwhile.
    known.connection?.receive(isWhole || turn !== last ? events : events.slice(0, -1));
  }
  if (ends) over(known, { reason: 'NATURAL_END', handoff });
  return isWhole;
}

/**
 * Returns the turns that this page lacks. Usually they are the last ones. If another tab's message came before an own one, both tabs have given their
 * turns the same number: the other tab's turn then follows the own one here.
 */
function newTurns(known: Known, { cursor, items }: OpenChat, turns: readonly ChatTurn[]): readonly ChatTurn[] {
  const { last } = known;
  const stored = items.flatMap(item => (item.kind === 'message' && item.from === 'user' ? item.text.trim() : []));
  const later = [...known.turns].flatMap(([number, turn]) => (number > turnAt(cursor) ? wordsOf(turn) : []));
  const words = [...(cursor === null ? [] : ['']), ...stored, ...later];
  const fresh = turns.filter(turn => {
    const index = words.indexOf(wordsOf(turn));
    if (index >= 0) words.splice(index, 1);
    return index < 0;
  });
  return fresh.slice(Math.max(0, fresh.length - (turns.length - 1 - last)));
}

const wordsOf = ({ user }: ChatTurn): string => user.trim();

/** Goes on without the look-up if nothing depends on it; otherwise closes the connection, so that the machine tries again. */
async function notFound(
  known: Known,
  connection: Connection,
  { kind, calls }: ChatFailure & Pick<Ports, 'calls'>,
): Promise<boolean | undefined> {
  if (kind !== 'refused' && (await calls.reach()).ok) {
    known.misses += 1;
    const isInDoubt = known.isInDoubt || connection.inDoubt;
    const isTried = known.misses >= MAX_MISSES;
    if (isInDoubt && isTried && kind === 'expired') over(known, { reason: 'USER_ABANDONED' });
    if (known.end || (!isInDoubt && (known.isRead || isTried))) return true;
  }
  connection.close(kind === 'refused' ? CLOSE_REJECTED : CLOSE_ABNORMAL);
  return undefined;
}

type CallFailure = Extract<Answer<never>, { readonly ok: false }>['failure'];

/** Kinds of the machine for a conversation that could not be begun. */
const KINDS: Readonly<Record<ChatFailure['kind'], CallFailure['kind']>> = {
  held: 'rate_limited',
  lost: 'network',
  refused: 'unauthorized',
  ended: 'bad_answer',
  expired: 'bad_answer',
  rejected: 'rejected',
};

function callFailure({ kind, retryAfterMs }: ChatFailure): CallFailure {
  return { kind: KINDS[kind], ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
