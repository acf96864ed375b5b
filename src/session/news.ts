/**
 * The events that a page has missed when its tab takes over a whole state in place of its own: the difference between the two states, as the events
 * that the page would have heard had it taken every input itself.
 */

import { HANDOFF_STAGES } from './people.ts';
import type { ErrorCode, PublicEvent } from './public-event.ts';
import type { SessionState } from './state.ts';
import type { NoticeItem, TimelineItem } from './timeline.ts';
import { isStreaming } from './view.ts';

/** An event, and the session that it is of: ids of messages are the platform's, and unique in a session only. */
export interface News {
  readonly event: PublicEvent;
  readonly session: string | undefined;
}

/** What `now` implies and `before` did not, in the order in which it would have been heard. */
export function newsBetween(before: SessionState, now: SessionState): News[] {
  const isSame = before.conversation === now.conversation && before.past === now.past;
  // Letters that are typed in another tab are no news, and come one by one.
  if (isSame && before.outbox === now.outbox && before.phase === now.phase) return [];
  const old = new Set(tellAll(before).map(newsKey));
  return tellAll(now).filter(news => !old.has(newsKey(news)));
}

/** A message is the same whatever has become of its text. */
function newsKey({ event: { name, detail }, session }: News): string {
  return name === 'message' ? `${session} ${detail.id}` : JSON.stringify([name, detail]);
}

function tellAll({ phase, session, conversation: { view, log }, past, outbox }: SessionState): News[] {
  const events: PublicEvent[] = [];
  for (const { id, text, status } of outbox) {
    events.push(
      { name: 'message', detail: { id, from: 'user', text } },
      { name: 'delivery', detail: { id, status: status === 'failed' ? status : 'sending' } },
    );
  }
  const { language, handoff } = view;
  if (language !== null) events.push({ name: 'language', detail: { code: language } });
  // Not what a message has brought about: that is told by the message.
  if (handoff && log.some(({ type }) => HANDOFF_STAGES[type] === handoff.stage)) {
    const { stage, reason = '', queueName = '', route = '' } = handoff;
    events.push({ name: 'handoff', detail: { stage } });
    if (stage === 'client') events.push({ name: 'handoff-required', detail: { reason, queueName, route } });
  }
  if (phase.name === 'ended') events.push({ name: 'ended', detail: { reason: phase.reason } });
  events.push({ name: 'state', detail: { phase: phase.name } });
  const of = (session: string | undefined) => (event: PublicEvent) => ({ event, session });
  return [
    // What was said in an earlier session has its name before the key (attempts.ts).
    ...past.flatMap(item => tellItem(item).map(of(/^(.*)\/[mue]:/s.exec(item.key)?.[1]))),
    ...[...view.items.flatMap(tellItem), ...events].map(of(session?.id)),
  ];
}

/** What the platform says about itself goes by the id of its event, which its key holds. */
export function noticeId({ key }: NoticeItem): string {
  return key.replace(/^(?:.*?\/)??e:/s, '');
}

/** By which the page hears of it as an error, where it is one. */
export function errorCodeOf({ code, level }: Pick<NoticeItem, 'code' | 'level'>): ErrorCode | undefined {
  return code ?? (level === 'error' ? 'system_error' : undefined);
}

function tellItem(item: TimelineItem): PublicEvent[] {
  if (item.kind === 'mark' || isStreaming(item)) return [];
  const { text } = item;
  if (item.kind === 'notice') {
    const code = errorCodeOf(item);
    const message: PublicEvent = { name: 'message', detail: { id: noticeId(item), from: 'system', text } };
    return code ? [message, { name: 'error', detail: { code, message: text } }] : [message];
  }
  const { id, from } = item;
  const message: PublicEvent = { name: 'message', detail: { id, from, text } };
  return from === 'user' ? [message, { name: 'delivery', detail: { id, status: 'sent' } }] : [message];
}
