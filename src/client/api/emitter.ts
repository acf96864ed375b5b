/** Calls the handlers of public events. A handler that throws, or whose promise is rejected, is reported and harms neither the chat nor the other handlers. */

import type { PublicEvent, PublicEventName } from '../../session/state/public-events.ts';
import type { Handler } from './chat.ts';

export interface Emitter {
  on<K extends PublicEventName>(name: K, handler: Handler<K>): () => void;
  emit(event: PublicEvent): void;
  clear(): void;
}

export function createEmitter(reportError: (name: PublicEventName, error: unknown) => void): Emitter {
  /** Replaced by a new list whenever a handler is added or removed, so that an event under way reaches the handlers that were there when it began. */
  let listeners: readonly { readonly name: PublicEventName; readonly handler: (detail: never) => unknown }[] = [];

  /**
   * Calls a handler, and reports its error even if its promise is rejected later. Skips the promise if nothing is returned: restoring a history emits
   * thousands of events.
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
      // A new entry for each call, so that a function registered twice is called twice and removed one by one.
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
