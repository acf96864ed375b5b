/**
 * Decorates a chat for the hook `beforeShow`, with which the host page changes or omits messages before they are shown. Affects the state, the
 * suggestions, the unread count and the events `message` and `unread`. The hook is called once for each message, and again after each change of
 * the message.
 */

import { computed } from '@preact/signals-core';
import { selectLatest, selectSuggestions } from '../../session/selectors.ts';
import { noticeId } from '../../session/transcript/message-keys.ts';
import type { Chat, Handler, PublicEvents } from '../api/chat.ts';
import type { MessageItem, NoticeItem, TimelineItem } from '../api/chat-state.ts';
import { asking, type Hook } from './call-hook.ts';

/** A message as `beforeShow` receives it. The fields besides `id`, `from` and `text` depend on the sender. */
export interface MessageToShow
  extends Partial<Pick<MessageItem, 'status' | 'at' | 'agentName' | 'attachments' | 'suggestions' | 'callActions'>> {
  /** The same id as in the event `message`. */
  readonly id: string;
  readonly from: PublicEvents['message']['from'];
  readonly text: string;
}

/** Fields that a hook may change besides the text. All other fields keep their values. */
const LISTS = ['attachments', 'suggestions', 'callActions'] as const;

type Warn = (code: string, message: string) => void;

export function withBeforeShow(chat: Chat, hook: Hook<MessageToShow>, warn: Warn): Chat {
  const ask = asking('beforeShow', hook, warn);
  const views = new WeakMap<TimelineItem, TimelineItem | null>();

  function view<T extends TimelineItem>(item: T): T | null {
    if (item.kind === 'mark') return item;
    let seen = views.get(item) as T | null | undefined;
    if (seen === undefined) {
      const answer = ask({ ...item, ...nameOf(item) });
      seen = answer ? changed(item, answer) : answer === null ? answer : item;
      views.set(item, seen);
    }
    return seen;
  }

  const each = <T extends TimelineItem>(items: readonly T[]) => items.flatMap(item => view(item) ?? []);

  /** Returns the number of unread messages that are shown. */
  function countShown(unread: number): number {
    const others = unread ? chat.messages.value.filter(isAnswer).slice(-unread) : [];
    return unread - others.length + each(others).length;
  }

  const messages = computed(() => each(chat.messages.value));
  const outbox = computed(() => each(chat.outbox.value));
  const unread = computed(() => countShown(chat.unread.value));
  /** Suggestions of the latest message. If that message is omitted, the suggestions of an earlier one do not come back. */
  const suggestions = computed(() => {
    const latest = selectLatest(chat.messages.value);
    return latest ? selectSuggestions(each([latest])) : [];
  });
  const past = computed(() => chat.state.value.earlier);
  const earlier = computed(() => past.value.map(one => ({ ...one, messages: each(one.messages) })));
  const state = computed(() => ({
    ...chat.state.value,
    messages: messages.value,
    outbox: outbox.value,
    earlier: earlier.value,
    unread: unread.value,
    suggestions: suggestions.value,
  }));

  function onMessage(handler: Handler<'message'>): () => void {
    return chat.on('message', detail => {
      const item = chat.messages.peek().findLast(each => each.kind !== 'mark' && nameOf(each).id === detail.id);
      // An event may be emitted before the state contains its message, while the storage is being read.
      const seen = item ? view(item) : ask(detail);
      const { text } = (seen ?? detail) as MessageToShow;
      return seen === null ? undefined : handler({ ...detail, text });
    });
  }

  function onUnread(handler: Handler<'unread'>): () => void {
    let last = unread.peek();
    return chat.on('unread', detail => {
      const count = countShown(detail.count);
      const isNews = count !== last;
      last = count;
      return isNews ? handler({ count }) : undefined;
    });
  }

  return {
    ...chat,
    whole: chat.state,
    state,
    messages,
    outbox,
    unread,
    on(name, handler) {
      if (name === 'message') return onMessage(handler as Handler<'message'>);
      return name === 'unread' ? onUnread(handler as Handler<'unread'>) : chat.on(name, handler);
    },
  };
}

/** Returns the id and sender that the event `message` has for this item. */
function nameOf(item: MessageItem | NoticeItem): Pick<MessageToShow, 'id' | 'from'> {
  return item.kind === 'message' ? item : { id: noticeId(item), from: 'system' };
}

function changed<T extends TimelineItem>(item: T, answer: MessageToShow): T {
  const lists = LISTS.filter(name => name in item && Array.isArray(answer[name]));
  return { ...item, text: answer.text, ...Object.fromEntries(lists.map(name => [name, answer[name]])) };
}

function isAnswer(item: TimelineItem): boolean {
  return item.kind === 'message' && item.from !== 'user' && item.status !== 'streaming';
}
