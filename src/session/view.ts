/**
 * What the persistent events of a session amount to, folded one by one in the order of their sequence.
 * Pure: the same log gives the same view. The log itself, order and duplicates are conversation.ts.
 */

import { classifySystemMessage } from '../protocol/catalogue.ts';
import {
  type Capabilities,
  CLIENT_EVENT_ID,
  type MessageBody,
  type ServerEvent,
  type ServerEventOf,
  type ServerEventType,
  type SessionEndReason,
} from '../protocol/events.ts';
import { addChunk, EMPTY_STREAM, isWhole, type Stream, shownText } from './stream.ts';
import type { Agent, Handoff, Mark, MarkItem, MessageItem, Party, TimelineItem } from './timeline.ts';

export interface View {
  readonly items: readonly TimelineItem[];
  /** Replies whose last piece has not come, by message id; a few old ones are kept for mending. */
  readonly streams: Readonly<Record<string, Stream>>;
  /** `lost`: an error of the catalogue says that joining helps. */
  readonly join: 'none' | 'asked' | 'joined' | 'lost';
  readonly agent: Agent | null;
  readonly party: Party;
  readonly handoff: Handoff | null;
  readonly language: string | null;
  readonly capabilities: Capabilities | null;
  readonly ended: SessionEndReason | null;
}

export const EMPTY_VIEW: View = {
  items: [],
  streams: {},
  join: 'none',
  agent: null,
  party: 'none',
  handoff: null,
  language: null,
  capabilities: null,
  ended: null,
};

/** Broken-off streams kept for late pieces. */
const MAX_STREAMS = 8;

/** A view under construction: its own arrays, so that one fold copies them once and not once per event. */
interface Draft
  extends Omit<
    View,
    'items' | 'streams' | 'join' | 'agent' | 'party' | 'handoff' | 'language' | 'capabilities' | 'ended'
  > {
  items: TimelineItem[];
  streams: Record<string, Stream>;
  join: View['join'];
  agent: Agent | null;
  party: Party;
  handoff: Handoff | null;
  language: string | null;
  capabilities: Capabilities | null;
  ended: SessionEndReason | null;
  /** Place of each key, built only when many events are folded at once. */
  places: Map<string, number> | null;
}

/** From here on an index is cheaper than searching backwards for every event. */
const INDEX_FROM = 24;

/** Folds events, already in order and without duplicates, into a view. */
export function foldView(view: View, events: readonly ServerEvent[]): View {
  const draft: Draft = { ...view, items: [...view.items], streams: { ...view.streams }, places: null };
  if (events.length >= INDEX_FROM) draft.places = new Map(draft.items.map((item, place) => [item.key, place]));
  for (const event of events) (APPLY[event.type] as (draft: Draft, event: ServerEvent) => void)(draft, event);
  const { places: _, ...next } = draft;
  return next;
}

/** Marks every unfinished reply as interrupted: nothing more is coming. */
export function interruptStreams(view: View): View {
  if (!view.items.some(isStreaming)) return view;
  return { ...view, items: view.items.map(item => (isStreaming(item) ? { ...item, status: 'interrupted' } : item)) };
}

/** Shows what stands behind gaps that have lasted too long. */
export function revealGaps(view: View): View {
  const draft: Draft = { ...view, items: [...view.items], streams: { ...view.streams }, places: null };
  for (const [id, stream] of Object.entries(view.streams)) {
    const revealed = { ...stream, revealed: true };
    draft.streams[id] = revealed;
    const place = find(draft, messageKey(id));
    const item = draft.items[place];
    if (item?.kind === 'message') draft.items[place] = { ...item, text: shownText(revealed) };
  }
  const { places: _, ...next } = draft;
  return next;
}

export function isStreaming(item: TimelineItem): item is MessageItem {
  return item.kind === 'message' && item.status === 'streaming';
}

export const messageKey = (messageId: string): string => `m:${messageId}`;
export const userKey = (clientEventId: string): string => `u:${clientEventId}`;

// ---------------------------------------------------------------- one function per event

type Apply = { readonly [T in ServerEventType]: (draft: Draft, event: ServerEventOf<T>) => void };

const nothing = () => {};

const APPLY: Apply = {
  SESSION_START: (draft, event) => {
    draft.capabilities = event.capabilities;
  },
  REQUEST_AGENT_JOIN: draft => {
    if (draft.join !== 'joined') draft.join = 'asked';
  },
  AGENT_JOINED: applyJoined,
  AGENT_THINKING: nothing,
  AGENT_MESSAGE: (draft, event) => {
    if (draft.party === 'none') draft.party = 'agent';
    putWhole(draft, event, 'agent');
  },
  AGENT_MESSAGE_CHUNK: applyChunk,
  AGENT_LEFT: (draft, event) => {
    if (draft.party === 'agent') draft.party = 'none';
    mark(draft, event, 'agent-left', { name: draft.agent?.name, reason: event.reason });
  },
  AGENT_TRIGGERED_HANDOFF: (draft, event) => {
    draft.handoff = { stage: 'asked' };
    mark(draft, event, 'handoff-asked');
  },
  HANDOFF_ACCEPTED: (draft, event) => {
    draft.handoff = { ...known({ queueName: event.queueName }), stage: 'accepted' };
    draft.party = 'queue';
    mark(draft, event, 'handoff-accepted', { name: event.queueName });
  },
  HANDOFF_QUEUE_STATUS: applyQueue,
  HANDOFF_FAILED: (draft, event) => handoffOver(draft, event, 'failed'),
  HANDOFF_TIMEOUT: (draft, event) => handoffOver(draft, event, 'timeout'),
  CLIENT_HANDOFF_REQUIRED: (draft, event) => {
    const { reason, queueName, route } = event;
    draft.handoff = { stage: 'client', ...known({ reason, queueName, route }) };
    mark(draft, event, 'handoff-client', { name: queueName, reason });
  },
  LIVE_AGENT_JOINED: applyLiveJoined,
  LIVE_AGENT_TYPING: nothing,
  LIVE_AGENT_MESSAGE: (draft, event) => {
    draft.party = 'live';
    if (event.agentName && event.agentName !== draft.agent?.name) {
      draft.agent = { kind: 'live', name: event.agentName, avatarUrl: event.avatarUrl ?? '' };
    }
    putWhole(draft, event, 'live');
  },
  LIVE_AGENT_LEFT: (draft, event) => {
    draft.party = 'none';
    draft.handoff = { stage: 'left' };
    mark(draft, event, 'live-left', { name: event.agentName ?? draft.agent?.name, reason: event.reason });
  },
  USER_MESSAGE: applyUserMessage,
  USER_END_SESSION: nothing,
  HEARTBEAT: nothing,
  SYSTEM_MESSAGE: applySystemMessage,
  LANGUAGE_CHANGED: (draft, event) => {
    if (draft.language === event.languageCode) return;
    draft.language = event.languageCode;
    mark(draft, event, 'language', { name: event.languageCode });
  },
  SESSION_IDLE_WARNING: nothing,
  SESSION_END: (draft, event) => {
    draft.ended = event.reason;
    draft.party = 'none';
    interrupt(draft);
    mark(draft, event, 'ended', { reason: event.reason });
  },
};

function applyJoined(draft: Draft, event: ServerEventOf<'AGENT_JOINED'>): void {
  const again = draft.join === 'joined' && draft.agent?.name === event.agentName;
  draft.join = 'joined';
  draft.party = 'agent';
  draft.agent = { kind: 'agent', name: event.agentName ?? '', avatarUrl: event.avatarUrl ?? '' };
  if (!again) mark(draft, event, 'agent-joined', { name: event.agentName, avatarUrl: event.avatarUrl });
}

function applyLiveJoined(draft: Draft, event: ServerEventOf<'LIVE_AGENT_JOINED'>): void {
  draft.party = 'live';
  draft.handoff = { stage: 'joined' };
  draft.agent = { kind: 'live', name: event.agentName ?? '', avatarUrl: event.avatarUrl ?? '' };
  mark(draft, event, 'live-joined', { name: event.agentName, avatarUrl: event.avatarUrl });
}

function applyQueue(draft: Draft, event: ServerEventOf<'HANDOFF_QUEUE_STATUS'>): void {
  const { queueName, position, waitSeconds, displayMessage } = event;
  // A status that comes after a person has joined is old news.
  if (draft.party === 'live') return;
  draft.party = 'queue';
  const earlier = draft.handoff?.queueName;
  draft.handoff = {
    stage: 'queue',
    ...known({ queueName: queueName ?? earlier, position, waitSeconds, message: displayMessage }),
  };
}

function handoffOver(
  draft: Draft,
  event: ServerEventOf<'HANDOFF_FAILED' | 'HANDOFF_TIMEOUT'>,
  stage: 'failed' | 'timeout',
): void {
  draft.handoff = { stage, ...known({ reason: event.reason }) };
  if (draft.party === 'queue') draft.party = 'agent';
  mark(draft, event, `handoff-${stage}`, { reason: event.reason });
}

function applyUserMessage(draft: Draft, event: ServerEventOf<'USER_MESSAGE'>): void {
  const clientEventId = event.custom[CLIENT_EVENT_ID];
  const key = clientEventId === undefined ? `e:${event.id}` : userKey(clientEventId);
  push(draft, {
    kind: 'message',
    // Twice in the history is shown twice, and keys stay unique.
    key: find(draft, key) < 0 ? key : `e:${event.id}`,
    id: clientEventId ?? (event.messageId || event.id),
    from: 'user',
    text: event.text,
    status: 'sent',
    at: event.timestamp ?? 0,
    attachments: [],
    suggestions: [],
    callActions: [],
  });
}

function applySystemMessage(draft: Draft, event: ServerEventOf<'SYSTEM_MESSAGE'>): void {
  const entry = classifySystemMessage(event.message);
  if (entry?.remedy === 'rejoin') draft.join = 'lost';
  push(draft, {
    kind: 'notice',
    key: `e:${event.id}`,
    at: event.timestamp ?? 0,
    level: event.level,
    text: event.message,
    remedy: entry?.remedy ?? 'none',
    ...(entry ? { code: entry.kind } : {}),
  });
}

// ---------------------------------------------------------------- messages

function applyChunk(draft: Draft, chunk: ServerEventOf<'AGENT_MESSAGE_CHUNK'>): void {
  const place = find(draft, messageKey(chunk.messageId));
  const known = draft.items[place];
  const stream = draft.streams[chunk.messageId];
  // A whole message with this id stands there already: it wins over its pieces.
  if (known && !stream) return;
  const grown = addChunk(stream ?? EMPTY_STREAM, chunk);
  if (grown === stream) return;
  const whole = isWhole(grown);
  if (whole) delete draft.streams[chunk.messageId];
  else keepStream(draft, chunk.messageId, grown);
  const text = shownText(grown);
  if (known?.kind === 'message') {
    const status = whole ? 'complete' : known.status;
    draft.items[place] = { ...known, text, status, ...extras(known, chunk) };
    return;
  }
  interrupt(draft);
  if (draft.party === 'none') draft.party = 'agent';
  push(draft, { ...messageOf(draft, chunk, 'agent'), text, status: whole ? 'complete' : 'streaming' });
}

/** Only the last piece usually brings these; pieces that bring none take none away. */
function extras(item: MessageItem, body: MessageBody): Partial<MessageItem> {
  const { attachments, suggestions, callActions } = body;
  if (attachments.length + suggestions.length + callActions.length === 0) return {};
  return {
    attachments: [...item.attachments, ...attachments],
    suggestions: [...item.suggestions, ...suggestions],
    callActions: [...item.callActions, ...callActions],
  };
}

function keepStream(draft: Draft, messageId: string, stream: Stream): void {
  draft.streams[messageId] = stream;
  const ids = Object.keys(draft.streams);
  const oldest = ids[0];
  if (ids.length > MAX_STREAMS && oldest !== undefined) delete draft.streams[oldest];
}

function putWhole(draft: Draft, event: ServerEventOf<'AGENT_MESSAGE' | 'LIVE_AGENT_MESSAGE'>, from: 'agent' | 'live') {
  delete draft.streams[event.messageId];
  const item: MessageItem = { ...messageOf(draft, event, from), status: 'complete' };
  const place = find(draft, item.key);
  if (place >= 0) {
    draft.items[place] = item;
    return;
  }
  interrupt(draft);
  push(draft, item);
}

function messageOf(draft: Draft, event: ServerEvent & MessageBody, from: 'agent' | 'live'): MessageItem {
  const name = event.agentName ?? draft.agent?.name;
  const avatarUrl = event.avatarUrl ?? draft.agent?.avatarUrl;
  return {
    kind: 'message',
    key: messageKey(event.messageId),
    id: event.messageId,
    from,
    text: event.text,
    status: 'streaming',
    at: event.timestamp ?? 0,
    attachments: event.attachments,
    suggestions: event.suggestions,
    callActions: event.callActions,
    ...(name ? { agentName: name } : {}),
    ...(avatarUrl ? { avatarUrl } : {}),
  };
}

/** The next message of the other side closes one whose last piece never came. */
function interrupt(draft: Draft): void {
  for (const id of Object.keys(draft.streams)) {
    const place = find(draft, messageKey(id));
    const item = draft.items[place];
    if (item && isStreaming(item)) draft.items[place] = { ...item, status: 'interrupted' };
  }
}

// ---------------------------------------------------------------- the list

function push(draft: Draft, item: TimelineItem): void {
  draft.places?.set(item.key, draft.items.length);
  draft.items.push(item);
}

function find(draft: Draft, key: string): number {
  if (draft.places) return draft.places.get(key) ?? -1;
  return draft.items.findLastIndex(item => item.key === key);
}

function mark(
  draft: Draft,
  event: ServerEvent,
  what: Mark,
  about: { name?: string | undefined; avatarUrl?: string | undefined; reason?: string | undefined } = {},
): void {
  const item: MarkItem = { kind: 'mark', key: `e:${event.id}`, at: event.timestamp ?? 0, mark: what, ...known(about) };
  push(draft, item);
}

/** Without the undefined ones: an absent field is absent. */
function known<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}
