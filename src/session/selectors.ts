/** Pure reads of the machine's state: what a user interface shows. No other file decides what a state means to a visitor. */

import type { Suggestion } from '../protocol/events.ts';
import { NONE } from '../protocol/json-fields.ts';
import type { OutboxEntry, Phase, SessionState } from './state/state.ts';
import type { MessageItem, TimelineItem } from './transcript/items.ts';
import { userMessage } from './transcript/message-keys.ts';

/** Room that type, id and braces take in a frame, in bytes; the rest is the text's. */
const FRAME_BYTES = 256;

/** Largest frame that this session takes, in UTF-8 bytes. */
export function selectMaxFrameBytes(state: SessionState): number {
  return state.conversation.view.capabilities.maxMessageBytes;
}

export function selectMaxMessageBytes(state: SessionState): number {
  return selectMaxFrameBytes(state) - FRAME_BYTES;
}

/** Unconfirmed messages of the visitor's as transcript items, under the same key that their echo will have. */
export function selectOutbox(outbox: readonly OutboxEntry[], active: boolean): readonly MessageItem[] {
  return outbox.map(entry => userMessage(entry.id, entry.text, outboxStatus(entry, active), entry.at));
}

function outboxStatus(entry: OutboxEntry, active: boolean): MessageItem['status'] {
  if (entry.status === 'failed') return 'failed';
  return entry.status === 'queued' && !active ? 'queued' : 'sending';
}

/** The whole transcript: earlier sessions, this one, and what is still on its way. */
export function selectTranscript(
  past: readonly TimelineItem[],
  items: readonly TimelineItem[],
  outbox: readonly MessageItem[],
): readonly TimelineItem[] {
  return past.length + outbox.length === 0 ? items : [...past, ...items, ...outbox];
}

/** The last message of the present conversation. */
export function selectLatest(transcript: readonly TimelineItem[]): MessageItem | undefined {
  const latest = transcript.findLast(
    item => item.kind === 'message' || (item.kind === 'mark' && item.mark === 'divider'),
  );
  return latest?.kind === 'message' ? latest : undefined;
}

/** Suggestions of the latest message, as long as nobody has said anything after it. */
export function selectSuggestions(transcript: readonly TimelineItem[]): readonly Suggestion[] {
  const latest = selectLatest(transcript);
  return !latest || latest.status === 'streaming' ? NONE : latest.suggestions;
}

/**
 * `idle` nothing started · `connecting` first time · `online` messages flow · `reconnecting` lost, coming back by itself ·
 * `offline` the browser says that there is no network, and nobody has answered since · `ended` · `failed` waits for the visitor (`reconnect()`).
 */
export type ConnectionStatus = 'idle' | 'connecting' | 'online' | 'reconnecting' | 'offline' | 'ended' | 'failed';

const OVER: Phase = { name: 'ended', reason: 'user-end', at: 0 };

/**
 * The phase as the visitor is to see it: a conversation that the visitor has ended is over, even where the connection was lost or the page
 * loaded anew before the platform has answered, and a new socket has to tell it once more.
 */
export function selectPhase({ phase, ending }: SessionState): Phase {
  return ending && phase.name !== 'active' && phase.name !== 'joining' ? OVER : phase;
}

export function selectStatus(state: SessionState): ConnectionStatus {
  const phase = selectPhase(state);
  switch (phase.name) {
    case 'idle':
    case 'ended':
    case 'failed':
      return phase.name;
    case 'active':
      return state.online ? 'online' : 'offline';
    case 'waiting':
      return state.online ? 'reconnecting' : 'offline';
    default:
      // The history has been read, and what is said comes in; only what may arrive twice waits.
      if (phase.name === 'replaying' && phase.listening && state.conversation.view.join === 'joined')
        return state.online ? 'online' : 'offline';
      if (/none|asked|gone/.test(state.conversation.view.join) && state.link.failures === 0) return 'connecting';
      return state.online ? 'reconnecting' : 'offline';
  }
}
