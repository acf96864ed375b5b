/** The type of a gallery state, and functions to build states with. */

import type {
  ChatState,
  Connection,
  MarkItem,
  MessageItem,
  NoticeItem,
  SettingsInput,
} from '../../../entries/gallery.ts';

export interface GalleryState {
  /** Name in addresses: `/gallery.html?state=name`. */
  readonly name: string;
  readonly title: string;
  /** A note for the viewer, if the title does not explain enough. */
  readonly note?: string;
  /** Differences from the state of an ordinary conversation with the agent Fern. */
  readonly chat?: Partial<ChatState>;
  readonly settings?: SettingsInput;
  /** Names of endpoints that the broker offers, and what it answers, by path. */
  readonly offers?: readonly string[];
  readonly answers?: Readonly<Record<string, object>>;
  /** Selector of an element that is drawn late: the state is not drawn before. */
  readonly shows?: string;
  /** Selectors of elements to press after drawing, one after the other. */
  readonly press?: readonly string[];
  /** Selectors of elements to press afterwards if this is the only state on the page. They open something that covers the page. */
  readonly pressIfSingle?: readonly string[];
  /** True if the frame is as wide as a widened panel. */
  readonly wide?: boolean;
  /** Text of the bubble beside the launcher. */
  readonly prompt?: string;
  /** Files that are dropped on the panel. */
  readonly drop?: readonly File[];
  /** Number of messages that arrived while the panel was closed. */
  readonly missed?: number;
  /** Simulates the pointer or the keyboard's focus on an element. */
  readonly look?: { readonly of: string; readonly as: 'hover' | 'focus-visible' | 'focus-within' };
  /** True if the reader has scrolled up to the top. */
  readonly scrolledUp?: boolean;
}

export interface StateGroup {
  readonly title: string;
  readonly states: readonly GalleryState[];
}

/** Time of the frozen clock: half past two on 12 March 2026, local time. */
export const NOW = new Date(2026, 2, 12, 14, 30).getTime();

export const minutesAgo = (minutes: number): number => NOW - minutes * 60_000;

export const FERN = { kind: 'agent', name: 'Fern', avatarUrl: '' } as const;
export const MARIA = { kind: 'live', name: 'Maria Lindqvist', avatarUrl: '' } as const;

export const connection = (
  status: Connection['status'],
  phase: Connection['phase'],
  code: Connection['code'] = null,
  retryAt: number | null = null,
): Connection => ({ status, phase, code, retryAt });

export const QUIET: ChatState = {
  connection: connection('online', 'active'),
  open: true,
  unread: 0,
  messages: [],
  outbox: [],
  suggestions: [],
  party: 'agent',
  agent: FERN,
  typing: null,
  handoff: null,
  language: null,
  draft: '',
  earlier: [],
  ended: null,
  idle: null,
  error: null,
  maxMessageBytes: 131_072,
};

let made = 0;

function message(from: MessageItem['from'], text: string, at: number, rest: Partial<MessageItem>): MessageItem {
  made += 1;
  const status = from === 'user' ? 'sent' : 'complete';
  const nothing = { attachments: [], suggestions: [], callActions: [] };
  return { kind: 'message', key: `m${made}`, id: `m${made}`, from, text, status, at, ...nothing, ...rest };
}

export const agentSays = (text: string, minutes = 1, rest: Partial<MessageItem> = {}): MessageItem =>
  message('agent', text, minutesAgo(minutes), { agentName: FERN.name, ...rest });

export const personSays = (text: string, minutes = 1, rest: Partial<MessageItem> = {}): MessageItem =>
  message('live', text, minutesAgo(minutes), { agentName: MARIA.name, ...rest });

export const visitorSays = (text: string, minutes = 1, rest: Partial<MessageItem> = {}): MessageItem =>
  message('user', text, minutesAgo(minutes), rest);

export function notice(level: NoticeItem['level'], text: string, rest: Partial<NoticeItem> = {}): NoticeItem {
  made += 1;
  return { kind: 'notice', key: `n${made}`, at: minutesAgo(0), level, text, remedy: 'none', ...rest };
}

export function mark(what: MarkItem['mark'], rest: Partial<MarkItem> = {}): MarkItem {
  made += 1;
  return { kind: 'mark', key: `k${made}`, at: minutesAgo(1), mark: what, ...rest };
}

export const GREETING = agentSays('Hello, I am Fern. Ask me about an order, opening hours or a repair.', 4);

/** A short conversation, for states below or around one. */
export const SHORT_TALK = [
  GREETING,
  visitorSays('When are you open on Saturday?', 3),
  agentSays('On Saturdays we are open from 10 to 16, at 12 Quayside Lane.', 3),
];
