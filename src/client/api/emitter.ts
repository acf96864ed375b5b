/** Calls the handlers of public events. A handler that throws, or whose promise is rejected, is reported and harms neither the chat nor the other handlers. */

import type { PublicEvent, PublicEventName } from '../../session/state/public-events.ts';
import type { Handler } from './chat.ts';

export interface Emitter {
  on<K extends PublicEventName>(name: K, handler: Handler<K>): () => void;
  emit(event: PublicEvent): void;
  clear(): void;
}

export function createEmitter(reportError: (name: PublicEventName, error: unknown) => void): Emitter {
  /** Another list whenever somebody comes or goes: whoever is being told of something hears it to the end. */
  let listeners: readonly { readonly name: PublicEventName; readonly handler: (detail: never) => unknown }[] = [];

  /** One that fails later is reported as well. Most answer nothing, and of a history they hear thousands of times. */
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
      // An entry of its own, so that the same function registered twice is called twice and taken off one by one.
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
