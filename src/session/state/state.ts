/** Everything the machine knows. A phase carries only its own fields; what outlives a phase stands beside it. No token is ever here. */

import type { Custom } from '../../protocol/events.ts';
import type { Conversation } from '../transcript/event-log.ts';
import { emptyConversation } from '../transcript/event-log.ts';
import type { EndReason, TimelineItem } from '../transcript/items.ts';
import { IDLE_ASK_MS } from './timeouts.ts';

/** The step at which a connection attempt failed, and with which it goes on. */
export type Step = 'create' | 'connect';

/** Stable codes of failures of the connection; they are the `code` of the public `error` event. */
export type ConnectionCode =
  | 'offline'
  | 'broker_unreachable'
  | 'broker_misconfigured'
  | 'origin_not_allowed'
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
  | { readonly name: 'authorizing' }
  | { readonly name: 'creating' }
  | { readonly name: 'connecting' }
  /** `marker` is the heartbeat whose echo ends the replay, or the `listening`: the pause before anything is sent a second time. */
  | { readonly name: 'replaying'; readonly marker: string | null; readonly listening: boolean }
  | { readonly name: 'joining' }
  | { readonly name: 'active' }
  /** `until` is the latest instant of the next attempt; null while the page sleeps. */
  | { readonly name: 'waiting'; readonly step: Step; readonly code: ConnectionCode; readonly until: number | null }
  | { readonly name: 'ended'; readonly reason: EndReason; readonly at: number }
  | { readonly name: 'failed'; readonly code: ConnectionCode; readonly step: Step };

/**
 * Phase of the connection. `idle`: nothing has begun · `authorizing`: a token · `creating`: a session · `connecting`: a socket · `replaying`: the
 * history · `joining`: the agent is asked · `active` · `waiting`: for the next attempt · `ended` · `failed`: waits for the visitor.
 */
export type PhaseName = Phase['name'];

/** Facts of the platform's session; null before there is one. */
export interface SessionFacts {
  readonly id: string;
  /** Sequence up to which nothing can be missing; null before the first replay has ended. */
  readonly cursor: number | null;
  /** This platform's history has holes of its own: a missing sequence is nothing to ask about any more. */
  readonly gapsNormal: boolean;
  /** Last instant at which the platform was heard. */
  readonly lastActivityAt: number;
  /** The slowest echo so far, in milliseconds: how patient to be. */
  readonly slowestEchoMs: number;
  /** When the unanswered join request was sent; null when none is under way. */
  readonly joinSentAt: number | null;
  /** Join requests sent again after an error of the catalogue, since a message was last taken. */
  readonly rejoins: number;
}

/**
 * A second session, made to find out whether the first one is gone when its handshakes are refused and nothing says why:
 * `creating` it, `opening` its socket (which proves that sockets open at all), then `checking` the first one once more.
 */
export type Trial =
  | { readonly stage: 'creating' }
  | { readonly stage: 'opening' | 'checking'; readonly session: SessionFacts };

export interface Link {
  /** Fences late answers: every asynchronous effect carries it, and an answer to an older one is ignored. */
  readonly attempt: number;
  /** Attempts in a row that did not end in a working socket. */
  readonly failures: number;
  readonly openedAt: number | null;
  /** Marker of the heartbeat that waits for its echo. */
  readonly ping: string | null;
  readonly pings: number;
  /** When the last heartbeat was sent. */
  readonly pingedAt: number;
  /** A token is in the driver's hands. */
  readonly authorized: boolean;
  /** After this instant the platform takes the token no more; null while there is none. */
  readonly tokenExpiresAt: number | null;
  /** When the ticket that goes with the token was asked for. */
  readonly ticketAt: number;
  /** The broker offers to try a handshake and to say what came of it. */
  readonly canProbe: boolean;
  /** Probes in a row that said a socket would open, while this browser's did not. */
  readonly blocked: number;
  /** Handshakes of the session refused in a row. */
  readonly refusals: number;
  /** The platform has taken this token before: when it refuses it now, it has forgotten it, which a new one mends. */
  readonly tokenGood: boolean;
  /** Tokens that the platform refused since a socket last opened. */
  readonly tokensRefused: number;
  readonly trial: Trial | null;
  /** Sessions made because the platform refused the one before. */
  readonly autoSessions: number;
  /** The failure that the page has been told of; told once until things work again. */
  readonly reported: ConnectionCode | null;
  /** A pause that broker or platform asked for at `from`: no attempt before `until`, except the visitor's own. */
  readonly pause: { readonly code: ConnectionCode; readonly from: number; readonly until: number } | null;
}

/** `queued` waits its turn, `inflight` waits for its echo, `failed` waits for the visitor. */
export type OutboxStatus = 'queued' | 'inflight' | 'failed';

export interface OutboxEntry {
  /** The client event id: made once, kept through every retry. */
  readonly id: string;
  readonly text: string;
  /** The host page's pairs for this message, sent with every try. Absent if there are none. */
  readonly custom?: Custom;
  readonly at: number;
  readonly status: OutboxStatus;
  /** How often it, or for its sake the request to join, was sent. */
  readonly sends: number;
  readonly lastSentAt: number | null;
  /** A heartbeat that was sent behind it on the same socket has come back: the platform has had it in its hands, whatever became of it. */
  readonly reached?: boolean;
  /** Connected time spent on this message, in milliseconds. */
  readonly spentMs: number;
  /** It is written where a reload finds it again; before that it is not sent (docs/spec/storage.md, M20). */
  readonly stored: boolean;
}

/** Signs that someone is writing; all of them fade by themselves. */
export interface TypingState {
  readonly agent: boolean;
  readonly live: boolean;
  /** The person's name, if the platform gives it. */
  readonly name?: string | undefined;
  /** The typing sign that was sent last. */
  readonly told: boolean;
}

/**
 * Purpose of heartbeats. `conversation` (default): they follow it, and a quiet visitor is asked. `always`: the session lives as long as the
 * page. `never`: none but those that find out whether the socket lives.
 */
export type KeepAlive = 'conversation' | 'always' | 'never';

/**
 * How much of the chat can be seen in this tab. 0: nothing, the page is hidden. 1: the page, and so the panel while that is open.
 * 2: a place where the chat stands open, whatever becomes of the panel.
 */
export type Sight = 0 | 1 | 2;

/**
 * The right to ask an agent to join, which of several tabs only one has at a time. `held`: since when this tab has it; null while it does not.
 * `sure`: nobody else can have asked in this session. `wanted`: something waits for it.
 */
export interface JoinRight {
  readonly held: number | null;
  readonly sure: boolean;
  readonly wanted: boolean;
}

export interface SessionState {
  readonly phase: Phase;
  /** Tells this tab's heartbeats from those of others, which come back to all. */
  readonly tab: string;
  readonly session: SessionFacts | null;
  readonly link: Link;
  readonly conversation: Conversation;
  /** Items of earlier sessions, above the divider. */
  readonly past: readonly TimelineItem[];
  readonly outbox: readonly OutboxEntry[];
  readonly typing: TypingState;
  readonly draft: string;
  readonly online: boolean;
  /** The page sleeps: it is about to be put away, or a background tab that the browser has stopped. */
  readonly frozen: boolean;
  /** Messages are stored before they are sent. False where nothing is kept. */
  readonly writeAhead: boolean;
  readonly panelOpen: boolean;
  readonly unread: number;
  readonly sight: Sight;
  /** Another tab has the chat in view. */
  readonly seenElsewhere: boolean;
  /** When someone last said or typed something, and when the visitor was asked whether to go on. */
  readonly idle: { readonly lifeAt: number; readonly askedAt: number | null };
  readonly keepAlive: KeepAlive;
  /** The visitor asked to end, and no answer has come; every new socket carries the request again. */
  readonly ending: boolean;
  /** When this session, or the want of one, began: of two records the one with the higher number is newer. 0 before the first. */
  readonly generation: number;
  /** The visitor has begun it in place of another one, which may have taken what was under way. */
  readonly anew: boolean;
  /** Null where no other tab can share the conversation: then this one may always ask. */
  readonly joinRight: JoinRight | null;
  /** Ids of the last replies that the page was told of though their rest had not come: they are told of once, also when they are read anew. */
  readonly unfinished: readonly string[];
}

/** Moves instants of the future to now: the clock was set back. A visitor who was asked already counts as quiet for long. */
export function idleAsOf(at: number, idle: SessionState['idle']): SessionState['idle'] {
  const { lifeAt, askedAt } = idle;
  if (Math.max(lifeAt, askedAt ?? lifeAt) <= at) return idle;
  return askedAt === null ? { lifeAt: at, askedAt } : { lifeAt: at - IDLE_ASK_MS, askedAt: at };
}

const INITIAL_LINK: Link = {
  attempt: 0,
  failures: 0,
  openedAt: null,
  ping: null,
  pings: 0,
  pingedAt: 0,
  authorized: false,
  tokenExpiresAt: null,
  ticketAt: 0,
  canProbe: false,
  blocked: 0,
  refusals: 0,
  tokenGood: false,
  tokensRefused: 0,
  trial: null,
  autoSessions: 0,
  reported: null,
  pause: null,
};

export const SILENT: TypingState = { agent: false, live: false, told: false };

export const NO_RIGHT: JoinRight = { held: null, sure: false, wanted: false };

/** `shared`: other tabs may have the same conversation. */
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
    unfinished: [],
  };
}
