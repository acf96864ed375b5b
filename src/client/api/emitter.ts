/**
 * Calls the handlers of public events. The error of a handler that throws, or whose promise is rejected, is reported and affects neither the chat nor
 * other handlers.
 */

import type { PublicEvent, PublicEventName } from '../../session/state/public-events.ts';
import type { Handler } from './chat.ts';

export interface Emitter {
  on<K extends PublicEventName>(name: K, handler: Handler<K>): () => void;
  emit(event: PublicEvent): void;
  clear(): void;
}

export function createEmitter(reportError: (name: PublicEventName, error: unknown) => void): Emitter {
  /** An immutable list: adding or removing a handler replaces it, so an event in progress still reaches the handlers that it began with. */
  let listeners: readonly { readonly name: PublicEventName; readonly handler: (detail: never) => unknown }[] = [];

  /**
   * Calls a handler. Reports its error, including a later rejection of its promise. Creates no promise if the handler returns nothing, because
   * reading a history emits thousands of events.
   */
  function call(handler: (detail: never) => unknown, { name, detail }: PublicEvent): void {
    let answer: unknown;
    try {
      answer = handler(detail as never);
    } catch (error) {
      answer = Promise.reject(error);
    }
    if (answer) Promise.resolve(answer).catch(error => reportError(name, error));
  }

  return {
    on(name, handler) {
      // Creates a new entry for each call. A function that is registered twice is then called twice, and each registration is removed separately.
      const own = { name, handler };
      listeners = [...listeners, own];
      return () => {
        listeners = listeners.filter(each => each !== own);
      };
    },
    emit(event) {
      for (const { name, handler } of listeners) if (name === event.name) call(handler, event);
    },
    clear() {
      listeners = [];
    },
  };
}
