/** Messages as items of the transcript: by which key, and with what they come. */

import type { MessageBody, ServerEvent } from '../../protocol/events.ts';
import { NONE } from '../../protocol/json-fields.ts';
import type { MessageItem, MessageStatus, NoticeItem } from './items.ts';

export const eventKey = ({ id }: ServerEvent): string => `e:${id}`;
export const messageKey = (messageId: string): string => `m:${messageId}`;
export const userKey = (clientEventId: string): string => `u:${clientEventId}`;

/** A message of the visitor's, under the key that it keeps through its echo. */
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

/** Only the last piece usually brings these; pieces that bring none take none away. */
export function extras(item: MessageItem, body: MessageBody): Partial<MessageItem> {
  const { attachments, suggestions, callActions } = body;
  if (attachments.length + suggestions.length + callActions.length === 0) return {};
  return {
    attachments: [...item.attachments, ...attachments],
    suggestions: [...item.suggestions, ...suggestions],
    callActions: [...item.callActions, ...callActions],
  };
}

/** Returns the id of a notice: that of its event, which the key holds. */
export function noticeId({ key }: NoticeItem): string {
  return key.replace(/^(?:.*?\/)??e:/s, '');
}
