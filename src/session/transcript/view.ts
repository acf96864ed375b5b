/**
 * Folds the persistent events of a session into a view, one by one in the order of their sequence. Pure: the same log gives the same view. Log, order
 * and duplicates are in event-log.ts.
 */

import { readCapabilities } from '../../protocol/decode.ts';
import {
  type AgentIdentity,
  type Capabilities,
  CLIENT_EVENT_ID,
  type MessageBody,
  type ServerEvent,
  type ServerEventOf,
  type ServerEventType,
  type SessionEndReason,
} from '../../protocol/events.ts';
import { NONE, present } from '../../protocol/json-fields.ts';
import { classifySystemMessage } from '../../protocol/system-messages.ts';
import { addChunk, EMPTY_STREAM, hasGap, isWhole, keepStream, type Stream, shownText } from './chunk-stream.ts';
import type { Agent, Handoff, Mark, MessageItem, MessageStatus, Party, TimelineItem } from './items.ts';
import { eventKey, extras, messageKey, userKey, userMessage } from './message-keys.ts';
import {
  afterEnd,
  hasLeft,
  isNobody,
  named,
  type People,
  type Person,
  STAGES,
  saysNobodyComes,
  staying,
} from './participants.ts';

export interface View {
  readonly items: readonly TimelineItem[];
  /** Replies whose last chunk has not arrived, by message id. Some interrupted ones are kept for late chunks. */
  readonly streams: ReadonlyMap<string, Stream>;
  /** Number of messages of the visitor. */
  readonly asked: number;
  /** State of the agent's join. `lost`: an error asks to join again. `gone`: the agent has left, and the host page should take over. */
  readonly join: 'none' | 'asked' | 'joined' | 'lost' | 'gone';
  readonly agent: Agent | null;
  readonly people: ReadonlyMap<string, Person>;
  readonly party: Party;
  /** People who are known to be present, because they have joined or written. The list stays while the visitor waits for another person. */
  readonly present: readonly Agent[];
  readonly handoff: Handoff | null;
  readonly language: string | null;
  readonly capabilities: Capabilities;
  readonly ended: SessionEndReason | null;
}

export const EMPTY_VIEW: View = {
  items: [],
  streams: new Map(),
  asked: 0,
  join: 'none',
  agent: null,
  people: new Map(),
  party: 'none',
  present: NONE,
  handoff: null,
  language: null,
  capabilities: readCapabilities({}),
  ended: null,
};

/** A view under construction. It has its own arrays, which are copied once per fold rather than once per event. */
interface Draft extends Mutable<View> {
  items: TimelineItem[];
  streams: Map<string, Stream>;
  people: People;
  /** Index of each item by key. It exists only if many events are folded at once. */
  places?: Map<string, number>;
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Number of events from which an index is faster than searching backwards for each. */
const INDEX_FROM = 24;

/** Folds events, which are in order and without duplicates, into a view. */
export function foldView(view: View, events: readonly ServerEvent[]): View {
  return edit(view, draft => {
    if (events.length >= INDEX_FROM) draft.places = new Map(draft.items.map((item, place) => [item.key, place]));
    for (const event of events) (APPLY as ApplyAny)[event.type]?.(draft, named(draft.people, event));
  });
}

/** Marks open replies as interrupted: those of `ids`, or all. */
export function interruptStreams(view: View, ids?: readonly string[]): View {
  if (!view.items.some(isStreaming)) return view;
  const isMeant = (item: TimelineItem): item is MessageItem => isStreaming(item) && (!ids || ids.includes(item.id));
  return { ...view, items: view.items.map(item => (isMeant(item) ? cut(item) : item)) };
}

const cut = (item: MessageItem): MessageItem => (isStreaming(item) ? { ...item, status: 'interrupted' } : item);

/** Returns the view of a conversation that is over, even if the platform has sent no SESSION_END. */
export const closeView = (view: View): View => ({ ...interruptStreams(view), ...over(view) });

/** Returns the open reply that began first. */
export const oldestOpen = ({ streams, items }: View): MessageItem | undefined =>
  streams.size > 0 ? items.find(isStreaming) : undefined;

/** Shows the chunks after gaps that have lasted too long. */
export function revealGaps(view: View): View {
  return edit(view, draft => {
    for (const [id, stream] of view.streams) {
      if (!hasGap(stream)) continue;
      const revealed = { ...stream, revealed: true };
      draft.streams.set(id, revealed);
      change(draft, id, item => ({ ...item, text: shownText(revealed) }));
    }
  });
}

function edit(view: View, make: (draft: Draft) => void): View {
  const { items, streams, people } = view;
  const draft: Draft = { ...view, items: items.slice(), streams: new Map(streams), people: new Map(people) };
  make(draft);
  delete draft.places;
  return draft;
}

export const isStreaming = (item: TimelineItem): item is MessageItem =>
  item.kind === 'message' && item.status === 'streaming';

// ---------------------------------------------------------------- one function per event

/** Events that do not change the view. */
type Quiet = 'AGENT_THINKING' | 'LIVE_AGENT_TYPING' | 'USER_END_SESSION' | 'HEARTBEAT' | 'SESSION_IDLE_WARNING';

type Apply = { readonly [T in Exclude<ServerEventType, Quiet | 'OTHER'>]: (draft: Draft, e: ServerEventOf<T>) => void };

type ApplyAny = { readonly [T in ServerEventType]?: (draft: Draft, event: ServerEvent) => void };

const APPLY: Apply = {
  SESSION_START(draft, { capabilities }) {
    draft.capabilities = capabilities;
  },
  REQUEST_AGENT_JOIN(draft) {
    if (draft.join !== 'joined') draft.join = 'asked';
  },
  AGENT_JOINED(draft, event) {
    // The agent is back, so the visitor no longer waits for a person or the page, and no person is present (H9).
    if (/asked|accepted|queue|client|joined/.test(draft.handoff?.stage ?? '')) draft.handoff = null;
    joined(draft, event, 'agent');
  },
  AGENT_MESSAGE: (draft, event) => putWhole(draft, event, 'agent'),
  AGENT_MESSAGE_CHUNK: putChunk,
  AGENT_LEFT(draft, event) {
    if (draft.party === 'agent') draft.party = 'none';
    noteGone(draft);
    mark(draft, event, 'agent-left', { name: known(draft, 'agent')?.name, reason: event.reason });
  },
  AGENT_TRIGGERED_HANDOFF: handoff,
  HANDOFF_ACCEPTED(draft, event) {
    draft.party = 'queue';
    handoff(draft, event);
  },
  HANDOFF_QUEUE_STATUS(draft, { queueName = draft.handoff?.queueName, position, waitSeconds, displayMessage }) {
    // A queue status is outdated once a person has joined, the hand-off has failed, or the page should take over.
    if (draft.party === 'live' || /client|failed|timeout/.test(draft.handoff?.stage ?? '')) return;
    draft.party = 'queue';
    draft.handoff = present({ stage: 'queue' as const, queueName, position, waitSeconds, message: displayMessage });
  },
  HANDOFF_FAILED: handoffOver,
  HANDOFF_TIMEOUT: handoffOver,
  CLIENT_HANDOFF_REQUIRED(draft, event) {
    leaveQueue(draft, 'none');
    handoff(draft, event);
  },
  LIVE_AGENT_JOINED(draft, event) {
    draft.handoff = { stage: 'joined' };
    joined(draft, event, 'live');
  },
  LIVE_AGENT_MESSAGE(draft, event) {
    const before = known(draft, 'live');
    if (!before || (event.agentName && event.agentName !== before.name)) meet(draft, event, 'live');
    // A person who writes is present, even if no event said so, and even after a hand-off that failed or timed out.
    if (draft.party !== 'live' || /failed|timeout/.test(draft.handoff?.stage ?? ''))
      draft.handoff = { stage: 'joined' };
    draft.party = 'live';
    draft.join = 'joined';
    draft.present = [...draft.present.filter(({ name }) => name && name !== draft.agent?.name), draft.agent as Agent];
    putWhole(draft, event, 'live');
  },
  LIVE_AGENT_LEFT(draft, event) {
    const name = event.agentName ?? known(draft, 'live')?.name;
    draft.present = staying(draft, event);
    const another = draft.present.at(-1);
    if (another) draft.agent = another;
    // Keeps the hand-off of a visitor whom this person has passed on, because the visitor is already waiting for the next person or the page.
    if (draft.party !== 'queue' && !another) {
      if (draft.party === 'live') draft.party = 'none';
      if (draft.handoff?.stage !== 'client') draft.handoff = { stage: 'left' };
    }
    noteGone(draft);
    mark(draft, event, 'live-left', { name, reason: event.reason });
  },
  USER_MESSAGE(draft, event) {
    const own = event.custom[CLIENT_EVENT_ID];
    draft.asked += 1;
    // A message that the history contains twice is shown twice, with different keys.
    const key = own === undefined || find(draft, userKey(own)) >= 0 ? eventKey(event) : userKey(own);
    push(draft, userMessage(own ?? (event.messageId || event.id), event.text, 'sent', event.timestamp ?? 0, key));
  },
  SYSTEM_MESSAGE(draft, event) {
    const { kind: code, remedy = 'none' } = classifySystemMessage(event.message) ?? {};
    if (remedy === 'rejoin') draft.join = 'lost';
    // This error interrupts the streaming reply. If several are streaming, it is unknown which one.
    if (code === 'agent_error' && draft.items.filter(isStreaming).length === 1) interrupt(draft);
    const { level, message: text } = event;
    const last = draft.items.at(-1);
    if (isNobody(code)) {
      leaveQueue(draft);
      if (saysNobodyComes(last)) return;
      draft.handoff = { stage: 'failed' };
    }
    // Repeated errors of automatic join requests leave one notice, which is about the first message.
    const again = remedy === 'rejoin' && last?.kind === 'notice' && last.code === code;
    if (again) draft.items.pop();
    const about = (again && last.about) || event.custom[CLIENT_EVENT_ID];
    push(draft, present({ kind: 'notice' as const, ...placed(event), level, text, remedy, code, about }));
  },
  LANGUAGE_CHANGED(draft, event) {
    if (draft.language === event.languageCode) return;
    draft.language = event.languageCode;
    mark(draft, event, 'language', { name: event.languageCode });
  },
  SESSION_END(draft, event) {
    Object.assign(draft, over(draft), { ended: event.reason });
    interrupt(draft);
    mark(draft, event, 'ended', { reason: event.reason });
  },
};

/** Sets the stage of the hand-off and adds a mark. Only HANDOFF_QUEUE_STATUS adds none: the place in the queue is shown elsewhere. */
function handoff(
  draft: Draft,
  event: ServerEventOf<Exclude<keyof typeof STAGES, 'HANDOFF_QUEUE_STATUS' | 'LIVE_AGENT_JOINED' | 'LIVE_AGENT_LEFT'>> &
    Omit<Handoff, 'stage'>,
): void {
  const { reason, queueName, route } = event;
  const stage = STAGES[event.type];
  draft.handoff = present({ stage, reason, queueName, route });
  noteGone(draft);
  if (/failed|timeout/.test(stage) && saysNobodyComes(draft.items.at(-1))) return;
  mark(draft, event, `handoff-${stage}`, { name: queueName, reason, route });
}

function noteGone(draft: Draft): void {
  if (draft.party === 'none' && draft.handoff?.stage === 'client') draft.join = 'gone';
}

function handoffOver(draft: Draft, event: ServerEventOf<'HANDOFF_FAILED' | 'HANDOFF_TIMEOUT'>): void {
  leaveQueue(draft);
  handoff(draft, event);
}

function leaveQueue(draft: Draft, party: Party = hasLeft(draft.items) ? 'none' : 'agent'): void {
  if (draft.party === 'queue') draft.party = draft.present[0] ? 'live' : party;
}

/** Returns the fields of a conversation that is over: nobody is present or expected. */
const over = ({ handoff }: View) => ({ party: 'none' as const, present: NONE, handoff: afterEnd(handoff) });

function joined(draft: Draft, event: ServerEvent & AgentIdentity, kind: Agent['kind']): void {
  const { agentName: name, avatarUrl } = event;
  const again = draft.join === 'joined' && draft.party === kind && known(draft, kind)?.name === (name ?? '');
  draft.party = kind;
  draft.join = 'joined';
  meet(draft, event, kind);
  draft.present = kind === 'live' ? [draft.agent as Agent] : NONE;
  if (!again) mark(draft, event, `${kind}-joined`, { name, avatarUrl });
}

function meet(draft: Draft, { agentName = '', avatarUrl = '' }: AgentIdentity, kind: Agent['kind']): void {
  draft.agent = { kind, name: agentName, avatarUrl };
}

/** Returns the current agent if it is of this kind. A sender without a name counts as that agent. */
const known = ({ agent }: Draft, kind: Agent['kind']) => (agent?.kind === kind ? agent : null);

// ---------------------------------------------------------------- messages

function putChunk(draft: Draft, chunk: ServerEventOf<'AGENT_MESSAGE_CHUNK'>): void {
  const { messageId } = chunk;
  const { streams } = draft;
  const place = find(draft, messageKey(messageId));
  const known = draft.items[place];
  const stream = streams.get(messageId);
  // Ignores chunks of a message that is already complete. The log keeps the last chunk of such a message (compact-log.ts).
  if (known && !stream) {
    answered(draft);
    return;
  }
  const grown = addChunk(stream ?? EMPTY_STREAM, chunk, draft.asked);
  if (grown === stream) return;
  const whole = isWhole(grown);
  if (whole) streams.delete(messageId);
  // A reply whose chunks were evicted cannot continue.
  else for (const gone of keepStream(streams, messageId, grown)) change(draft, gone, cut);
  const text = shownText(grown);
  const status = whole ? 'complete' : 'streaming';
  if (known?.kind === 'message') draft.items[place] = { ...known, text, status, ...extras(known, chunk) };
  else say(draft, messageOf(draft, { ...chunk, text }, 'agent', status));
  if (whole) answered(draft);
}

function putWhole(
  draft: Draft,
  event: ServerEventOf<'AGENT_MESSAGE' | 'LIVE_AGENT_MESSAGE'>,
  from: Agent['kind'],
): void {
  if (draft.party === 'none') draft.party = from;
  draft.streams.delete(event.messageId);
  const item = messageOf(draft, event, from, 'complete');
  const place = find(draft, item.key);
  if (place < 0) say(draft, item);
  else draft.items[place] = item;
  answered(draft);
}

/** Adds a message. Its sender counts as joined. */
function say(draft: Draft, item: MessageItem): void {
  if (draft.join !== 'none') draft.join = 'joined';
  if (draft.party === 'none') draft.party = 'agent';
  push(draft, item);
}

function messageOf(
  draft: Draft,
  event: ServerEvent & MessageBody,
  from: Agent['kind'],
  status: MessageStatus,
): MessageItem {
  const { messageId: id, text, attachments, suggestions, callActions } = event;
  const speaker = known(draft, from);
  const { agentName = speaker?.name, avatarUrl = speaker?.avatarUrl } = event;
  // Builds the object in one step for speed: this runs for every message, and again after each late event.
  const item: Mutable<MessageItem> = {
    kind: 'message',
    key: messageKey(id),
    id,
    from,
    text,
    status,
    at: event.timestamp ?? 0,
    attachments,
    suggestions,
    callActions,
  };
  if (agentName) item.agentName = agentName;
  if (avatarUrl) item.avatarUrl = avatarUrl;
  return item;
}

/** Interrupts replies without a chunk since the visitor's latest message. They will not continue, because the reply to that message is complete. */
function answered(draft: Draft): void {
  interrupt(draft, draft.asked);
}

function interrupt(draft: Draft, before = Infinity): void {
  for (const [id, { asked }] of draft.streams) {
    if (asked < before) change(draft, id, cut);
  }
}

// ---------------------------------------------------------------- list of items

function change(draft: Draft, messageId: string, how: (item: MessageItem) => MessageItem): void {
  const place = find(draft, messageKey(messageId));
  const item = draft.items[place];
  if (item?.kind === 'message') draft.items[place] = how(item);
}

function push({ places, items }: Draft, item: TimelineItem): void {
  // Omits items whose key comes from their event, because these are never looked up.
  if (places && !item.key.startsWith('e:')) places.set(item.key, items.length);
  items.push(item);
}

function find({ places, items }: Draft, key: string): number {
  return places ? (places.get(key) ?? -1) : items.findLastIndex(item => item.key === key);
}

type About = { [K in 'name' | 'avatarUrl' | 'reason' | 'route']?: string | undefined };

function mark(draft: Draft, event: ServerEvent, what: Mark, about: About): void {
  const last = draft.items.at(-1);
  // Two equal marks in a row are shown once.
  const again = last?.kind === 'mark' && last.mark === what && last.name === about.name && last.route === about.route;
  if (!again) push(draft, present({ kind: 'mark' as const, ...placed(event), mark: what, ...about }));
}

const placed = (event: ServerEvent) => ({ key: eventKey(event), at: event.timestamp ?? 0 });
