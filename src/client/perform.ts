/**
 * Does what the machine wants done: one switch from effect to port. Access token and resume ticket live here, in one closure, and nowhere
 * else in the client: no state, event or trace can hold them, because the machine never sees them. Only the ticket leaves, to be kept.
 */

import { type DropReason, decodeServerFrame } from '../protocol/decode.ts';
import { encodeClientEvent } from '../protocol/encode.ts';
import { isSafePlatformUrl, socketUrl, type TokenGrant } from '../protocol/rest.ts';
import type { Effect, TimerKey } from '../session/effect.ts';
import type { CallFailure, Fact } from '../session/input.ts';
import type { PublicEvent } from '../session/public-event.ts';
import type { Answer, Ports, SessionOptions, Socket } from './ports.ts';

export interface Performer {
  perform(effect: Effect): void;
  /** The ticket that leads back to the token in use; the empty string when there is none. */
  ticket: string;
  /** Ends socket and timers and forgets the token. */
  stop(): void;
}

export interface Desk {
  /** Brings a fact back to the machine. */
  report(fact: Fact): void;
  emit(event: PublicEvent): void;
  /** What the transport dropped as unreadable. */
  dropped(reasons: readonly DropReason[]): void;
  persist(urgent: boolean): void;
  forget(): void;
  /** There is another ticket. */
  ticketChanged(): void;
  /** A frame that went out or came in, for inspectors. Frames hold no token. */
  frame(direction: 'in' | 'out', text: string): void;
}

export function createPerformer(ports: Ports, options: Omit<SessionOptions, 'deviceType'>, desk: Desk): Performer {
  const { api } = ports;
  const timers = new Map<TimerKey, () => void>();
  let grant: TokenGrant | null = null;
  let socket: Socket | null = null;
  /**
   * Counts token calls: the answer to an older one must not replace the token that a session hangs on, nor come after all is forgotten.
   * Attempts are no fence here, since they are counted anew when the conversation comes back from sleep or another tab.
   */
  let tokenCall = 0;

  function clearTimer(key: TimerKey): void {
    timers.get(key)?.();
    timers.delete(key);
  }

  function setTimer({ key, ms, jitter }: Extract<Effect, { type: 'setTimer' }>): void {
    clearTimer(key);
    const wait = jitter ? ms * (0.5 + ports.random.fraction() / 2) : ms;
    const cancel = ports.clock.after(wait, () => {
      timers.delete(key);
      desk.report({ type: 'timerFired', key });
    });
    timers.set(key, cancel);
  }

  async function fetchToken(attempt: number): Promise<void> {
    tokenCall += 1;
    const call = tokenCall;
    let resumed = self.ticket !== '';
    let answer = refuseUnsafe(await api.fetchToken(self.ticket || undefined));
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
    const canProbe = self.ticket !== '' && features.includes('probe');
    desk.report({ type: 'tokenReceived', attempt, resumed, expiresInMs: expiresIn * 1000, canProbe });
  }

  function take(ticket: string): void {
    self.ticket = ticket;
    desk.ticketChanged();
  }

  async function renewTicket(): Promise<void> {
    const before = grant;
    if (!before || !self.ticket) return;
    const answer = await api.fetchToken(self.ticket);
    // Another token in the meantime has brought its own ticket; one that was not renewed is renewed the next time.
    if (answer.ok && grant === before) take(answer.value.resumeTicket);
  }

  async function createSession(attempt: number): Promise<void> {
    const before = grant;
    if (!before) return;
    const answer = await api.createSession(before, { ...options, deviceType: ports.environment.deviceType });
    if (grant !== before) return;
    if (answer.ok) desk.report({ type: 'sessionCreated', attempt, sessionId: answer.value });
    else desk.report({ type: 'sessionFailed', attempt, failure: answer.failure });
  }

  async function probe({ attempt, sessionId }: Extract<Effect, { type: 'probe' }>): Promise<void> {
    const before = grant;
    const answer = await api.probe(sessionId, self.ticket);
    if (grant !== before) return;
    if (!answer.ok) desk.report({ type: 'probeFailed', attempt, failure: answer.failure });
    else {
      const { status, retryAfter } = answer.value;
      const wait: Pick<CallFailure, 'retryAfterMs'> =
        retryAfter === undefined ? {} : { retryAfterMs: retryAfter * 1000 };
      desk.report({ type: 'probed', attempt, status, ...wait });
    }
  }

  function openSocket({ attempt, sessionId, cursor }: Extract<Effect, { type: 'openSocket' }>): void {
    closeSocket();
    if (!grant) return;
    const url = socketUrl(grant.messagingUrl, { accessToken: grant.accessToken, sessionId, cursor });
    socket = ports.openSocket(url, {
      opened: () => desk.report({ type: 'socketOpened', attempt }),
      received: text => {
        desk.frame('in', text);
        const { events, dropped } = decodeServerFrame(text);
        if (dropped.length > 0) desk.dropped(dropped);
        desk.report({ type: 'eventsReceived', attempt, events });
      },
      closed: (code, opened) => desk.report({ type: 'socketClosed', attempt, code, opened }),
    });
  }

  function sendFrame({ event }: Extract<Effect, { type: 'sendFrame' }>): void {
    if (!grant || !socket) return;
    const text = encodeClientEvent(event, grant.dialect);
    // What the socket does not take is not kept here: the machine asks the history, and sends it again.
    if (socket.send(text)) desk.frame('out', text);
  }

  function closeSocket(): void {
    socket?.close();
    socket = null;
  }

  function dropToken(): void {
    grant = null;
    tokenCall += 1;
    take('');
  }

  function stop(): void {
    closeSocket();
    for (const cancel of timers.values()) cancel();
    timers.clear();
    grant = null;
    tokenCall += 1;
  }

  const doers: Doers = {
    fetchToken: effect => void fetchToken(effect.attempt),
    createSession: effect => void createSession(effect.attempt),
    probe: effect => void probe(effect),
    renewTicket: () => void renewTicket(),
    openSocket,
    closeSocket,
    sendFrame,
    setTimer,
    clearTimer: effect => clearTimer(effect.key),
    dropToken,
    persist: effect => desk.persist(effect.urgent),
    forget() {
      dropToken();
      desk.forget();
    },
    emit: effect => desk.emit(effect.event),
  };

  const self: Performer = {
    ticket: '',
    perform: effect => (doers[effect.type] as (effect: Effect) => void)(effect),
    stop,
  };
  return self;
}

type Doers = { readonly [T in Effect['type']]: (effect: Extract<Effect, { readonly type: T }>) => void };

/** A token is never sent over an open line, whatever the broker says. */
function refuseUnsafe(answer: Answer<TokenGrant>): Answer<TokenGrant> {
  if (!answer.ok || isSafePlatformUrl(answer.value.messagingUrl)) return answer;
  return { ok: false, failure: { kind: 'unsafe_address' } };
}
