/**
 * Runs one chat: the only loop there is. Inputs queue up, the machine turns each into a state and effects, the signal is set once, the
 * effects are performed; inputs that come up meanwhile wait their turn. Environment-free: the world comes in through ports.
 */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { DropReason } from '../protocol/decode.ts';
import { encodeClientEvent } from '../protocol/encode.ts';
import { CLIENT_EVENT_ID } from '../protocol/events.ts';
import type { Platform } from '../protocol/rest.ts';
import type { Fact, Intent } from '../session/input.ts';
import type { PublicEvent } from '../session/public-event.ts';
import { selectMaxFrameBytes } from '../session/select.ts';
import { initialState, type KeepAlive, type SessionState } from '../session/state.ts';
import { transition } from '../session/transition.ts';
import type { Chat } from './chat.ts';
import { createEmitter } from './emitter.ts';
import { utf8Bytes } from './frame-size.ts';
import { createPerformer } from './perform.ts';
import { createPicture } from './picture.ts';
import type { Ports } from './ports.ts';

export interface ClientOptions {
  /** Ask for replies piece by piece. Default true. */
  readonly streaming: boolean;
  /** What the platform is told about where this runs. Default `web`. */
  readonly platform: Platform;
  /** How long a quiet conversation is kept alive. Default `conversation`. */
  readonly keepAlive?: KeepAlive;
}

export interface Client extends Chat {
  /** The machine itself, for inspectors and tests; not part of the public face. */
  readonly machine: ReadonlySignal<SessionState>;
}

/** What leaves nothing to read: spaces and characters without a width. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g;

/** `next` is the machine; only the simulator, which plants faults in it, gives another one. */
export function createClient(options: ClientOptions, ports: Ports, next = transition): Client {
  const { environment, log, clock, random } = ports;
  const machine = signal<SessionState>({ ...initialState(options.keepAlive), online: environment.online });
  const emitter = createEmitter((name, error) => log.warn('handler_failed', `A handler of "${name}" threw: ${error}`));
  const performer = createPerformer(ports, options, { report: dispatch, emit, dropped });
  const queue: (Intent | Fact)[] = [];
  const told = new Set<DropReason>();
  let running = false;
  let disposed = false;

  const unsubscribe = environment.subscribe(type => dispatch({ type }));
  const picture = createPicture(machine);

  /** The loop. Never re-entered: an input that an effect brings up waits until the effects before it are done. */
  function dispatch(input: Intent | Fact): void {
    if (disposed) return;
    queue.push(input);
    if (running) return;
    running = true;
    try {
      for (let input = queue.shift(); input; input = queue.shift()) step(input);
    } finally {
      running = false;
    }
  }

  function step(input: Intent | Fact): void {
    const [state, effects] = next(machine.peek(), { ...input, at: clock.now() });
    machine.value = state;
    for (const effect of effects) performer.perform(effect);
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

  function send(text: string): string | null {
    if (typeof text !== 'string') {
      log.warn('invalid_call', `send() takes a string, not ${typeof text}. Nothing was sent.`);
      return null;
    }
    if (disposed || !text.replace(INVISIBLE, '')) return null;
    const id = random.uuid();
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
    on: emitter.on,
    emit: (name, detail) => {
      if (!disposed) emit({ name, detail } as PublicEvent);
    },
    dispose: () => {
      if (disposed) return;
      disposed = true;
      unsubscribe();
      performer.stop();
      emitter.clear();
    },
  };
}
