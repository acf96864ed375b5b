/** Keys of transcript items, and the fields of messages. */

import type { MessageBody, ServerEvent } from '../../protocol/events.ts';
import { NONE } from '../../protocol/json-fields.ts';
import type { MessageItem, MessageStatus, NoticeItem } from './items.ts';

export const eventKey = ({ id }: ServerEvent): string => `e:${id}`;
export const messageKey = (messageId: string): string => `m:${messageId}`;
export const userKey = (clientEventId: string): string => `u:${clientEventId}`;

/** Returns a message of the visitor. Its key does not change when the echo arrives. */
export function userMessage(
  id: string,
  text: string,
  status: MessageStatus,
  at: number,
  key = userKey(id),
): MessageItem {
  return {
    kind: 'message',
    key,
    id,
    from: 'user',
    text,
    status,
    at,
    attachments: NONE,
    suggestions: NONE,
    callActions: NONE,
  };
}

/** Returns the message's attachments, suggestions and calls with those of a chunk added. Usually only the last chunk has any. */
export function extras(item: MessageItem, body: MessageBody): Partial<MessageItem> {
  const { attachments, suggestions, callActions } = body;
  if (attachments.length + suggestions.length + callActions.length === 0) return {};
  return {
    attachments: [...item.attachments, ...attachments],
    suggestions: [...item.suggestions, ...suggestions],
    callActions: [...item.callActions, ...callActions],
  };
}

/** Returns the id of a notice. It equals the id of the notice's event, and is part of the key. */
export function noticeId({ key }: NoticeItem): string {
  return key.replace(/^(?:.*?\/)??e:/s, '');
}
