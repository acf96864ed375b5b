/**
 * Holds the access token and the resume ticket, and makes the calls that need them. Both stay in this closure and are never part of a state, an
 * event or the trace; the machine does not see them. Only the ticket leaves the closure, to be stored.
 */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import { isSafePlatformUrl, type TokenGrant } from '../protocol/http-api.ts';
import type { EffectOf } from '../session/state/effects.ts';
import type { CallFailure, Fact } from '../session/state/inputs.ts';
import type { Answer, Ports, SessionOptions } from './api/ports.ts';

export interface Access {
  /** The resume ticket of the current token; the empty string if there is none. */
  ticket: string;
  /** Names of the broker's further endpoints, as in the latest token answer. */
  readonly offers: ReadonlySignal<readonly string[]>;
  /** Returns the token and the broker's other fields; null if there is no token. */
  grant(): TokenGrant | null;
  fetchToken(effect: EffectOf<'fetchToken'>): Promise<void>;
  renewTicket(): Promise<void>;
  createSession(effect: EffectOf<'createSession'>): Promise<void>;
  probe(effect: EffectOf<'probe'>): Promise<void>;
  /** Drops token and ticket. Revokes the ticket as well if its conversation is over. */
  dropToken(isOver?: boolean): void;
  /** Drops the token and keeps the ticket, with which the same token can be fetched again. Ignores responses to calls in progress. */
  leave(): void;
}

/** Way of a conversation: `auto` goes over to Chat if sockets are blocked. */
export type Transport = 'auto' | 'socket' | 'chat';

interface AccessOptions extends Omit<SessionOptions, 'deviceType'> {
  readonly transport?: Transport | undefined;
}

/** Receives the results. */
export interface AccessDesk {
  report(fact: Fact): void;
  /** Called when the ticket was replaced. */
  ticketChanged(): void;
}

export function createAccess(
  { api, chat, environment, log }: Pick<Ports, 'api' | 'chat' | 'environment' | 'log'>,
  { transport = 'auto', ...options }: AccessOptions,
  desk: AccessDesk,
): Access {
  let grant: TokenGrant | null = null;
  const offers = signal<readonly string[]>([]);
  /**
   * Number of the latest token call. Responses to older calls are ignored, because they must neither replace the session's token nor take effect
   * after `forget()`.
   */
  let tokenCall = 0;
  /** Number of the latest call for a session. The ticket in the response to an older one names another conversation. */
  let sessionCall = 0;

  async function fetchToken({ attempt }: EffectOf<'fetchToken'>): Promise<void> {
    tokenCall += 1;
    const call = tokenCall;
    const ask = async (ticket?: string) =>
      refuseUnsafe(await api.fetchToken(ticket, () => desk.report({ type: 'challengeLasts', attempt })));
    let resumed = access.ticket !== '';
    let answer = await ask(access.ticket || undefined);
    if (call !== tokenCall) return;
    if (resumed && !answer.ok && answer.failure.kind === 'ticket_refused') {
      // Continues the conversation with a new token, because the ticket is too old or was encrypted with another key.
      resumed = false;
      answer = await ask();
      if (call !== tokenCall) return;
    }
    if (!answer.ok) {
      desk.report({ type: 'tokenFailed', attempt, failure: answer.failure });
      return;
    }
    grant = answer.value;
    take(grant.resumeTicket);
    const { expiresIn, features } = grant;
    offers.value = features;
    const has = (feature: string) => access.ticket !== '' && features.includes(feature);
    const offer = chat && transport !== 'socket' && has('chat') ? (has('chat-turns') ? 'look-up' : 'blind') : undefined;
    const prefersChat = transport === 'chat';
    if (prefersChat && !offer) log.warn('chat_not_offered', NOT_OFFERED);
    desk.report({
      type: 'tokenReceived',
      attempt,
      resumed,
      expiresInMs: expiresIn * 1000,
      canProbe: has('probe'),
      ...(offer && { chat: offer, prefersChat }),
    });
  }

  function take(ticket: string): void {
    access.ticket = ticket;
    desk.ticketChanged();
  }

  async function renewTicket(): Promise<void> {
    const before = grant;
    if (!before || !access.ticket) return;
    const asked = access.ticket;
    const answer = await api.fetchToken(asked);
    // Ignores the new ticket if another token was fetched or a conversation over Chat was begun meanwhile, because these have their own tickets. A
    // ticket that could not be renewed is renewed the next time.
    if (answer.ok && grant === before && access.ticket === asked) take(answer.value.resumeTicket);
  }

  async function createSession({ attempt, chat: overChat }: EffectOf<'createSession'>): Promise<void> {
    const before = grant;
    if (!before) return;
    sessionCall += 1;
    const call = sessionCall;
    const answer =
      overChat && chat
        ? await chat.create(access.ticket)
        : await api.createSession(before, { ...options, deviceType: environment.deviceType });
    if (grant !== before || call !== sessionCall) return;
    if (answer.ok && typeof answer.value !== 'string') {
      take(answer.value.ticket);
      desk.report({ type: 'sessionCreated', attempt, sessionId: answer.value.id, chat: true });
    } else if (answer.ok) desk.report({ type: 'sessionCreated', attempt, sessionId: answer.value as string });
    else desk.report({ type: 'sessionFailed', attempt, failure: answer.failure });
  }

  async function probe({ attempt, sessionId }: EffectOf<'probe'>): Promise<void> {
    const before = grant;
    const answer = await api.probe(sessionId, access.ticket);
    if (grant !== before) return;
    if (!answer.ok) desk.report({ type: 'probeFailed', attempt, failure: answer.failure });
    else {
      const { status, retryAfter } = answer.value;
      const wait: Pick<CallFailure, 'retryAfterMs'> =
        retryAfter === undefined ? {} : { retryAfterMs: retryAfter * 1000 };
      desk.report({ type: 'probed', attempt, status, ...wait });
    }
  }

  const access: Access = {
    ticket: '',
    offers,
    grant: () => grant,
    fetchToken,
    renewTicket,
    createSession,
    probe,
    dropToken(isOver) {
      // If the ticket comes from an earlier page, there is no grant and the broker's features are unknown. Assumes that it can revoke.
      if (isOver && access.ticket && grant?.features.includes('revoke') !== false) api.revoke(access.ticket);
      access.leave();
      take('');
    },
    leave() {
      grant = null;
      tokenCall += 1;
    },
  };
  return access;
}

const NOT_OFFERED = 'The broker offers no Chat.';

/** Refuses an unencrypted platform address from the broker, because the token would be sent over it. */
function refuseUnsafe(answer: Answer<TokenGrant>): Answer<TokenGrant> {
  if (!answer.ok || isSafePlatformUrl(answer.value.messagingUrl)) return answer;
  return { ok: false, failure: { kind: 'unsafe_address' } };
}
