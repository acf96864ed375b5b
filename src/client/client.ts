/**
 * Runs one chat: the only loop there is. Inputs queue up, the machine turns each into a state and effects, the signal is set once, the
 * effects are performed; inputs that come up meanwhile wait their turn. Environment-free: the world comes in through ports.
 */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { DropReason } from '../protocol/decode.ts';
import { encodeClientEvent } from '../protocol/encode.ts';
import { CLIENT_EVENT_ID } from '../protocol/events.ts';
import type { Platform } from '../protocol/rest.ts';
import type { Effect } from '../session/effect.ts';
import type { Fact, Input, Intent } from '../session/input.ts';
import type { PublicEvent } from '../session/public-event.ts';
import { selectMaxFrameBytes } from '../session/select.ts';
import { initialState, type KeepAlive, type PhaseName, type SessionState } from '../session/state.ts';
import { transition } from '../session/transition.ts';
import type { Chat } from './chat.ts';
import { createEmitter } from './emitter.ts';
import { utf8Bytes } from './frame-size.ts';
import { createKeeper } from './keeper.ts';
import { createPerformer } from './perform.ts';
import { createPicture } from './picture.ts';
import type { Ports } from './ports.ts';
import { createSharing, type Role } from './sharing.ts';

export interface ClientOptions {
  /** Ask for replies piece by piece. Default true. */
  readonly streaming: boolean;
  /** What the platform is told about where this runs. Default `web`. */
  readonly platform: Platform;
  /** How long a quiet conversation is kept alive. Default `conversation`. */
  readonly keepAlive?: KeepAlive;
  /** Told of every input and what came of it, every frame, every change of role: for inspectors. Nothing in it holds a token. */
  readonly trace?: (entry: TraceEntry) => void;
}

export type TraceEntry =
  | { readonly kind: 'input'; readonly input: Input; readonly phase: PhaseName; readonly effects: readonly Effect[] }
  | { readonly kind: 'frame'; readonly at: number; readonly direction: 'in' | 'out'; readonly text: string }
  | { readonly kind: 'role'; readonly at: number; readonly role: Role };

export interface Client extends Chat {
  /** The machine itself, for inspectors and tests; not part of the public face. */
  readonly machine: ReadonlySignal<SessionState>;
}

/** What leaves nothing to read: spaces and characters without a width. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

/** How an input is taken: by the owner with its effects, or by a tab that follows it. */
interface How {
  readonly mirrored?: boolean;
  /** The state to start from, when it is not the current one; the others ask for what comes of it. */
  readonly from?: SessionState;
  /** The wish of another tab that this is. */
  readonly wish?: string | undefined;
}

/** `next` is the machine; only the simulator, which plants faults in it, gives another one. */
export function createClient(options: ClientOptions, ports: Ports, next = transition): Client {
  const { environment, log, clock, random, storage } = ports;
  const { trace } = options;
  const blank = () => ({ ...initialState(options.keepAlive, storage !== undefined), online: environment.online });
  const machine = signal<SessionState>(blank());
  const emitter = createEmitter((name, error) => log.warn('handler_failed', `A handler of "${name}" threw: ${error}`));
  const queue: (() => void)[] = [];
  const told = new Set<DropReason>();
  /**
   * Counts the inputs that the state has taken; of two states the higher one is newer. It begins at the clock, which no count of inputs
   * overtakes, so that what began after everything was forgotten is newer than what a page that slept remembers.
   */
  let turns = clock.now();
  let running = false;
  let disposed = false;

  const performer = createPerformer(ports, options, {
    report: dispatch,
    emit,
    dropped,
    persist: urgent => keeper?.persist(urgent),
    forget: () => keeper?.clear(),
    ticketChanged() {
      keeper?.persist(false);
      sharing?.tellTicket(performer.ticket);
    },
    frame: (direction, text) => trace?.({ kind: 'frame', at: clock.now(), direction, text }),
  });
  const keeper =
    storage &&
    createKeeper(storage, ports, {
      state: () => machine.peek(),
      turns: () => turns,
      ticket: () => performer.ticket,
      stored: ids => dispatch({ type: 'stored', ids }),
    });
  const sharing =
    storage || ports.tabs
      ? createSharing(ports, keeper, {
          own: (input, wish) => take(input, wish),
          mirror: input => run(() => step(input, { mirrored: true })),
          adopt: (state, count) => {
            turns = count;
            machine.value = state;
          },
          restore({ snapshot, turns: count, ticket }) {
            turns = count;
            performer.ticket = ticket;
            const from = blank();
            // What was asked for is kept through sleep and from tab to tab.
            const link = { ...from.link, pause: machine.peek().link.pause };
            run(() => step({ type: 'restored', snapshot, at: clock.now() }, { from: { ...from, link } }));
          },
          state: () => machine.peek(),
          turns: () => turns,
          ticket: () => performer.ticket,
          setTicket: ticket => {
            performer.ticket = ticket;
          },
          standDown() {
            performer.stop();
            keeper?.stop();
          },
          roleChanged: role => trace?.({ kind: 'role', at: clock.now(), role }),
        })
      : undefined;
  const unsubscribe = environment.subscribe(type => dispatch({ type }));
  const picture = createPicture(machine);
  if (storage?.known()) sharing?.wake();

  function dispatch(input: Intent | Fact): void {
    if (disposed) return;
    if (sharing) sharing.take(input);
    else take(input);
  }

  function take(input: Intent | Fact, wish?: string): void {
    run(() => step({ ...input, at: clock.now() }, { wish }));
  }

  /** The loop. Never re-entered: an input that an effect brings up waits until the effects before it are done. */
  function run(work: () => void): void {
    queue.push(work);
    if (running) return;
    running = true;
    try {
      for (let work = queue.shift(); work && !disposed; work = queue.shift()) work();
    } finally {
      running = false;
    }
  }

  function step(input: Input, how: How): void {
    const { mirrored = false, from = machine.peek(), wish } = how;
    turns += 1;
    // Before its effects: what the owner does, the others know.
    if (!mirrored && !how.from) sharing?.tell(input, wish);
    const [state, effects] = next(from, input);
    machine.value = state;
    trace?.({ kind: 'input', input, phase: state.phase.name, effects });
    for (const effect of effects) {
      if (!mirrored) performer.perform(effect);
      else if (effect.type === 'emit') emitter.emit(effect.event);
    }
  }

  function emit(event: PublicEvent): void {
    if (event.name === 'error') log.warn(event.detail.code, event.detail.message);
    emitter.emit(event);
  }

  /** Each kind of unreadable frame is worth one line, not one per frame. */
  function dropped(reasons: readonly DropReason[]): void {
    for (const reason of reasons) {
      if (told.has(reason)) continue;
      told.add(reason);
      log.warn('frame_dropped', `Left out what could not be read (${reason}).`);
    }
  }

  function send(text: string, id = random.uuid()): string | null {
    if (typeof text !== 'string') {
      log.warn('invalid_call', `send() takes a string, not ${typeof text}. Nothing was sent.`);
      return null;
    }
    if (disposed || !text.replace(INVISIBLE, '')) return null;
    const frame = encodeClientEvent({ type: 'USER_MESSAGE', text, custom: { [CLIENT_EVENT_ID]: id } }, 'service');
    const bytes = utf8Bytes(frame);
    const limit = selectMaxFrameBytes(machine.peek());
    if (bytes > limit) {
      const message = `Not sent: ${bytes} bytes, and the platform takes ${limit}.`;
      emit({ name: 'error', detail: { code: 'message_too_large', message } });
      return null;
    }
    dispatch({ type: 'sendRequested', id, text });
    return id;
  }

  /** A wish without any more words. */
  const wish = (type: Extract<Intent, Record<'type', unknown>>['type']) => () => dispatch({ type } as Intent);

  return {
    machine,
    ...picture,
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
    on: emitter.on,
    emit: (name, detail) => {
      if (!disposed) emit({ name, detail } as PublicEvent);
    },
    dispose: () => {
      if (disposed) return;
      unsubscribe();
      sharing?.stop();
      disposed = true;
      performer.stop();
      emitter.clear();
    },
  };
}
