/** Does what the machine wants done: one switch from effect to port. The calls that need a token, and the token itself, are access-token.ts. */

import { type DropReason, decodeServerFrame } from '../protocol/decode.ts';
import { encodeClientEvent } from '../protocol/encode.ts';
import { socketUrl } from '../protocol/http-api.ts';
import type { Effect, EffectOf, TimerKey } from '../session/state/effects.ts';
import type { PublicEvent } from '../session/state/public-events.ts';
import type { Access, AccessDesk } from './access-token.ts';
import type { Ports, Socket } from './api/ports.ts';

/** A timer that comes later than this was held up with the whole page, in milliseconds. */
const LATE_MS = 50;
/** Events that arrived while the page stood still have been delivered by then, in milliseconds. */
const NEWS_MS = 100;
/** These end the wait for something that may have come by then. */
const WAITS: readonly TimerKey[] = ['receipt', 'hole', 'pong', 'rejoin', 'ending', 'idle'];

export interface Performer {
  perform(effect: Effect): void;
  /** Returns true if a fired timer still counts when its turn comes: an input before it may have stopped it. Called once for each. */
  isDue(key: TimerKey): boolean;
  /** Ends socket and timers and forgets the token. */
  stop(): void;
}

export interface Desk extends Pick<AccessDesk, 'report'> {
  emit(event: PublicEvent): void;
  /** Called with the reasons for which frames were dropped as unreadable. */
  dropped(reasons: readonly DropReason[]): void;
  persist(): void;
  forget(heard: number | undefined): void;
  /** A frame that went out or came in, for inspectors. Frames hold no token. */
  frame(direction: 'in' | 'out', text: string): void;
}

export function createPerformer(ports: Ports, access: Access, desk: Desk): Performer {
  const timers = new Map<TimerKey, () => void>();
  /** Fired, and waiting their turn. */
  const due = new Set<TimerKey>();
  let socket: Socket | null = null;

  function clearTimer(key: TimerKey): void {
    timers.get(key)?.();
    timers.delete(key);
    due.delete(key);
  }

  function setTimer({ key, ms, jitter }: EffectOf<'setTimer'>): void {
    clearTimer(key);
    const wait = jitter ? ms * (0.5 + ports.random.fraction() / 2) : ms;
    const dueAt = ports.clock.now() + wait;
    const fire = () => {
      timers.delete(key);
      due.add(key);
      desk.report({ type: 'timerFired', key });
    };
    const ring = () => {
      const isLate = ports.clock.now() - dueAt > LATE_MS;
      // Frames that arrived while the page stood still are older than this timer, in whatever order the browser delivers them.
      if (isLate && WAITS.includes(key)) timers.set(key, ports.clock.after(NEWS_MS, fire));
      else fire();
    };
    timers.set(key, ports.clock.after(wait, ring));
  }

  function openSocket({ attempt, sessionId, cursor }: EffectOf<'openSocket'>): void {
    closeSocket();
    const grant = access.grant();
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

  function sendFrame({ event }: EffectOf<'sendFrame'>): void {
    const grant = access.grant();
    if (!grant || !socket) return;
    const text = encodeClientEvent(event, grant.dialect);
    // A frame that the socket refuses is not kept here: the machine reads the history and sends it again.
    if (socket.send(text)) desk.frame('out', text);
  }

  function closeSocket(): void {
    socket?.close();
    socket = null;
  }

  function stop(): void {
    closeSocket();
    for (const cancel of timers.values()) cancel();
    timers.clear();
    due.clear();
    access.leave();
  }

  const doers: Doers = {
    fetchToken: effect => void access.fetchToken(effect),
    createSession: effect => void access.createSession(effect),
    probe: effect => void access.probe(effect),
    renewTicket: () => void access.renewTicket(),
    openSocket,
    closeSocket,
    sendFrame,
    setTimer,
    clearTimer: effect => clearTimer(effect.key),
    dropToken: access.dropToken,
    persist: () => desk.persist(),
    forget({ heard }) {
      access.dropToken();
      desk.forget(heard);
    },
    wantJoinRight() {},
    emit: effect => desk.emit(effect.event),
  };

  return {
    perform: effect => (doers[effect.type] as (effect: Effect) => void)(effect),
    isDue: key => due.delete(key),
    stop,
  };
}

type Doers = { readonly [T in Effect['type']]: (effect: EffectOf<T>) => void };
