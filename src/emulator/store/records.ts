/**
 * The conversations of all families. Messaging, Chat and calls write them; Conversations, Concurrent Calls, Handoff state and Alerts read them. The
 * list is sorted by start and then id; pages are found by binary search.
 */

import type { Environment } from '../../contract/shape/fields.ts';

export interface TurnRecord {
  readonly userInput: string;
  readonly userAt: number;
  /** Empty until the agent has answered. */
  agentResponse: string;
  agentAt: number;
  /** Seconds from the user's words to the reply; null if not measured. */
  latency: number | null;
  readonly isSilence: boolean;
}

export interface HandoffRecord {
  readonly destination: string;
  readonly reason: string;
  readonly at: number;
  /** The state at the time of the hand-off. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly sharedId: string | undefined;
}

export interface ConversationRecord {
  readonly id: string;
  readonly projectId: string;
  readonly environment: Environment;
  readonly startedAt: number;
  /** `WEBCHAT`, `CHAT`, `SMS`, `WHATSAPP`, `RCS`, `VOICE-SIP`. */
  readonly channel: string;
  readonly variantId: string | null;
  readonly variantName: string | null;
  language: string;
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly turns: TurnRecord[];
  /** Null while it is in progress. */
  endedAt: number | null;
  handoff: HandoffRecord | null;
  /** Durations of the whole call and of the bridge; null if no bridge-ended notification came. */
  bridge: { readonly callSeconds: number; readonly bridgeSeconds: number } | null;
  /** Values by the metric's name. A metric that was written several times has several values. */
  readonly metrics: Map<string, string[]>;
  readonly state: Record<string, unknown>;
}

export interface Records {
  /** Ascending by `startedAt`, then `id`. */
  readonly list: readonly ConversationRecord[];
  get(id: string): ConversationRecord | undefined;
  add(record: ConversationRecord): void;
  /** Adds many at once, in any order. */
  addAll(records: readonly ConversationRecord[]): void;
  /** Returns the index of the first record at or after this start and id. */
  indexFrom(startedAt: number, id: string): number;
}

type Place = Pick<ConversationRecord, 'startedAt' | 'id'>;

const order = (a: Place, b: Place): number => a.startedAt - b.startedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export function createRecords(): Records {
  let list: ConversationRecord[] = [];
  const byId = new Map<string, ConversationRecord>();

  function indexFrom(startedAt: number, id: string): number {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const record = list[middle];
      if (record && order(record, { startedAt, id }) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  return {
    get list() {
      return list;
    },
    get: id => byId.get(id),
    add(record) {
      byId.set(record.id, record);
      const index = indexFrom(record.startedAt, record.id);
      if (index === list.length) list.push(record);
      else list.splice(index, 0, record);
    },
    addAll(records) {
      for (const record of records) byId.set(record.id, record);
      list = [...list, ...records].sort(order);
    },
    indexFrom,
  };
}

export interface NewConversation
  extends Pick<ConversationRecord, 'id' | 'projectId' | 'environment' | 'startedAt' | 'channel'> {
  readonly variantId?: string | null;
  readonly variantName?: string | null;
  readonly language?: string;
  readonly fromNumber?: string;
  readonly toNumber?: string;
  readonly state?: Readonly<Record<string, unknown>>;
}

/** Makes the record of a conversation that has just begun. */
export function newConversation(given: NewConversation): ConversationRecord {
  return {
    id: given.id,
    projectId: given.projectId,
    environment: given.environment,
    startedAt: given.startedAt,
    channel: given.channel,
    variantId: given.variantId ?? null,
    variantName: given.variantName ?? null,
    language: given.language ?? 'en',
    fromNumber: given.fromNumber ?? '',
    toNumber: given.toNumber ?? '',
    turns: [],
    endedAt: null,
    handoff: null,
    bridge: null,
    metrics: new Map(),
    state: { ...given.state },
  };
}
