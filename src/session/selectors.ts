/** Derives from the machine's state what a visitor sees. No other file interprets the state. */

import type { Suggestion } from '../protocol/events.ts';
import { NONE } from '../protocol/json-fields.ts';
import type { OutboxEntry, Phase, SessionState } from './state/state.ts';
import type { MessageItem, TimelineItem } from './transcript/items.ts';
import { userMessage } from './transcript/message-keys.ts';

/** Bytes of a frame that are reserved for type, id and braces, and not available for the text. */
const FRAME_BYTES = 256;

/** Returns the largest frame that this session accepts, in UTF-8 bytes. */
export function selectMaxFrameBytes(state: SessionState): number {
  return state.conversation.view.capabilities.maxMessageBytes;
}

export function selectMaxMessageBytes(state: SessionState): number {
  return selectMaxFrameBytes(state) - FRAME_BYTES;
}

/** Returns unconfirmed messages of the visitor as transcript items. Their keys stay the same when the echo arrives. */
export function selectOutbox(outbox: readonly OutboxEntry[], active: boolean): readonly MessageItem[] {
  return outbox.map(entry => {
    const item = userMessage(entry.id, entry.text, outboxStatus(entry, active), entry.at);
    return entry.inDoubt ? { ...item, inDoubt: true } : item;
  });
}

function outboxStatus(entry: OutboxEntry, active: boolean): MessageItem['status'] {
  if (entry.status === 'failed') return 'failed';
  return entry.status === 'queued' && !active ? 'queued' : 'sending';
}

/** Returns the whole transcript: earlier sessions, this one, and the outbox. */
export function selectTranscript(
  past: readonly TimelineItem[],
  items: readonly TimelineItem[],
  outbox: readonly MessageItem[],
): readonly TimelineItem[] {
  return past.length + outbox.length === 0 ? items : [...past, ...items, ...outbox];
}

/** Returns the last message of the current conversation. */
export function selectLatest(transcript: readonly TimelineItem[]): MessageItem | undefined {
  const latest = transcript.findLast(
    item => item.kind === 'message' || (item.kind === 'mark' && item.mark === 'divider'),
  );
  return latest?.kind === 'message' ? latest : undefined;
}

/** Returns the suggestions of the latest message, once it is complete. */
export function selectSuggestions(transcript: readonly TimelineItem[]): readonly Suggestion[] {
  const latest = selectLatest(transcript);
  return !latest || latest.status === 'streaming' ? NONE : latest.suggestions;
}

/**
 * Status of the connection. `idle`: nothing has begun · `connecting`: for the first time · `online`: messages can be sent and received ·
 * `reconnecting`: the connection was lost and is being restored · `offline`: the browser reports no network, and no server has answered since ·
 * `ended`: the conversation is over · `failed`: has stopped trying; waits for the visitor or `reconnect()`.
 */
export type ConnectionStatus = 'idle' | 'connecting' | 'online' | 'reconnecting' | 'offline' | 'ended' | 'failed';

const OVER: Phase = { name: 'ended', reason: 'user-end', at: 0 };

/**
 * Returns the phase to show to the visitor. A conversation that the visitor has ended is shown as over even if the platform has not answered yet.
 * After a lost connection or a reload, the request to end is sent again on a new socket.
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
      // The history has been read and events arrive. Only unconfirmed messages are still held back.
      if (phase.name === 'replaying' && phase.listening && state.conversation.view.join === 'joined')
        return state.online ? 'online' : 'offline';
      if (/none|asked|gone/.test(state.conversation.view.join) && state.link.failures === 0) return 'connecting';
      return state.online ? 'reconnecting' : 'offline';
  }
}
