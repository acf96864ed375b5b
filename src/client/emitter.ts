/** Who listens to which public event. A handler that throws, or whose promise is rejected, is reported and harms neither the chat nor the other handlers. */

import type { PublicEvent, PublicEventName } from '../session/public-event.ts';
import type { Handler } from './chat.ts';

export interface Emitter {
  on<K extends PublicEventName>(name: K, handler: Handler<K>): () => void;
  emit(event: PublicEvent): void;
  clear(): void;
}

export function createEmitter(reportError: (name: PublicEventName, error: unknown) => void): Emitter {
  const listeners = new Set<{ readonly name: PublicEventName; readonly handler: (detail: never) => void }>();
  return {
    on(name, handler) {
      // An entry of its own, so that the same function registered twice is called twice and taken off one by one.
      const own = { name, handler };
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    emit({ name, detail }) {
      for (const { handler } of [...listeners].filter(each => each.name === name)) {
        // Called at once, and one that fails later is reported as well.
        (async () => handler(detail as never))().catch(error => reportError(name, error));
      }
    },
    clear: () => listeners.clear(),
  };
}
