/** Performs the machine's effects: one switch from effect to port. Calls that need the token are in access-token.ts. */

import { type DropReason, decodeServerFrame } from '../protocol/decode.ts';
import { encodeClientEvent } from '../protocol/encode.ts';
import { socketUrl } from '../protocol/http-api.ts';
import type { Effect, EffectOf, TimerKey } from '../session/state/effects.ts';
import type { PublicEvent } from '../session/state/public-events.ts';
import type { Access, AccessDesk } from './access-token.ts';
import type { Ports, Socket, SocketHandlers } from './api/ports.ts';

/** A timer that fires more than this many milliseconds late is taken as a sign that the page was suspended. */
const LATE_MS = 50;
/** Milliseconds to wait for the browser to deliver events that arrived while the page was suspended. */
const NEWS_MS = 100;
/** Timeouts for something expected from the platform. It may already have arrived while the page was suspended. */
const WAITS: readonly TimerKey[] = ['receipt', 'hole', 'pong', 'rejoin', 'ending', 'idle'];

export interface Performer {
  perform(effect: Effect): void;
  /**
   * Returns true if the timer has fired and no input processed since then has cancelled it. Call it once for each firing, when the timer's input is
   * processed.
   */
  isDue(key: TimerKey): boolean;
  /** Closes the socket, stops all timers and drops the token. */
  stop(): void;
}

export interface Desk extends Pick<AccessDesk, 'report'> {
  emit(event: PublicEvent): void;
  /** Called with the reasons why frames were dropped. */
  dropped(reasons: readonly DropReason[]): void;
  persist(): void;
  forget(heard: number | undefined): void;
  /** Called with each frame sent or received, for inspectors. Frames contain no token. */
  frame(direction: 'in' | 'out', text: string): void;
}

export function createPerformer(ports: Ports, access: Access, desk: Desk): Performer {
  const timers = new Map<TimerKey, () => void>();
  /** Timers that have fired and whose inputs wait in the queue. */
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
      // Frames that arrived during the suspension are older than this timer, but the browser may deliver them after it.
      if (isLate && WAITS.includes(key)) timers.set(key, ports.clock.after(NEWS_MS, fire));
      else fire();
    };
    timers.set(key, ports.clock.after(wait, ring));
  }

  function openSocket({ attempt, sessionId, cursor, chat, inDoubt = false, items = [] }: EffectOf<'openSocket'>): void {
    closeSocket();
    const grant = access.grant();
    if (!grant) return;
    const handlers: SocketHandlers = {
      opened: () => desk.report({ type: 'socketOpened', attempt }),
      received: text => {
        desk.frame('in', text);
        const { events, dropped } = decodeServerFrame(text);
        if (dropped.length > 0) desk.dropped(dropped);
        desk.report({ type: 'eventsReceived', attempt, events });
      },
      closed: (code, opened) => desk.report({ type: 'socketClosed', attempt, code, opened }),
    };
    if (chat && ports.chat) {
      const canLookUp = chat === 'look-up';
      const ticket = () => access.ticket;
      socket = ports.chat.open({ sessionId, cursor, ticket, canLookUp, inDoubt, items }, handlers);
    } else {
      const url = socketUrl(grant.messagingUrl, { accessToken: grant.accessToken, sessionId, cursor });
      socket = ports.openSocket(url, handlers);
    }
  }

  function sendFrame({ event }: EffectOf<'sendFrame'>): void {
    const grant = access.grant();
    if (!grant || !socket) return;
    const text = encodeClientEvent(event, grant.dialect);
    // Drops a frame that the socket refuses, because the machine sends the message again after the reconnect.
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
    dropToken: effect => access.dropToken(effect.isOver),
    persist: () => desk.persist(),
    forget({ heard }) {
      // Only the tab in which the visitor asked to forget (`heard` is undefined there) revokes the ticket, on behalf of all tabs.
      access.dropToken(heard === undefined);
      desk.forget(heard);
    },
    askContext: ({ sessionId, contextId }) =>
      void ports
        .context?.({ sessionId, contextId })
        .then(outcome => desk.report({ type: 'contextSettled', sessionId, outcome })),
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
