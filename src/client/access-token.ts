/**
 * Access token and resume ticket, and the calls that need them. They live here, in one closure, and nowhere else in the client: no state,
 * event or trace can hold them, because the machine never sees them. Only the ticket leaves, to be kept.
 */

import { isSafePlatformUrl, type TokenGrant } from '../protocol/http-api.ts';
import type { EffectOf } from '../session/state/effects.ts';
import type { CallFailure, Fact } from '../session/state/inputs.ts';
import type { Answer, Ports, SessionOptions } from './api/ports.ts';

export interface Access {
  /** The ticket that leads back to the token in use; the empty string when there is none. */
  ticket: string;
  /** The token with what the broker said besides; null while there is none. */
  grant(): TokenGrant | null;
  fetchToken(effect: EffectOf<'fetchToken'>): Promise<void>;
  renewTicket(): Promise<void>;
  createSession(effect: EffectOf<'createSession'>): Promise<void>;
  probe(effect: EffectOf<'probe'>): Promise<void>;
  /** Neither token nor ticket is of any use any more. */
  dropToken(): void;
  /** Forgets the token; the ticket leads back to it. Answers that are still under way are ignored. */
  leave(): void;
}

/** Receives the answers. */
export interface AccessDesk {
  report(fact: Fact): void;
  /** There is another ticket. */
  ticketChanged(): void;
}

export function createAccess(
  { api, environment }: Pick<Ports, 'api' | 'environment'>,
  options: Omit<SessionOptions, 'deviceType'>,
  desk: AccessDesk,
): Access {
  let grant: TokenGrant | null = null;
  /**
   * Counts token calls: the answer to an older one must not replace the token that a session hangs on, nor come after all is forgotten.
   * Attempts are no fence here, since they are counted anew when the conversation comes back from sleep or another tab.
   */
  let tokenCall = 0;

  async function fetchToken({ attempt }: EffectOf<'fetchToken'>): Promise<void> {
    tokenCall += 1;
    const call = tokenCall;
    let resumed = access.ticket !== '';
    let answer = refuseUnsafe(await api.fetchToken(access.ticket || undefined));
    if (call !== tokenCall) return;
    if (resumed && !answer.ok && answer.failure.kind === 'ticket_refused') {
      // Too old, or from a broker with other keys: the conversation goes on with a token of its own.
      resumed = false;
      answer = refuseUnsafe(await api.fetchToken());
      if (call !== tokenCall) return;
    }
    if (!answer.ok) {
      desk.report({ type: 'tokenFailed', attempt, failure: answer.failure });
      return;
    }
    grant = answer.value;
    take(grant.resumeTicket);
    const { expiresIn, features } = grant;
    const canProbe = access.ticket !== '' && features.includes('probe');
    desk.report({ type: 'tokenReceived', attempt, resumed, expiresInMs: expiresIn * 1000, canProbe });
  }

  function take(ticket: string): void {
    access.ticket = ticket;
    desk.ticketChanged();
  }

  async function renewTicket(): Promise<void> {
    const before = grant;
    if (!before || !access.ticket) return;
    const answer = await api.fetchToken(access.ticket);
    // Another token in the meantime has brought its own ticket; one that was not renewed is renewed the next time.
    if (answer.ok && grant === before) take(answer.value.resumeTicket);
  }

  async function createSession({ attempt }: EffectOf<'createSession'>): Promise<void> {
    const before = grant;
    if (!before) return;
    const answer = await api.createSession(before, { ...options, deviceType: environment.deviceType });
    if (grant !== before) return;
    if (answer.ok) desk.report({ type: 'sessionCreated', attempt, sessionId: answer.value });
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
    grant: () => grant,
    fetchToken,
    renewTicket,
    createSession,
    probe,
    dropToken() {
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

/** A token is never sent over an open line, whatever the broker says. */
function refuseUnsafe(answer: Answer<TokenGrant>): Answer<TokenGrant> {
  if (!answer.ok || isSafePlatformUrl(answer.value.messagingUrl)) return answer;
  return { ok: false, failure: { kind: 'unsafe_address' } };
}
