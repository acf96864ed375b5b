/** What the page hears of messages, each once in the life of a conversation: those that are finished, and those of which no more comes. */

import type { MessageItem } from './timeline.ts';
import { changeView, emit, type Turn } from './turn.ts';
import { interruptStreams, isStreaming } from './view.ts';

/** A reply is read anew no longer than the transcript remembers its pieces apart (view.ts). */
const MAX_UNFINISHED = 8;

export function tell(turn: Turn, finished: readonly MessageItem[]): void {
  let others = 0;
  for (const { id, from, text } of finished) {
    if (turn.unfinished.includes(id)) continue;
    emit(turn, 'message', { id, from, text });
    if (from !== 'user') others += 1;
  }
  if (turn.panelOpen || others === 0) return;
  turn.unread += others;
  emit(turn, 'unread', { count: turn.unread });
}

/** Nothing more comes of what is being written: it is told as it stands. */
export function breakOff(turn: Turn): void {
  const broken = turn.conversation.view.items.filter(isStreaming);
  if (broken.length === 0) return;
  changeView(turn, interruptStreams);
  tell(turn, broken);
  turn.unfinished = [...turn.unfinished, ...broken.map(({ id }) => id)].slice(-MAX_UNFINISHED);
}
