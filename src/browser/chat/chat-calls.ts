/** Calls of the broker's Chat endpoints (docs/BROKER.md). Their promises are never rejected: a failure is a value. */

import type { Custom } from '../../protocol/events.ts';
import { readErrorFields, readRetryAfter } from '../../protocol/http-api.ts';
import { field, readFlag, readList, readObject, readString, readText } from '../../protocol/json-fields.ts';
import type { Prove } from '../device-key.ts';
import type { ChatHandoff, ChatTurn } from './turn-events.ts';

/** Why a call failed. `held`: the platform has not taken the message. `lost`: it may have. `refused`: the ticket leads to no conversation. */
export interface ChatFailure {
  readonly kind: 'held' | 'lost' | 'refused' | 'ended' | 'expired' | 'rejected';
  readonly retryAfterMs?: number | undefined;
}

export type ChatAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: ChatFailure };

export interface ChatReply {
  readonly response: string;
  readonly ends: boolean;
  readonly handoff: ChatHandoff | undefined;
}

/** The visitor's message. */
export interface ChatMessage {
  readonly text: string;
  /** The client's id, which the broker does not need. */
  readonly id: string;
  /** Pairs of `identify()` and of this message. */
  readonly pairs: Custom;
}

export interface ChatCalls {
  create(
    ticket: string,
  ): Promise<ChatAnswer<{ readonly id: string; readonly response: string; readonly ticket: string }>>;
  respond(ticket: string, message: ChatMessage): Promise<ChatAnswer<ChatReply>>;
  close(ticket: string): Promise<ChatAnswer<unknown>>;
  turns(
    ticket: string,
    conversation: string,
  ): Promise<ChatAnswer<Omit<ChatReply, 'response'> & { readonly turns: readonly ChatTurn[] }>>;
  /** Asks if the broker can be reached. */
  reach(): Promise<ChatAnswer<unknown>>;
}

/** Milliseconds to wait for an agent, a little longer than the broker waits. */
const REPLY_MS = 35_000;
/** Milliseconds to wait for any other answer: less than the machine waits for the echo of a heartbeat. */
const CALL_MS = 9_000;

export interface ChatCallsOptions {
  /** Address of the broker, without a closing slash. */
  readonly base: string;
  readonly credentials: 'include' | 'omit';
  readonly prove: Prove | undefined;
  /** Returns the headers that say who is signed in. Never rejected. */
  readonly signIn: () => Promise<Record<string, string>>;
}

export function createChatCalls({ base, credentials, prove, signIn }: ChatCallsOptions): ChatCalls {
  async function ask<T>(
    method: string,
    path: string,
    { body, headers, ms = CALL_MS }: { body?: object; headers?: Record<string, string>; ms?: number },
    read: (body: object) => T | undefined,
  ): Promise<ChatAnswer<T>> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), ms);
    try {
      const response = await fetch(base + path, {
        method,
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
        credentials,
        cache: 'no-store',
        signal: timeout.signal,
      });
      const answer: unknown = await response.json();
      const value = response.ok ? read(readObject(answer) ?? {}) : undefined;
      return value === undefined ? { ok: false, why: failureOf(response, answer) } : { ok: true, value };
    } catch {
      return { ok: false, why: { kind: 'lost' } };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Presents the ticket in the body. */
  async function present<T>(
    method: string,
    path: string,
    { ticket, ms, ...rest }: { ticket: string; message?: string; attributes?: Custom; ms?: number },
    read: (body: object) => T | undefined,
  ): Promise<ChatAnswer<T>> {
    const proof = await prove?.(base + path, ticket, method);
    const body = { ...rest, resume_ticket: ticket, ...(proof && { proof }) };
    return ask(method, path, { body, headers: await signIn(), ...(ms && { ms }) }, read);
  }

  return {
    create: ticket =>
      present('POST', '/chat/create', { ticket, ms: REPLY_MS }, body => {
        const id = readText(body as never, 'conversation_id');
        const renewed = readText(body as never, 'resume_ticket');
        return id && renewed
          ? { id, ticket: renewed, response: readString(body as never, 'response') ?? '' }
          : undefined;
      }),
    respond: (ticket, { text: message, pairs: attributes }) =>
      present('POST', '/chat/respond', { ticket, message, attributes, ms: REPLY_MS }, body => ({
        response: readString(body as never, 'response') ?? '',
        ...endOf(body),
      })),
    close: ticket => present('PUT', '/chat/close', { ticket }, body => body),
    async turns(ticket, conversation) {
      const path = `/chat/${encodeURIComponent(conversation)}/turns`;
      const proof = await prove?.(base + path, ticket, 'GET');
      const headers = { ...(await signIn()), 'natter-ticket': ticket, ...(proof && { 'natter-proof': proof }) };
      return ask('GET', path, { headers }, body => ({
        turns: readList(body as never, 'turns', turn => ({
          user: readString(turn, 'user') ?? '',
          agent: readString(turn, 'agent') ?? '',
        })),
        ...endOf(body),
      }));
    },
    reach: () => ask('GET', '/health', {}, body => body),
  };
}

function endOf(body: object): Omit<ChatReply, 'response'> {
  const handoff = readObject(field(body as never, 'handoff'));
  return {
    ends: readFlag(body as never, 'end_conversation') ?? false,
    handoff: handoff && {
      destination: readString(handoff, 'destination') ?? '',
      reason: readString(handoff, 'reason') ?? '',
    },
  };
}

function failureOf({ status, headers }: Response, body: unknown): ChatFailure {
  const { code, retryAfter = readRetryAfter(headers.get('retry-after'), Date.now()) } = readErrorFields(body) ?? {};
  const retryAfterMs = retryAfter === undefined ? undefined : retryAfter * 1000;
  if (code === 'chat_ended') return { kind: 'ended' };
  if (code === 'chat_expired') return { kind: 'expired' };
  if (status === 400) return { kind: 'refused' };
  // The broker's own words; an answer of a proxy says nothing about the platform.
  const isHeld = code === 'rate_limited' || (code === 'upstream_unavailable' && retryAfterMs !== undefined);
  if (isHeld) return { kind: 'held', retryAfterMs };
  return { kind: code !== undefined && status < 503 ? 'rejected' : 'lost', retryAfterMs };
}
