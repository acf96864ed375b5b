/** Who listens to which public event. A handler that throws is reported and harms neither the chat nor the other handlers. */

import type { PublicEvent, PublicEventName, PublicEvents } from '../session/public-event.ts';
import type { Handler } from './chat.ts';

export interface Emitter {
  on<K extends PublicEventName>(name: K, handler: Handler<K>): () => void;
  emit(event: PublicEvent): void;
  clear(): void;
}

export function createEmitter(reportError: (name: PublicEventName, error: unknown) => void): Emitter {
  const handlers = new Map<PublicEventName, Set<(detail: never) => void>>();
  return {
    on(name, handler) {
      // A wrapper of its own, so that the same function registered twice is called twice and taken off one by one.
      const own = (detail: PublicEvents[typeof name]) => handler(detail);
      const set = handlers.get(name) ?? new Set();
      handlers.set(name, set.add(own));
      return () => void set.delete(own);
    },
    emit({ name, detail }) {
      for (const handler of [...(handlers.get(name) ?? [])]) {
        try {
          handler(detail as never);
        } catch (error) {
          reportError(name, error);
        }
      }
    },
    clear: () => handlers.clear(),
  };
}
