/**
 * One running chat: puts loop, effects, storage and tabs together, and answers the calls of user interfaces and host pages.
 * Environment-free: the world comes in through ports.
 */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { DropReason } from '../protocol/decode.ts';
import { CLIENT_EVENT_ID, type Custom } from '../protocol/events.ts';
import type { Platform } from '../protocol/http-api.ts';
import type { Effect } from '../session/effect.ts';
import type { Fact, Input, Intent } from '../session/input.ts';
import type { PublicEvent } from '../session/public-event.ts';
import { selectMaxFrameBytes } from '../session/select.ts';
import { initialState, type KeepAlive, type PhaseName, type SessionState } from '../session/state.ts';
import { transition } from '../session/transition.ts';
import { createAccess } from './access.ts';
import type { Chat } from './chat.ts';
import { createEmitter } from './emitter.ts';
import { createKeeper } from './keeper.ts';
import { createLoop } from './loop.ts';
import { refusalOf } from './outgoing.ts';
import { createPerformer } from './perform.ts';
import { createPicture } from './picture.ts';
import type { Log, Ports } from './ports.ts';
import { createSharing, type Role, type Sharing } from './sharing.ts';
import { createLook } from './sight.ts';
import { hasFirstWords } from './unheard.ts';
import { wordsOf } from './words-of.ts';

export interface ClientOptions {
  /** Ask for replies piece by piece. */
  readonly streaming: boolean;
  /** What the platform is told about where this runs. */
  readonly platform: Platform;
  /** How long a quiet conversation is kept alive. Default `conversation`. */
  readonly keepAlive?: KeepAlive;
  /** Told of every input and what came of it, every frame, every change of role: for inspectors. Nothing in it holds a token. */
  readonly trace?: (entry: TraceEntry) => void;
}

/** `at`: milliseconds since 1970. */
export type TraceEntry =
  | { readonly kind: 'input'; readonly input: Input; readonly phase: PhaseName; readonly effects: readonly Effect[] }
  | { readonly kind: 'frame'; readonly at: number; readonly direction: 'in' | 'out'; readonly text: string }
  | { readonly kind: 'role'; readonly at: number; readonly role: Role };

export interface Client extends Chat {
  /** The machine itself, for inspectors and tests; not part of the public face. */
  readonly machine: ReadonlySignal<SessionState>;
}

/** `next` is the machine; only the simulator, which plants faults in it, gives another one. */
export function createClient(options: ClientOptions, ports: Ports, next = transition): Client {
  const { log, random } = ports;
  const emitter = createEmitter((name, error) =>
    log.warn('handler_failed', `A handler of "${name}" threw: ${wordsOf(error)}`),
  );
  const engine = createEngine(options, ports, { next, emit, echo: emitter.emit });
  const { machine, dispatch } = engine;
  let disposed = false;

  function emit(event: PublicEvent, platform?: string): void {
    if (event.name === 'error') log.warn(event.detail.code, event.detail.message, platform);
    emitter.emit(event);
  }

  function send(text: string, id = random.uuid(), custom?: Custom): string | null {
    if (disposed) return null;
    const refusal = refusalOf(text, { ...custom, [CLIENT_EVENT_ID]: id }, selectMaxFrameBytes(machine.peek()));
    if (!refusal) dispatch({ type: 'sendRequested', id, text, ...(custom && { custom }) });
    else if (refusal === 'blank') return null;
    else if (refusal.code === 'invalid_call') log.warn(refusal.code, refusal.message);
    else emit({ name: 'error', detail: refusal });
    return refusal ? null : id;
  }

  /** A wish without any more words. */
  const wish = (type: Extract<Intent, Record<'type', unknown>>['type']) => () => dispatch({ type } as Intent);

  return {
    machine,
    ...createPicture(machine),
    open: wish('openRequested'),
    close: wish('closeRequested'),
    toggle: () => dispatch({ type: machine.peek().panelOpen ? 'closeRequested' : 'openRequested' }),
    send,
    retry: id => dispatch({ type: 'retryRequested', id }),
    discard: id => dispatch({ type: 'discardRequested', id }),
    setDraft: text => dispatch({ type: 'draftChanged', text }),
    end: wish('endRequested'),
    startNew: wish('startNewRequested'),
    reconnect: wish('reconnectRequested'),
    stay: wish('stayRequested'),
    rejoin: wish('rejoinRequested'),
    forget: wish('forgetRequested'),
    inView: engine.inView,
    settled: engine.settled,
    on: emitter.on,
    emit: (name, detail) => {
      if (!disposed) emit({ name, detail } as PublicEvent);
    },
    dispose: () => {
      if (disposed) return;
      disposed = true;
      engine.stop();
      log.stop?.();
      emitter.clear();
    },
  };
}

interface EngineParts {
  readonly next: typeof transition;
  /** An event of this tab's; `platform` as for the log. */
  emit(event: PublicEvent, platform?: string): void;
  /** One of the tab that owns the conversation. */
  echo(event: PublicEvent): void;
}

/** The loop with all that hangs on it. */
function createEngine(options: ClientOptions, ports: Ports, { next, emit, echo }: EngineParts) {
  const { environment, clock, log, storage } = ports;
  const { keepAlive } = options;
  const trace = guarded(options.trace, log);
  const loop = createLoop({
    next,
    clock,
    blank: () => ({
      ...initialState(keepAlive, storage !== undefined),
      online: environment.online,
      sight: environment.hidden ? 0 : 1,
    }),
    perform: effect => performer.perform(effect),
    echo,
    isDue: key => performer.isDue(key),
    tell: (input, wish) => sharing?.tell(input, wish),
    noted: (input, { phase }, effects) => trace({ kind: 'input', input, phase: phase.name, effects }),
  });
  const { machine, turns } = loop;
  const access = createAccess(ports, options, {
    report: dispatch,
    ticketChanged() {
      keeper?.persist(false);
      sharing?.tellTicket(access.ticket);
    },
  });
  const performer = createPerformer(ports, access, {
    report: dispatch,
    emit: event => emit(event, access.grant()?.messagingUrl),
    dropped: createDropReport(log),
    persist: urgent => keeper?.persist(urgent),
    forget: () => keeper?.clear(),
    frame: (direction, text) => trace({ kind: 'frame', at: clock.now(), direction, text }),
  });
  const state = () => machine.peek();
  const ticket = () => access.ticket;
  const setTicket = (ticket: string) => {
    access.ticket = ticket;
  };
  const keeper =
    storage &&
    createKeeper(storage, ports, {
      state,
      turns,
      reign: () => sharing?.reign() ?? 0,
      ticket,
      stored: ids => dispatch({ type: 'stored', ids }),
    });
  const sharing: Sharing | undefined =
    storage || ports.tabs
      ? createSharing(ports, keeper, {
          ...loop,
          restore(kept, heard) {
            setTicket(kept.ticket);
            loop.restore(kept, heard);
          },
          state,
          ticket,
          setTicket,
          sight: () => look.sight(),
          standDown() {
            performer.stop();
            keeper?.stop();
          },
          roleChanged: role => trace({ kind: 'role', at: clock.now(), role }),
        })
      : undefined;
  const unsubscribe = environment.subscribe(type => {
    dispatch({ type });
    if (type === 'visible' || type === 'hidden') look.tell();
  });
  let stopped = false;
  /** What is asked of a page that is not shown yet: it reads nothing, joins no tabs and asks nobody, since another page goes on meanwhile. */
  let waiting: (Intent | Fact)[] | null = environment.shown ? [] : null;
  const look = createLook(environment, machine, sight => dispatch({ type: 'looked', sight }));
  if (environment.shown) environment.shown.then(begin);
  else begin();

  function begin(): void {
    if (stopped) return;
    // Otherwise nothing is kept, or no more: all was forgotten since.
    if (storage?.known() || hasFirstWords(clock, ports.handover)) sharing?.wake();
    const asked = waiting ?? [];
    waiting = null;
    for (const input of asked) dispatch(input);
  }

  function dispatch(input: Intent | Fact): void {
    if (stopped) return;
    if (waiting) waiting.push(input);
    else if (sharing) sharing.take(input);
    else loop.own(input);
  }

  return {
    machine,
    dispatch,
    inView: look.place,
    // Each turn makes another state, also one that changes nothing to be seen.
    settled: computed(() => Boolean(machine.value) && !waiting?.length && (sharing?.settled() ?? true)),
    stop() {
      unsubscribe();
      look.stop();
      sharing?.stop();
      stopped = true;
      loop.stop();
      performer.stop();
    },
  };
}

/** An inspector that throws is worth one line, and harms nothing. */
function guarded(trace: ClientOptions['trace'], log: Log): (entry: TraceEntry) => void {
  let told = false;
  return entry => {
    try {
      trace?.(entry);
    } catch (error) {
      if (!told) log.warn('trace_failed', `"trace" threw: ${wordsOf(error)}`);
      told = true;
    }
  };
}

/** Each kind of unreadable frame is worth one line, not one per frame. */
function createDropReport(log: Log): (reasons: readonly DropReason[]) => void {
  const told = new Set<DropReason>();
  return reasons => {
    for (const reason of reasons) {
      if (told.has(reason)) continue;
      told.add(reason);
      log.warn('frame_dropped', `Left out what could not be read (${reason}).`);
    }
  };
}
