/** Calls that wait, in their order, for a chat that may take them. */

import { browserRandom } from '../../browser/clock.ts';
import type { Chat, Custom } from '../../client/api/chat.ts';
import { isSendable } from '../../client/api/is-blank.ts';

export type CallQueue<C extends Chat> = ((chat: C) => unknown)[];

/** Queues a message. Returns the id under which it will be sent; null if the text cannot be sent, as the chat does. */
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
