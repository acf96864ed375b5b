/**
 * Does what the machine wants done: one switch from effect to port. The access token lives here, in one closure, and nowhere else in the
 * client: no state, event or snapshot can hold it, because the machine never sees it.
 */

import { type DropReason, decodeServerFrame } from '../protocol/decode.ts';
import { encodeClientEvent } from '../protocol/encode.ts';
import { isSafePlatformUrl, socketUrl, type TokenGrant } from '../protocol/rest.ts';
import type { Effect, TimerKey } from '../session/effect.ts';
import type { Fact } from '../session/input.ts';
import type { PublicEvent } from '../session/public-event.ts';
import type { Answer, Ports, SessionOptions, Socket } from './ports.ts';

export interface Performer {
  perform(effect: Effect): void;
  /** Ends socket and timers and forgets the token. */
  stop(): void;
}

export interface Desk {
  /** Brings a fact back to the machine. */
  report(fact: Fact): void;
  emit(event: PublicEvent): void;
  /** What the transport dropped as unreadable. */
  dropped(reasons: readonly DropReason[]): void;
}

export function createPerformer(ports: Ports, options: Omit<SessionOptions, 'deviceType'>, desk: Desk): Performer {
  const timers = new Map<TimerKey, () => void>();
  let grant: TokenGrant | null = null;
  let socket: Socket | null = null;
  /** The latest token call; the answer to an older one must not replace the token that a session hangs on. */
  let tokenAttempt = 0;

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
    tokenAttempt = attempt;
    const answer = refuseUnsafe(await ports.api.fetchToken());
    if (attempt !== tokenAttempt) return;
    if (answer.ok) {
      grant = answer.value;
      desk.report({ type: 'tokenReceived', attempt });
    } else desk.report({ type: 'tokenFailed', attempt, failure: answer.failure });
  }

  async function createSession(attempt: number): Promise<void> {
    if (!grant) return;
    const answer = await ports.api.createSession(grant, { ...options, deviceType: ports.environment.deviceType });
    if (answer.ok) desk.report({ type: 'sessionCreated', attempt, sessionId: answer.value });
    else desk.report({ type: 'sessionFailed', attempt, failure: answer.failure });
  }

  function openSocket({ attempt, sessionId, cursor }: Extract<Effect, { type: 'openSocket' }>): void {
    closeSocket();
    if (!grant) return;
    const url = socketUrl(grant.messagingUrl, { accessToken: grant.accessToken, sessionId, cursor });
    socket = ports.openSocket(url, {
      opened: () => desk.report({ type: 'socketOpened', attempt }),
      received: text => {
        const { events, dropped } = decodeServerFrame(text);
        if (dropped.length > 0) desk.dropped(dropped);
        desk.report({ type: 'eventsReceived', attempt, events });
      },
      closed: (code, opened) => desk.report({ type: 'socketClosed', attempt, code, opened }),
    });
  }

  function closeSocket(): void {
    socket?.close();
    socket = null;
  }

  function stop(): void {
    closeSocket();
    for (const cancel of timers.values()) cancel();
    timers.clear();
    grant = null;
    tokenAttempt = -1;
  }

  const doers: Doers = {
    fetchToken: effect => void fetchToken(effect.attempt),
    createSession: effect => void createSession(effect.attempt),
    openSocket,
    closeSocket,
    // What the socket does not take is not kept here: the machine asks the history, and sends it again.
    sendFrame: effect => void (grant && socket?.send(encodeClientEvent(effect.event, grant.dialect))),
    setTimer,
    clearTimer: effect => clearTimer(effect.key),
    dropToken: () => {
      grant = null;
    },
    emit: effect => desk.emit(effect.event),
  };

  return { perform: effect => (doers[effect.type] as (effect: Effect) => void)(effect), stop };
}

type Doers = { readonly [T in Effect['type']]: (effect: Extract<Effect, { readonly type: T }>) => void };

/** A token is never sent over an open line, whatever the broker says. */
function refuseUnsafe(answer: Answer<TokenGrant>): Answer<TokenGrant> {
  if (!answer.ok || isSafePlatformUrl(answer.value.messagingUrl)) return answer;
  return { ok: false, failure: { kind: 'unsafe_address' } };
}
