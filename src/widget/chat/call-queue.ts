/** A queue of calls that wait, in order, until the chat can handle them. */

import { browserRandom } from '../../browser/clock.ts';
import type { Chat, Custom } from '../../client/api/chat.ts';
import { isSendable } from '../../client/api/is-blank.ts';

export type CallQueue<C extends Chat> = ((chat: C) => unknown)[];

/** Queues a message. Like `send()`, returns the message's id, or null if the text cannot be sent. */
export function queueMessage<C extends Chat>(
  queue: CallQueue<C>,
  text: unknown,
  id = browserRandom.uuid(),
  metadata?: Custom,
): string | null {
  if (!isSendable(text)) return null;
  queue.push(chat => chat.send(text, id, metadata));
  return id;
}

/** Makes the calls of a queue, and empties it. */
export function makeCalls<C extends Chat>(queue: CallQueue<C>, chat: C): void {
  for (const call of queue.splice(0)) call(chat);
}
