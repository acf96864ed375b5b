/** The state of the machine. Fields that belong to one phase only are in `phase`, all others beside it. The state never contains a token. */

import type { Custom } from '../../protocol/events.ts';
import type { Conversation } from '../transcript/event-log.ts';
import { emptyConversation } from '../transcript/event-log.ts';
import type { EarlierChat, EndReason, TimelineItem } from '../transcript/items.ts';
import { IDLE_ASK_MS } from './timeouts.ts';

/** The step with which a connection attempt begins. */
export type Step = 'create' | 'connect';

/** Stable codes of failures of the connection. They are the `code` of the public event `error`. */
export type ConnectionCode =
  | 'offline'
  | 'broker_unreachable'
  | 'broker_misconfigured'
  | 'origin_not_allowed'
  | 'challenge_required'
  | 'token_refused'
  | 'rate_limited'
  | 'service_unavailable'
  | 'platform_unreachable'
  | 'platform_unsafe'
  | 'session_refused'
  | 'session_rejected'
  | 'socket_refused'
  | 'sockets_blocked'
  | 'connection_lost'
  | 'replaced';

export type Phase =
  | { readonly name: 'idle' }
  /** `code` is set once the browser has been working on the broker's challenge for more than two seconds. */
  | { readonly name: 'authorizing'; readonly code?: 'challenge_required' }
  | { readonly name: 'creating' }
  | { readonly name: 'connecting' }
  /**
   * Reads the history. The echo of the heartbeat `marker` ends the replay or, if `listening` is true, the pause after the replay, in which late
   * messages may arrive.
   */
  | { readonly name: 'replaying'; readonly marker: string | null; readonly listening: boolean }
  | { readonly name: 'joining' }
  | { readonly name: 'active' }
  /** Waits for the next attempt. `until` is its latest time; null while the page is frozen. */
  | { readonly name: 'waiting'; readonly step: Step; readonly code: ConnectionCode; readonly until: number | null }
  | { readonly name: 'ended'; readonly reason: EndReason; readonly at: number }
  | { readonly name: 'failed'; readonly code: ConnectionCode; readonly step: Step };

/**
 * Phase of the connection. `idle`: nothing has begun · `authorizing`: fetches a token · `creating`: creates a session · `connecting`: opens a socket
 * · `replaying`: reads the history · `joining`: asks the agent to join · `active`: messages can be sent and received · `waiting`: waits for the next
 * attempt · `ended`: the conversation is over · `failed`: has stopped trying; waits for the visitor or `reconnect()`.
 */
export type PhaseName = Phase['name'];

/** The platform's session. */
export interface SessionFacts {
  readonly id: string;
  /** Sequence up to which no event can be missing; null before the first replay has ended. */
  readonly cursor: number | null;
  /** True if this platform's history has gaps. A missing sequence is then no longer looked up. */
  readonly gapsNormal: boolean;
  /** Time at which the platform last sent an event. */
  readonly lastActivityAt: number;
  /** The slowest echo so far, in milliseconds. Determines the wait for receipts. */
  readonly slowestEchoMs: number;
  /** Time at which the unanswered join request was sent; null if there is none. */
  readonly joinSentAt: number | null;
  /** Number of join requests repeated after an error, since a message was last confirmed. */
  readonly rejoins: number;
  /** True if the conversation goes over Chat, without a socket. */
  readonly chat?: true;
}

/**
 * A trial session. If handshakes are refused for an unknown reason, it shows whether the current session is gone. `creating`: the trial session is
 * being created. `opening`: its socket is being opened, which shows whether sockets open at all. `checking`: the current session is tried once
 * more.
 */
export type Trial =
  | { readonly stage: 'creating' }
  | { readonly stage: 'opening' | 'checking'; readonly session: SessionFacts };

/** The open socket, and the attempts to open one. */
interface SocketFacts {
  /** Number of the attempt. Every asynchronous effect carries it, and an answer to an older attempt is ignored. */
  readonly attempt: number;
  readonly openedAt: number | null;
  /** Marker of the heartbeat whose echo is awaited. */
  readonly ping: string | null;
  readonly pings: number;
  /** Time at which the last heartbeat was sent. */
  readonly pingedAt: number;
}

/** The access token, which the driver holds. */
interface TokenFacts {
  /** True if the driver has a token. */
  readonly authorized: boolean;
  /** Time at which the token expires; null if there is none. */
  readonly tokenExpiresAt: number | null;
  /** Time at which the ticket of the token was requested. */
  readonly ticketAt: number;
  /**
   * True if the platform has accepted this token before. If the platform refuses the token later, the platform has forgotten it, and a new token
   * helps.
   */
  readonly tokenGood: boolean;
  /** Tokens that the platform has refused since a socket last opened. */
  readonly tokensRefused: number;
}

/** Refused handshakes, and what is known about their reason. */
interface HandshakeFacts {
  /** Number of handshakes in a row that were refused for this session. */
  readonly refusals: number;
  /** True if the broker can probe handshakes. */
  readonly canProbe: boolean;
  /** Number of probes in a row that found the session in order, although this browser's socket did not open. */
  readonly blocked: number;
  readonly trial: Trial | null;
  /** How the broker offers Chat: `look-up`, if it can look a conversation up; `blind`, if it cannot. Null: it does not, or may not be used. */
  readonly chat: ChatOffer | null;
  /** True if the next session goes over Chat. */
  readonly overChat: boolean;
}

export type ChatOffer = 'look-up' | 'blind';

/** Limits the attempts (`backOff` in attempts.ts). */
interface AttemptBudget {
  /** Attempts in a row that did not end in a working socket. */
  readonly failures: number;
  /** Number of sessions created automatically, because the platform refused the one before. */
  readonly autoSessions: number;
  /** A pause that broker or platform requested at `from`: no attempt before `until`, except at the visitor's request. */
  readonly pause: { readonly code: ConnectionCode; readonly from: number; readonly until: number } | null;
  /** The failure that was reported last; null once things work again. */
  readonly reported: ConnectionCode | null;
}

/** State of the connection, by subject. */
export interface Link extends SocketFacts, TokenFacts, HandshakeFacts, AttemptBudget {}

/** Status of a message in the outbox. `queued`: waits to be sent; `inflight`: waits for its echo; `failed`: waits for the visitor. */
export type OutboxStatus = 'queued' | 'inflight' | 'failed';

export interface OutboxEntry {
  /** The client event id: created once, kept through every retry. */
  readonly id: string;
  readonly text: string;
  /** The host page's metadata of this message, sent each time. Absent if there is none. */
  readonly custom?: Custom;
  readonly at: number;
  readonly status: OutboxStatus;
  /** Number of times that the message, or a join request on its behalf, was sent. */
  readonly sends: number;
  readonly lastSentAt: number | null;
  /** True if a heartbeat sent after the message on the same socket was echoed, which shows that the platform has received the message. */
  readonly reached?: boolean;
  /** Milliseconds spent on this message while connected. */
  readonly spentMs: number;
  /** True if the message has failed, and may have arrived: no history can show it. */
  readonly inDoubt?: boolean;
  /** True once the message is stored for the next page load; until then it is not sent (docs/spec/storage.md, M20). */
  readonly stored: boolean;
}

/** Typing indicators; each expires. */
export interface TypingState {
  readonly agent: boolean;
  readonly live: boolean;
  /** The person's name, if the platform gives it. */
  readonly name?: string | undefined;
  /** The sign that was last sent to the platform: true if typing. */
  readonly told: boolean;
}

/**
 * When to send heartbeats. `conversation` (default): while the conversation is in use; a quiet visitor is asked whether to continue. `always`: as
 * long as the page is open. `never`: only to check the socket.
 */
export type KeepAlive = 'conversation' | 'always' | 'never';

/**
 * Visibility of the chat in this tab. 0: the page is hidden. 1: the page is visible, and so is the panel if it is open. 2: a chat in the page's
 * layout is in the viewport, so it does not matter if the panel is open.
 */
export type Sight = 0 | 1 | 2;

/**
 * The right to ask an agent to join, which only one tab at a time has. `held`: the time at which this tab acquired the right; null if this tab
 * does not have it. `sure`: no other tab can have asked in this session. `wanted`: this tab waits for the right.
 */
export interface JoinRight {
  readonly held: number | null;
  readonly sure: boolean;
  readonly wanted: boolean;
}

/** Verified context that the page gives: `sessionId`: the session for which it was asked last; `holds`: a request to join waits for it. */
export interface ContextFacts {
  readonly sessionId: string;
  readonly pending: boolean;
  readonly holds: boolean;
}

export interface SessionState {
  readonly phase: Phase;
  /** Prefix of this tab's heartbeats, which the platform echoes to all tabs. */
  readonly tab: string;
  readonly session: SessionFacts | null;
  readonly link: Link;
  readonly conversation: Conversation;
  /** Items of earlier sessions, above the divider. */
  readonly past: readonly TimelineItem[];
  /** Chats that are over and no longer shown in the transcript. */
  readonly earlier: readonly EarlierChat[];
  readonly outbox: readonly OutboxEntry[];
  readonly typing: TypingState;
  readonly draft: string;
  readonly online: boolean;
  /** True while the page is frozen: it is about to be suspended or unloaded, or is a background tab that the browser has stopped. */
  readonly frozen: boolean;
  /** True if messages are stored before they are sent; false if nothing is stored. */
  readonly writeAhead: boolean;
  readonly panelOpen: boolean;
  readonly unread: number;
  readonly sight: Sight;
  /** True if another tab has the chat in view. */
  readonly seenElsewhere: boolean;
  /** Time of the last activity, and of the question whether to continue. */
  readonly idle: { readonly lifeAt: number; readonly askedAt: number | null };
  readonly keepAlive: KeepAlive;
  /** True if the visitor asked to end the conversation and the platform has not answered. Every new socket sends the request again. */
  readonly ending: boolean;
  /** Time at which this session, or the attempt to create it, began; 0 before the first. Of two records, the one with the higher number is newer. */
  readonly generation: number;
  /** True if the visitor started this session while the previous one was open. The previous one may have received messages that were inflight. */
  readonly anew: boolean;
  /** Null if no other tab can share the conversation; this tab may then always ask. */
  readonly joinRight: JoinRight | null;
  /** Null if the page gives no verified context. */
  readonly context: ContextFacts | null;
  /**
   * Ids of the latest interrupted replies for which `message` was emitted. The event must not be emitted again when the history is read again.
   */
  readonly unfinished: readonly string[];
}

/**
 * Replaces times in the future by now: the clock was set back. If the visitor was asked whether to continue, the last activity becomes eight
 * minutes ago, because that many quiet minutes precede the question.
 */
export function idleAsOf(at: number, idle: SessionState['idle']): SessionState['idle'] {
  const { lifeAt, askedAt } = idle;
  if (Math.max(lifeAt, askedAt ?? lifeAt) <= at) return idle;
  return askedAt === null ? { lifeAt: at, askedAt } : { lifeAt: at - IDLE_ASK_MS, askedAt: at };
}

const INITIAL_LINK: Link = {
  attempt: 0,
  openedAt: null,
  ping: null,
  pings: 0,
  pingedAt: 0,
  authorized: false,
  tokenExpiresAt: null,
  ticketAt: 0,
  tokenGood: false,
  tokensRefused: 0,
  refusals: 0,
  canProbe: false,
  blocked: 0,
  trial: null,
  chat: null,
  overChat: false,
  failures: 0,
  autoSessions: 0,
  pause: null,
  reported: null,
};

export const SILENT: TypingState = { agent: false, live: false, told: false };

/** State of a page that gives verified context, before it was asked. */
export const NO_CONTEXT: ContextFacts = { sessionId: '', pending: false, holds: false };

export const NO_RIGHT: JoinRight = { held: null, sure: false, wanted: false };

/** Returns the state before anything has happened. `shared`: other tabs may have the same conversation. */
export function initialState(
  keepAlive: KeepAlive = 'conversation',
  writeAhead = false,
  shared = false,
  tab = '',
): SessionState {
  return {
    phase: { name: 'idle' },
    tab,
    session: null,
    link: INITIAL_LINK,
    conversation: emptyConversation(),
    past: [],
    earlier: [],
    outbox: [],
    typing: SILENT,
    draft: '',
    online: true,
    frozen: false,
    writeAhead,
    panelOpen: false,
    unread: 0,
    sight: 1,
    seenElsewhere: false,
    idle: { lifeAt: 0, askedAt: null },
    keepAlive,
    ending: false,
    generation: 0,
    anew: false,
    joinRight: shared ? NO_RIGHT : null,
    context: null,
    unfinished: [],
  };
}
