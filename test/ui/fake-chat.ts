/** A chat that does nothing by itself: tests set its state and read what the interface asked of it. */

import { computed, signal } from '@preact/signals-core';
import type { Chat } from '../../src/client/api/chat.ts';
import type {
  ChatState,
  Connection,
  MarkItem,
  MessageItem,
  NoticeItem,
  TimelineItem,
} from '../../src/client/api/chat-state.ts';
import type { UiSettings } from '../../src/ui/context/ui-settings.ts';

export type Call = readonly [name: string, ...rest: readonly unknown[]];

export interface FakeChat extends Chat {
  /** Every call, in order, without `setDraft` and `emit`. */
  readonly calls: Call[];
  readonly emitted: { readonly name: string; readonly detail: unknown }[];
  /** Changes parts of the state. */
  set(change: Partial<ChatState>): void;
  /** Adds to the transcript. */
  add(...items: readonly TimelineItem[]): void;
  /** Whether the next `send` is refused as too large. */
  refuseSends: boolean;
  /** Called on `emit('link')`. */
  onLink: ((detail: { href: string; preventDefault(): void }) => void) | null;
}

export const ONLINE: Connection = { status: 'online', phase: 'active', code: null, retryAt: null };

const EMPTY: ChatState = {
  connection: ONLINE,
  open: true,
  unread: 0,
  messages: [],
  outbox: [],
  suggestions: [],
  party: 'agent',
  agent: { kind: 'agent', name: 'Nova', avatarUrl: '' },
  typing: null,
  handoff: null,
  language: null,
  draft: '',
  ended: null,
  idle: null,
  error: null,
  maxMessageBytes: 131_072,
};

export const SETTINGS: UiSettings = {
  title: 'Acme support',
  avatarUrl: '',
  mode: 'floating',
  showHeader: true,
  showLauncher: true,
  position: 'right',
  locale: 'en-GB',
  texts: undefined,
  imageOrigins: ['https://acme.example'],
  languages: '',
  consent: 'none',
  consentVersion: '1',
  privacyUrl: '',
  termsUrl: '',
  disclaimer: '',
  phone: '',
  email: '',
  contactUrl: '',
  rating: 'off',
  sound: 'off',
};

export function createFakeChat(initial: Partial<ChatState> = {}): FakeChat {
  const state = signal<ChatState>({ ...EMPTY, ...initial });
  const calls: Call[] = [];
  const emitted: FakeChat['emitted'] = [];
  let ids = 0;
  const record =
    (name: string) =>
    (...rest: readonly unknown[]): void => {
      calls.push([name, ...rest]);
    };
  const set = (change: Partial<ChatState>): void => {
    state.value = { ...state.peek(), ...change };
  };
  const chat: FakeChat = {
    calls,
    emitted,
    refuseSends: false,
    onLink: null,
    set,
    add: (...items) => set({ messages: [...state.peek().messages, ...items] }),
    state,
    messages: computed(() => state.value.messages),
    connection: computed(() => state.value.connection),
    typing: computed(() => state.value.typing),
    party: computed(() => state.value.party),
    agent: computed(() => state.value.agent),
    outbox: computed(() => state.value.outbox),
    error: computed(() => state.value.error),
    unread: computed(() => state.value.unread),
    open: record('open'),
    close: record('close'),
    toggle: record('toggle'),
    send(text) {
      calls.push(['send', text]);
      if (chat.refuseSends) return null;
      ids += 1;
      return `sent-${ids}`;
    },
    retry: record('retry'),
    discard: record('discard'),
    forget: record('forget'),
    setDraft: draft => set({ draft }),
    end: record('end'),
    startNew: record('startNew'),
    reconnect: record('reconnect'),
    rejoin: record('rejoin'),
    stay: record('stay'),
    on: () => () => {},
    emit(name, detail) {
      emitted.push({ name, detail });
      if (name === 'link') chat.onLink?.(detail as { href: string; preventDefault(): void });
    },
    dispose: record('dispose'),
  };
  return chat;
}

// ---------------------------------------------------------------- items

let keys = 0;
const NOON = Date.UTC(2026, 0, 15, 12);

export function message(from: MessageItem['from'], text: string, rest: Partial<MessageItem> = {}): MessageItem {
  keys += 1;
  return {
    kind: 'message',
    key: `m${keys}`,
    id: `id${keys}`,
    from,
    text,
    status: from === 'user' ? 'sent' : 'complete',
    at: NOON + keys * 1000,
    attachments: [],
    suggestions: [],
    callActions: [],
    ...(from === 'agent' ? { agentName: 'Nova' } : {}),
    ...rest,
  };
}

export function notice(text: string, rest: Partial<NoticeItem> = {}): NoticeItem {
  keys += 1;
  return { kind: 'notice', key: `n${keys}`, at: NOON, level: 'error', text, remedy: 'none', ...rest };
}

export function mark(what: MarkItem['mark'], rest: Partial<MarkItem> = {}): MarkItem {
  keys += 1;
  return { kind: 'mark', key: `k${keys}`, at: NOON, mark: what, ...rest };
}
