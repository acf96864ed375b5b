/**
 * Remembers the messages for which events were emitted. Handlers of the page must get each event once, but when a tab moves to another tab's
 * session, the machine reads the whole history and emits events again.
 */

import type { PublicEvent } from '../session/state/public-events.ts';

export interface Hearing {
  /** Returns true if the event is new to the page, and remembers it. Only `message` and `delivery` can be repeated. */
  hears(event: PublicEvent, session: string | undefined): boolean;
  /** Forgets all messages, because after `forget()` every event is new, even with a known id. */
  forget(): void;
}

export function createHearing(): Hearing {
  /** Messages for which events were emitted, by session and id. The value is the latest delivery status of a visitor's message. */
  const known = new Map<string | undefined, Map<string, string>>();
  return {
    hears({ name, detail }, session) {
      if (name !== 'message' && name !== 'delivery') return true;
      // Messages of the visitor are not kept by session, because they keep their ids in the next session.
      const era = name === 'delivery' ? name : detail.from === 'user' ? '' : session;
      const messages = known.get(era) ?? new Map<string, string>();
      if (messages.size === 0) known.set(era, messages);
      const now = name === 'delivery' ? detail.status : '';
      if (messages.get(detail.id) === now) return false;
      messages.set(detail.id, now);
      return true;
    },
    forget: () => known.clear(),
  };
}
