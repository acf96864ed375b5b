/** Creates a running chat: connects loop, effects, storage and tabs, and implements the methods of Chat. Uses the browser only through ports. */

import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { DropReason } from '../protocol/decode.ts';
import { CLIENT_EVENT_ID, type Custom } from '../protocol/events.ts';
import { tooLarge } from '../protocol/frame-size.ts';
import type { Platform } from '../protocol/http-api.ts';
import { selectMaxFrameBytes } from '../session/selectors.ts';
import type { Effect } from '../session/state/effects.ts';
import type { Fact, Input, Intent } from '../session/state/inputs.ts';
import type { PublicEvent } from '../session/state/public-events.ts';
import {
  initialState,
  type KeepAlive,
  NO_CONTEXT,
  type PhaseName,
  type SessionState,
  type Sight,
} from '../session/state/state.ts';
import { transition } from '../session/transition.ts';
import { createAccess, type Transport } from './access-token.ts';
import type { Chat } from './api/chat.ts';
import { createEmitter } from './api/emitter.ts';
import { wordsOf } from './api/error-text.ts';
import { isBlank } from './api/is-blank.ts';
import type { Log, Ports } from './api/ports.ts';
import { createPicture } from './chat-signals.ts';
import { createLoop } from './loop.ts';
import { createPerformer } from './perform-effects.ts';
import { createKeeper } from './tabs/snapshot-writer.ts';
import { Tab } from './tabs/tab.ts';
import type { Role } from './tabs/tab-parts.ts';

export interface ClientOptions {
  /** True to receive replies in chunks. */
  readonly streaming: boolean;
  /** Platform of the browser, which is sent when a session is created. */
  readonly platform: Platform;
  /** Way of the conversation. Default `auto`: over a socket, and over the broker's Chat if sockets are blocked. */
  readonly transport?: Transport;
  /** When to send heartbeats (see KeepAlive). Default `conversation`. */
  readonly keepAlive?: KeepAlive;
  /** Receives every input with its effects, every frame, and every change of the tab's role. For inspectors. No entry contains a token. */
  readonly trace?: (entry: TraceEntry) => void;
}

/** One entry of the trace. `at` is in milliseconds since 1970. */
export type TraceEntry =
  | { readonly kind: 'input'; readonly input: Input; readonly phase: PhaseName; readonly effects: readonly Effect[] }
  | { readonly kind: 'frame'; readonly at: number; readonly direction: 'in' | 'out'; readonly text: string }
  | { readonly kind: 'role'; readonly at: number; readonly role: Role };

export interface Client extends Chat {
  /** The machine's state, for inspectors and tests; not part of the public interface. */
  readonly machine: ReadonlySignal<SessionState>;
}

/** Matches the id of an external event in the text of an agent. */
const EXTERNAL_EVENT = /\bevt_[a-z\d]+/gi;

/** Creates a chat. `next` is the machine; only the simulator passes another one, with a planted fault. */
export function createClient(options: ClientOptions, ports: Ports, next = transition): Client {
  const { log, random } = ports;
  const emitter = createEmitter((name, error) =>
    log.warn('handler_failed', `A handler of "${name}" threw: ${wordsOf(error)}`),
  );
  const engine = createEngine(options, ports, { next, emit });
  const { machine, dispatch } = engine;
  /** Ids of external events that the page knows. */
  const named = new Set<string>();
  let disposed = false;

  function emit(event: PublicEvent, platform?: string): void {
    if (event.name === 'error') log.warn(event.detail.code, event.detail.message, platform);
    else if (event.name === 'context' && event.detail.outcome !== 'accepted')
      log.warn('context_failed', `"onContextRequired": ${event.detail.outcome}`);
    emitter.emit(event);
    if (event.name !== 'message' || event.detail.from !== 'agent') return;
    for (const [id] of event.detail.text.matchAll(EXTERNAL_EVENT)) {
      if (!named.has(id)) emitter.emit({ name: 'external-event', detail: { id } });
      named.add(id);
    }
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

  /** Returns a call that dispatches an intent without parameters. */
  const intend = (type: Extract<Intent, Record<'type', unknown>>['type']) => () => dispatch({ type } as Intent);

  return {
    machine,
    ...createPicture(machine),
    open: intend('openRequested'),
    close: intend('closeRequested'),
    toggle: () => dispatch({ type: machine.peek().panelOpen ? 'closeRequested' : 'openRequested' }),
    send,
    retry: id => dispatch({ type: 'retryRequested', id }),
    discard: id => dispatch({ type: 'discardRequested', id }),
    setDraft: text => dispatch({ type: 'draftChanged', text }),
    end: intend('endRequested'),
    startNew: intend('startNewRequested'),
    reconnect: intend('reconnectRequested'),
    stay: intend('stayRequested'),
    rejoin: intend('rejoinRequested'),
    forget: intend('forgetRequested'),
    refreshContext: () => {
      if (ports.context) dispatch({ type: 'contextRequested' });
      else log.warn('invalid_call', 'refreshContext() needs "onContextRequired".');
    },
    inView: engine.inView,
    mayRing: engine.mayRing,
    settled: engine.settled,
    offers: engine.offers,
    attributes(): Custom {
      const { session } = machine.peek();
      return session ? { conversation_id: session.id } : {};
    },
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
  /** Emits an event in this tab. `platform` is the same as in the port `Log`. */
  emit(event: PublicEvent, platform?: string): void;
}

/** Creates the loop and everything connected to it. */
function createEngine(options: ClientOptions, ports: Ports, { next, emit }: EngineParts) {
  const { environment, clock, log, storage } = ports;
  const { keepAlive } = options;
  const trace = guarded(options.trace, log);
  /** The value last passed to `inView`; undefined for a chat in a panel. */
  let inView: boolean | undefined;
  const sight = (): Sight => (environment.hidden || inView === false ? 0 : inView ? 2 : 1);
  const isShared = !!ports.tabs && !!storage && !storage.perTab;
  const blank = initialState(keepAlive, storage !== undefined, isShared, isShared ? `${ports.random.uuid()}-` : '');
  const loop = createLoop({
    next,
    clock,
    blank: { ...blank, online: environment.online, sight: sight(), ...(ports.context && { context: NO_CONTEXT }) },
    perform: effect => (tab ?? performer).perform(effect),
    isDue: key => performer.isDue(key),
    noted(input, { phase }, effects, before) {
      trace({ kind: 'input', input, phase: phase.name, effects });
      tab?.noted(before);
    },
  });
  const { machine, own } = loop;
  const state = () => machine.peek();
  const access = createAccess(ports, options, { report: dispatch, ticketChanged: () => tab?.persist() });
  const performer = createPerformer(ports, access, {
    report: dispatch,
    emit: event => emit(event, access.grant()?.messagingUrl),
    dropped: createDropReport(log),
    persist: () => tab?.persist(),
    forget: heard => tab?.forget(heard),
    frame: (direction, text) => trace({ kind: 'frame', at: clock.now(), direction, text }),
  });
  const failed = createFailureReport(log);
  const keeper =
    storage &&
    createKeeper(storage, ports, {
      state,
      ticket: () => access.ticket,
      isOthers: () => tab?.isOthers() ?? false,
      changed: () => tab?.post('changed'),
      overtaken: () => void tab?.refresh(),
      failed,
    });
  const tab: Tab | undefined =
    storage &&
    keeper &&
    new Tab({
      ports,
      storage,
      keeper,
      failed,
      steering: {
        own,
        perform: performer.perform,
        state,
        sight,
        ticket: () => access.ticket,
        setTicket(ticket) {
          access.ticket = ticket;
        },
        switchTicket(ticket) {
          access.leave();
          access.ticket = ticket;
        },
        roleChanged: role => trace({ kind: 'role', at: clock.now(), role }),
      },
    });
  const look = () => dispatch({ type: 'looked', sight: sight() });
  const unsubscribe = environment.subscribe(type => {
    dispatch({ type });
    if (type === 'visible' || type === 'hidden') look();
  });
  let stopped = false;
  /** Calls that wait until a prerendered page is shown; null afterwards. */
  let waiting: (Intent | Fact)[] | null = environment.shown ? [] : null;
  if (!environment.shown?.then(begin)) begin();

  function begin(): void {
    if (stopped) return;
    // Without a stored conversation, the tab starts with the first call.
    if (storage?.known()) void tab?.wake();
    const asked = waiting ?? [];
    waiting = null;
    for (const input of asked) dispatch(input);
  }

  function dispatch(input: Intent | Fact): void {
    if (stopped) return;
    if (waiting) waiting.push(input);
    else if (tab) tab.take(input);
    else own(input);
  }

  return {
    machine,
    dispatch,
    offers: access.offers,
    inView(isInView: boolean) {
      if (isInView === inView) return;
      inView = isInView;
      look();
    },
    mayRing: () => tab?.mayRing() ?? true,
    // Reads `machine.value` to have `settled` computed again after each step of the machine.
    settled: computed(() => Boolean(machine.value) && !waiting?.length && (tab?.isSettled() ?? true)),
    stop() {
      unsubscribe();
      tab?.stop();
      stopped = true;
      loop.stop();
      performer.stop();
    },
  };
}

/** Returns a function that reports only the first failure of the storage. */
function createFailureReport(log: Log): (error: unknown) => void {
  let told = false;
  return error => {
    if (!told) log.warn('storage_failed', `Nothing is kept; the conversation lives as long as this page. ${error}`);
    told = true;
  };
}

/** Wraps the inspector's callback. Reports only its first error, which does not affect the chat. */
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

/** Returns a function that reports each reason for dropped frames only once. */
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

interface Refusal<Code> {
  readonly code: Code;
  readonly message: string;
}

/** Returns the reason why a text cannot be sent; null if it can. `blank` is not reported. */
function refusalOf(
  text: unknown,
  custom: Custom,
  maxFrameBytes: number,
): 'blank' | Refusal<'invalid_call'> | Refusal<'message_too_large'> | null {
  if (typeof text !== 'string') {
    return { code: 'invalid_call', message: `send() takes a string, not ${typeof text}. Nothing was sent.` };
  }
  if (isBlank(text)) return 'blank';
  return tooLarge(text, custom, maxFrameBytes);
}
